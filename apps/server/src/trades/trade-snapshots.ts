import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { Bus } from '../bus/bus.ts'
import { snapshotOf, type Snapshot } from '../snapshots/snapshot.ts'
import { RecentReads } from './recent-reads.ts'
import type { TradeHistory } from './trade-history.ts'
import type { TradeViews } from './trade-views.ts'
import { originOf, type ChangeOrigin } from '../tracing/change-hint.ts'

/** A user's trades as they were last read, read again when the trader role shows they changed. */
export interface TradeSnapshots {
  active(userId: string, day: IstDate): Promise<Snapshot>
  log(userId: string, day: IstDate, closedOnly: boolean): Promise<Snapshot>
  /** What happened to one trade; undefined when the user has no such trade. */
  history(userId: string, tradeId: string): Promise<TradeHistory | undefined>
  /**
   * Calls `changed` whenever this user's trades may have changed, with what the hint shows of the change. Returns the function
   * that ends it.
   */
  watch(userId: string, changed: (origin: ChangeOrigin) => void): () => void
  close(): void
}

export function openTradeSnapshots(views: TradeViews, bus: Bus): TradeSnapshots {
  const recent = new RecentReads<Snapshot>()
  const stories = new RecentReads<TradeHistory | undefined>()
  const watchers = new Map<string, Set<(origin: ChangeOrigin) => void>>()

  const unsubscribe = bus.subscribe('trades.*', (subject, payload) => {
    const userId = subject.slice('trades.'.length)
    recent.forget(userId)
    stories.forget(userId)
    const changes = watchers.get(userId)
    if (changes === undefined) return
    const origin = originOf(payload)
    for (const changed of changes) changed(origin)
  })

  const remember = (userId: string, what: string, read: () => Promise<readonly unknown[]>) =>
    recent.get(userId, what, async () => snapshotOf(JSON.stringify(await read())))

  return {
    active: (userId, day) => remember(userId, `active ${day}`, () => views.activeTrades(userId, day)),
    log: (userId, day, closedOnly) =>
      remember(userId, `log ${day} ${closedOnly}`, () => views.tradeLogs(userId, day, closedOnly)),
    history: (userId, tradeId) => stories.get(userId, tradeId, () => views.history(userId, tradeId)),
    watch(userId, changed) {
      const set = watchers.get(userId) ?? new Set()
      set.add(changed)
      watchers.set(userId, set)
      return () => {
        set.delete(changed)
        if (set.size === 0) watchers.delete(userId)
      }
    },
    close: unsubscribe,
  }
}
