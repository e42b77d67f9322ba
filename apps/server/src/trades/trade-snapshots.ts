import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { Bus } from '../bus/bus.ts'
import { snapshotOf, type Snapshot } from '../snapshots/snapshot.ts'
import type { TradeViews } from './trade-views.ts'

const MOST_USERS = 5000
/** A hint can get lost, so what is remembered is read again now and then. */
const BELIEVED_MS = 5000

interface Remembered {
  readonly until: number
  readonly snapshot: Promise<Snapshot>
}

/** A user's trades as they were last read, read again when the trader role says they changed. */
export interface TradeSnapshots {
  active(userId: string, day: IstDate): Promise<Snapshot>
  log(userId: string, day: IstDate, closedOnly: boolean): Promise<Snapshot>
  /** Calls `changed` whenever this user's trades may have changed. Returns the function that ends it. */
  watch(userId: string, changed: () => void): () => void
  close(): void
}

export function openTradeSnapshots(views: TradeViews, bus: Bus): TradeSnapshots {
  const users = new Map<string, Map<string, Remembered>>()
  const watchers = new Map<string, Set<() => void>>()

  const unsubscribe = bus.subscribe('trades.*', (subject) => {
    const userId = subject.slice('trades.'.length)
    users.delete(userId)
    for (const changed of watchers.get(userId) ?? []) changed()
  })

  const remember = (userId: string, what: string, read: () => Promise<readonly unknown[]>): Promise<Snapshot> => {
    let known = users.get(userId)
    if (known === undefined) {
      // The longest unused goes first: a map keeps its keys in the order they were set.
      if (users.size >= MOST_USERS) users.delete(users.keys().next().value!)
      known = new Map()
      users.set(userId, known)
    }
    const now = performance.now()
    const last = known.get(what)
    if (last !== undefined && last.until > now) return last.snapshot
    // A user asks for today and little else; old days must not pile up.
    if (known.size >= 8) known.clear()
    const snapshot = read().then((rows) => snapshotOf(JSON.stringify(rows)))
    known.set(what, { until: now + BELIEVED_MS, snapshot })
    snapshot.catch(() => known.delete(what))
    return snapshot
  }

  return {
    active: (userId, day) => remember(userId, `active ${day}`, () => views.activeTrades(userId, day)),
    log: (userId, day, closedOnly) =>
      remember(userId, `log ${day} ${closedOnly}`, () => views.tradeLogs(userId, day, closedOnly)),
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
