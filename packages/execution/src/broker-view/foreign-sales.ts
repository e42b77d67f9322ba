// @invariant manual-sale-seen
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { BrokerOrder } from '../order/order.ts'
import { keyOf } from './position-key.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'

/** What had been sold of an order that is not ours. */
interface OthersSale {
  readonly filled: number
  /** Start of the first reading, or time of the update, that showed so much of it. */
  readonly seenAt: EpochMs
  /** From when on a reading of the positions shows all of it. */
  readonly shownFrom: EpochMs
  /** The same of the first units that were seen. */
  readonly firstShownFrom: EpochMs
  /** Contract and product. */
  readonly key: string
}

/** From when on readings of the positions show the sales of others in one contract and product. */
export interface SalesVisibleFrom {
  readonly allUnits: EpochMs
  /** The first units of each: a sale that goes on filling puts the rest off. */
  readonly firstUnits: EpochMs
}

/** The newest units that left a trade without an order of ours. */
interface Cut {
  /** Start of the reading of the positions that showed it. */
  readonly readAt: EpochMs
  readonly firstSeenAt: EpochMs
}

/** Which sight of our stop is new enough to fit it to what is left after a manual sale or conversion. */
export interface RequiredSight {
  /** From when on a sight is as new as what was sold; Infinity while no order book has shown that sale. */
  readonly from: number
  /** When what was sold became known. */
  readonly since: EpochMs
}

/** What orders that are not ours have sold, as the order book shows it, and what that took out of our trades. */
export class ForeignSales {
  readonly #bookLagMs: number
  readonly #sales = new Map<string, OthersSale>()
  readonly #cuts = new Map<string, Cut>()

  /** `bookLagMs`: how far positions may be behind the order book. */
  constructor(snapshotLagMs: number) {
    this.#bookLagMs = snapshotLagMs
  }

  /**
   * An order that is not ours as a sighting of `seenAt` shows it: positions read before then, or within the broker's lag of
   * its fill, may not show what it sold. Returns whether it has sold more than was known.
   */
  record({ orderId, side, filled, updatedAt, ...about }: BrokerOrder, seenAt: EpochMs): boolean {
    const before = this.#sales.get(orderId)
    if (side !== 'SELL' || filled <= (before?.filled ?? 0)) return false
    const shownFrom = Math.max(seenAt, (updatedAt ?? seenAt) + this.#bookLagMs) as EpochMs
    const firstShownFrom = before?.firstShownFrom ?? shownFrom
    this.#sales.set(orderId, { filled, seenAt, shownFrom, firstShownFrom, key: keyOf(about) })
    return true
  }

  /** From when on positions show such sales in a contract and product; undefined: none was seen. */
  visibleFrom(key: string): SalesVisibleFrom | undefined {
    let latest: SalesVisibleFrom | undefined
    for (const { key: of, shownFrom, firstShownFrom } of this.#sales.values())
      if (of === key)
        latest = {
          allUnits: Math.max(shownFrom, latest?.allUnits ?? 0) as EpochMs,
          firstUnits: Math.max(firstShownFrom, latest?.firstUnits ?? 0) as EpochMs,
        }
    return latest
  }

  /** Whether positions of `readAt` show that an order sold so many units. */
  isShown(orderId: string, units: number, readAt: EpochMs): boolean {
    const sale = this.#sales.get(orderId)
    return sale !== undefined && units <= sale.filled && sale.shownFrom <= readAt
  }

  /** Does `book`, which takes out of trades what positions of `readAt` lack, and remembers which it cut. */
  cutting<T>(unitOfWork: AccountUnitOfWork, readAt: EpochMs, now: EpochMs, book: () => T): T {
    const before = new Map(unitOfWork.state.held().map(({ id, manualExitQuantity }) => [id, manualExitQuantity]))
    const done = book()
    for (const { id, manualExitQuantity } of unitOfWork.state.held())
      if (manualExitQuantity > (before.get(id) ?? 0)) this.#cuts.set(id, { readAt, firstSeenAt: now })
    return done
  }

  /** Which sight of the trade's orders knows of what was last taken out of it; undefined: nothing was in this process. */
  requiredSight({ trade, fills }: TradeSnapshot): RequiredSight | undefined {
    const cut = this.#cuts.get(trade.id)
    if (cut === undefined) return undefined
    let from: number = cut.readAt
    for (const { isManual, orderId } of fills)
      if (isManual) from = Math.max(from, this.#sales.get(orderId)?.seenAt ?? Number.POSITIVE_INFINITY)
    return { from, since: cut.firstSeenAt }
  }

  forget(): void {
    this.#sales.clear()
    this.#cuts.clear()
  }
}
