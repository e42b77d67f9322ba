import { useLingui } from '@lingui/react'
import type { SoldAgent } from '@strikewise/plans/policy.ts'
import type { SignalsReply } from '@strikewise/wire/market.ts'
import { useId, useState } from 'react'
import { agentTitle } from '../../lib/agent-title.ts'
import { cx } from '../../ui/cx.ts'
import { AgentCard } from './AgentCard.tsx'
import { ReasonList } from './ReasonList.tsx'

interface AgentRowProps {
  agents: readonly SoldAgent[]
  signals: SignalsReply
  compact?: boolean
  /** No entry is made today in the user's account. */
  locked?: boolean
}

/** A row of agent cards; one at a time shows its reasons underneath. */
export function AgentRow({ agents, signals, compact = false, locked = false }: AgentRowProps) {
  const { i18n } = useLingui()
  const panelId = useId()
  const [opened, setOpened] = useState<SoldAgent>()
  return (
    <>
      <div
        className={cx(
          'grid gap-2 p-2.5',
          compact ? 'sm:grid-cols-2' : 'grid-cols-2 max-lg:[&>:last-child:nth-child(odd)]:col-span-2',
          agents.length === 5 ? 'lg:grid-cols-5' : agents.length === 2 ? 'lg:grid-cols-2' : 'lg:grid-cols-4',
        )}
      >
        {agents.map((agent) => (
          <AgentCard
            key={agent}
            agent={agent}
            signal={signals[agent]}
            open={opened === agent}
            compact={compact}
            panelId={panelId}
            locked={locked}
            onToggle={() => setOpened(opened === agent ? undefined : agent)}
          />
        ))}
      </div>
      <div id={panelId} className={cx(opened !== undefined && 'border-t')}>
        {opened !== undefined && <ReasonList title={agentTitle(i18n, opened)} signal={signals[opened]} />}
      </div>
    </>
  )
}
