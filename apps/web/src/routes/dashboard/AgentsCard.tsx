import { useLingui } from '@lingui/react/macro'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import type { Me } from '@strikewise/wire/account.ts'
import { Contributions } from '../../features/decision/Contributions.tsx'
import { IndexChoice, SignalsPanel } from '../../features/signals/SignalsPanel.tsx'
import { canNow } from '../../lib/plan-access.ts'
import { Panel } from '../../ui/Panel.tsx'

interface AgentsCardProps {
  me: Me
  plan: Plan
  symbol: IndexSymbol
  onSymbol: (symbol: IndexSymbol) => void
}

/** What each agent adds to the newest decision; the signals of the plan where it has no decisions. */
export function AgentsCard({ me, plan, symbol, onSymbol }: AgentsCardProps) {
  const { t } = useLingui()
  if (!canNow(me, 'see_core_signals'))
    return <SignalsPanel plan={plan} symbol={symbol} onSymbol={onSymbol} locked={me.day_lock !== null} />
  return (
    <Panel
      id="contributions"
      title={t`What each agent adds`}
      actions={<IndexChoice symbol={symbol} onSymbol={onSymbol} />}
    >
      <Contributions symbol={symbol} />
    </Panel>
  )
}
