import { Trans, useLingui } from '@lingui/react/macro'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { PLAN_POLICY } from '@strikewise/plans/policy.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFeed } from '../../lib/feed.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { LoadingState, LockedState } from '../../ui/states.tsx'
import { AgentRow } from './AgentRow.tsx'
import { CORE_CARDS, FURTHER_CARDS } from './agents.ts'
import { BasicIndicators } from './BasicIndicators.tsx'
import { signalsQuery } from './queries.ts'

const SYMBOLS: readonly { value: IndexSymbol; label: string }[] = [
  { value: 'NIFTY', label: 'Nifty 50' },
  { value: 'BANKNIFTY', label: 'Bank Nifty' },
]

interface SignalsPanelProps {
  /** The plan whose rights hold now. */
  plan: Plan
  /** The index whose agents are shown. */
  symbol: IndexSymbol
  onSymbol: (symbol: IndexSymbol) => void
  /** No entry is made today in the user's account. */
  locked?: boolean
}

/** 'Core Agent Signals' for the plans that own it; the agents of the plan, and under them the prompt, for the others. */
export function SignalsPanel({ plan, symbol, onSymbol, locked = false }: SignalsPanelProps) {
  const { t } = useLingui()
  const policy = PLAN_POLICY[plan]
  const cards = CORE_CARDS.length
  const isCurrent = useFeed().status === 'current'
  const { data: signals } = useQuery(signalsQuery(symbol, policy.refreshSeconds))
  const chooser = <IndexChoice symbol={symbol} onSymbol={onSymbol} />
  if (!policy.coreSignals)
    return (
      <div className="flex min-w-0 flex-col gap-2">
        <Card aria-labelledby="plan-signals">
          <CardHeader
            id="plan-signals"
            title={t`Signals in your plan`}
            note={!isCurrent ? t`prices stopped` : policy.delaySeconds > 0 ? t`delayed by 1 minute` : t`real time`}
            actions={chooser}
          />
          <AgentRow agents={policy.agents} signals={signals ?? {}} />
          {policy.basicIndicators && <BasicIndicators symbol={symbol} />}
        </Card>
        <Card aria-labelledby="core-signals">
          <CardHeader id="core-signals" title={t`Core Agent Signals`} />
          <LockedState
            line
            title={t`All ${cards} agents are part of Elite and Master`}
            hint={t`Upgrade to see every agent, its reasons and the decision they lead to.`}
            action={
              <Link to="/plans" className={buttonClass('primary', 'sm')}>
                <Trans>Upgrade Plan</Trans>
              </Link>
            }
          />
        </Card>
      </div>
    )
  const further = FURTHER_CARDS.filter((agent) => signals?.[agent] !== undefined)
  return (
    <Panel id="core-signals" title={t`Core Agent Signals`} actions={chooser}>
      {signals === undefined ? (
        <LoadingState label={t`Fetching signals...`} className="min-h-24" />
      ) : (
        <AgentRow agents={CORE_CARDS} signals={signals} locked={locked} />
      )}
      {signals !== undefined && further.length > 0 && (
        <div className="border-t">
          <AgentRow agents={further} signals={signals} compact />
        </div>
      )}
    </Panel>
  )
}

/** Which index the agents and the decision are shown of. */
export function IndexChoice({ symbol, onSymbol }: Pick<SignalsPanelProps, 'symbol' | 'onSymbol'>) {
  const { t } = useLingui()
  return <Segments label={t`Index`} value={symbol} options={SYMBOLS} onChange={onSymbol} />
}
