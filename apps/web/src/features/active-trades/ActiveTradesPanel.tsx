import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { EmptyState, LoadingState } from '../../ui/states.tsx'
import { ActiveTradesTable } from './ActiveTradesTable.tsx'
import { BADGE_TEXTS, type SocketStatus } from './trade-socket.ts'
import { useActiveTrades } from './useActiveTrades.ts'

const BADGE_TONES = {
  idle: 'quiet',
  connecting: 'info',
  open: 'up',
  error: 'down',
  closed: 'warn',
} satisfies Record<SocketStatus, Tone>

export function ActiveTradesPanel({ uid }: { uid: string }) {
  const { status, trades } = useActiveTrades(uid)
  return (
    <Card aria-labelledby="active-trades">
      <CardHeader
        id="active-trades"
        title="Live Active Trades"
        actions={
          <span role="status" aria-label={`Connection: ${BADGE_TEXTS[status]}`}>
            <Badge tone={BADGE_TONES[status]} dot={status === 'open' ? 'pulse' : true}>
              {BADGE_TEXTS[status]}
            </Badge>
          </span>
        }
      />
      {trades === undefined ? (
        <LoadingState label="Loading..." className="min-h-44" />
      ) : trades.length === 0 ? (
        <EmptyState title="No Active Trades" hint="Awaiting trade entry..." className="min-h-44" />
      ) : (
        <ActiveTradesTable trades={trades} />
      )}
    </Card>
  )
}
