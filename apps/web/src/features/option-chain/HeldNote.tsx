import { Trans } from '@lingui/react/macro'
import { useStore, type Store } from '../../lib/store.ts'
import type { LiveTrades } from '../active-trades/trade-connection.ts'

/** What the mark at a strike means, or why no strike has one. */
export function HeldNote({ live, anyHeld }: { live: Store<LiveTrades>; anyHeld: boolean }) {
  const isUnread = useStore(live, ({ trades, unread }) => trades === undefined && unread)
  return (
    <p role="status" className="border-t px-3 py-1.5 text-2xs text-ink-3 empty:hidden">
      {isUnread ? (
        <Trans>Couldn’t load your open trades: contracts you hold are not marked.</Trans>
      ) : (
        anyHeld && <Trans>◆ CE or ◆ PE beside a strike: you hold this contract.</Trans>
      )}
    </p>
  )
}
