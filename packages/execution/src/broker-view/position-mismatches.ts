// @invariant manual-sale-seen
import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ExecutionConfig } from '../config.ts'
import type { BrokerPosition, Observer } from '../ports.ts'
import type { BrokerFill } from '../trade/fill.ts'
import type { Trade } from '../trade/trade.ts'
import {
  applyConversions,
  applyManualSales,
  haveMoved,
  positionMismatches,
  stillLacking,
  type PositionMismatch,
} from './apply-fills.ts'
import type { Alarms } from '../persist/alarms.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import type { ForeignSales } from './foreign-sales.ts'
import { PairedBooks } from './paired-books.ts'
import { keyOf } from './position-key.ts'
import { unitsSoldByOthers, type PositionsRead, type TradesRead } from './position-snapshot.ts'
import type { PollScheduler } from './poll-scheduler.ts'
import type { AccountState } from '../persist/state.ts'

/** Positions, and the trade book read after them. */
interface PositionsAndFills {
  readonly positions: PositionsRead | undefined
  readonly book: readonly BrokerFill[]
  /** Start of the reading of the trade book. */
  readonly readAt: EpochMs
}

interface Undecided {
  readonly missing: readonly PositionMismatch[]
  readonly evidence: PositionsAndFills
}

/** A reading of the positions or of the trade book that succeeded; `partial`: rows of it could not be read. */
export interface Shown<T> {
  readonly readAt: EpochMs
  readonly value: readonly T[]
  readonly partial: boolean
}

/**
 * Judges units that the broker's positions lack although, by our orders, they are held: what the trade book shows as sold by
 * the user, or what stands under another product, is taken out of its trades.
 */
export class PositionMismatches {
  readonly #bookLagMs: number
  readonly #pollScheduler: PollScheduler
  readonly #alarms: Alarms
  readonly #observer: Observer
  readonly #othersSales: ForeignSales
  readonly #paired = new PairedBooks()
  #positions: PositionsRead | undefined
  #trades: TradesRead | undefined
  #missing: readonly PositionMismatch[] = []
  /** When each contract and product was first read that the positions have shown smaller ever since. */
  readonly #missingSince = new Map<string, EpochMs>()
  /** The newest positions lack units, and an order of ours that moved since may have sold them. */
  #isTooEarly = false
  /** What the books could not explain while a sale of ours was in doubt, with the books that were read then. */
  #undecided: Undecided | undefined

  constructor(
    config: ExecutionConfig,
    pollScheduler: PollScheduler,
    alarms: Alarms,
    observer: Observer,
    foreignSellOrders: ForeignSales,
  ) {
    this.#bookLagMs = config.snapshotLagMs
    this.#pollScheduler = pollScheduler
    this.#alarms = alarms
    this.#observer = observer
    this.#othersSales = foreignSellOrders
  }

  /** The newest whole reading of the positions that succeeded. */
  get positions(): PositionsRead | undefined {
    return this.#positions
  }

  /** The newest whole reading of the trade book that succeeded. */
  get trades(): TradesRead | undefined {
    return this.#trades
  }

  /**
   * Since when units in a contract and product (`keyOf`) have been missing which no trade book has explained, or failed to
   * explain, yet: they may have been sold, or converted. Undefined: none are.
   */
  unjudgedSince(key: string): EpochMs | undefined {
    return this.#missing.some((one) => one.key === key) ? this.#missingSince.get(key) : undefined
  }

  /** Nothing the books have shown counts any more. */
  forget(): void {
    this.#missing = []
    this.#missingSince.clear()
    this.#isTooEarly = false
    this.#undecided = undefined
    this.#positions = undefined
    this.#trades = undefined
    this.#paired.forget()
  }

  /** Judges what is missing by a trade book whose trades of our own orders are booked. */
  judgeTrades(unitOfWork: AccountUnitOfWork, { readAt, value, partial }: Shown<BrokerFill>, now: EpochMs): void {
    if (!partial) {
      this.#trades = { readAt, value }
      this.#paired.addTrades(this.#trades)
    }
    const books = { positions: this.#positions, book: value, readAt }
    // Another reading of the trade book alone decides nothing about what waits for a doubt.
    const missing = this.#missing.length > 0 ? this.#missing : (this.#undecided?.missing ?? [])
    if (this.#explain(unitOfWork, missing, books, now) > 0) this.#observer.count('position_unexplained')
    const isOlder = this.#positions !== undefined && this.#positions.readAt > readAt
    const together = isOlder ? this.#newestPair() : books
    if (missing.length > 0 && together !== undefined) this.#checkConversions(unitOfWork, together, now)
    // A book that is older than the positions may lack what explains them: the one asked for since decides.
    if (!isOlder) this.#missing = []
  }

  /** Finds what positions lack, and judges it where the trade book at hand shows it. */
  judgePositions(unitOfWork: AccountUnitOfWork, { readAt, value, partial }: Shown<BrokerPosition>, now: EpochMs): void {
    const before = this.#positions?.value
    if (!partial) {
      this.#positions = { readAt, value }
      this.#paired.addPositions(this.#positions, this.#pollScheduler.lastStartOf('trades'))
    }
    const { missing, recheckAt: againAt } = positionMismatches(unitOfWork, value, readAt, this.#bookLagMs)
    this.#missing = missing
    this.#isTooEarly = againAt !== undefined
    for (const key of this.#missingSince.keys())
      if (!missing.some((one) => one.key === key)) this.#missingSince.delete(key)
    for (const { key } of missing) this.#missingSince.getOrInsert(key, now)
    // Until the trade book has its show too, what was undecided before stands.
    if (missing.length === 0) this.#undecided = undefined
    if (againAt !== undefined) this.#pollScheduler.request('positions', againAt)
    // Also where it is too early to decide: an order that ends unfilled makes this reading count.
    if (missing.length > 0 || againAt !== undefined) this.#pollScheduler.request('trades', now)
    // Asked for together, the trade book may have come first: nothing is sold meanwhile that is not held any more. It may
    // lack a sale of since, so units count as converted by it only where they have come to stand under another product.
    const books = partial ? undefined : this.#comparableBooks(missing)
    if (books === undefined) return
    this.#explain(unitOfWork, missing, books, now)
    if (before !== undefined && haveMoved(missing, before, value)) this.#checkConversions(unitOfWork, books, now)
    this.#missing = positionMismatches(unitOfWork, value, readAt, this.#bookLagMs).missing
  }

  /** A reading of the order book may show that the orders which moved rest as they did, so that the positions at hand count. */
  judgeIfSeen(unitOfWork: AccountUnitOfWork, now: EpochMs): void {
    if (this.#isTooEarly) this.judgeAgain(unitOfWork, now)
  }

  /**
   * What is missing may have been left unjudged while an order of ours might have sold it. Refused, or ended unfilled, it has
   * sold nothing, so the books at hand explain it, before another sale is planned for units that are not held any more: the
   * newest positions with a trade book, though newer ones have none yet. Where the newest began too early for that, the
   * positions are read again as soon as they can.
   */
  judgeAgain(unitOfWork: AccountUnitOfWork, now: EpochMs): void {
    const positions = this.#positions
    if (positions === undefined) return
    const { missing: lacking, recheckAt: againAt } = positionMismatches(
      unitOfWork,
      positions.value,
      positions.readAt,
      this.#bookLagMs,
    )
    this.#isTooEarly = againAt !== undefined
    if (againAt !== undefined) this.#pollScheduler.request('positions', againAt)
    // The trade book that was asked for as it was too early to decide may not have come yet.
    this.#missing = lacking
    const books = this.#newestPair()
    if (books?.positions === undefined) return
    const missing = this.#missingStill(unitOfWork, books.positions)
    if (missing.length === 0) return
    this.#explain(unitOfWork, missing, books, now)
    this.#checkConversions(unitOfWork, books, now)
  }

  /** What was undecided is checked again as the order book has settled doubts. */
  decide(unitOfWork: AccountUnitOfWork, now: EpochMs): void {
    const before = this.#undecided
    if (before === undefined) return
    if (this.#explain(unitOfWork, before.missing, before.evidence, now) > 0)
      this.#observer.count('position_unexplained')
    const { positions, book, readAt } = before.evidence
    if (positions === undefined || positions.readAt > readAt) return
    // The sale in doubt, had it sold, would have cut what is open.
    const missing = stillLacking(unitOfWork, before.missing, positions.value)
    this.#applyConversions(unitOfWork, missing, positions, book, now)
  }

  /**
   * Missing units of a trade's contract that are booked as sold manually as soon as no sale of ours is in doubt any more: what
   * the order book shows as another's sale was none of ours, whatever became of the order in doubt.
   */
  explainable(state: AccountState, trade: Trade, positions: PositionsRead): number {
    const waiting = this.#undecided?.missing.find(({ key }) => key === keyOf(trade))
    if (waiting === undefined) return 0
    const isShown = (orderId: string, units: number) => this.#othersSales.isShown(orderId, units, positions.readAt)
    return Math.min(waiting.units, unitsSoldByOthers(state, trade, this.#undecided!.evidence.book, isShown))
  }

  /** The newest positions and trade book, where they may explain what is missing: that book is not the older one. */
  #comparableBooks(missing: readonly PositionMismatch[]): PositionsAndFills | undefined {
    const positions = this.#positions
    const trades = this.#trades
    if (missing.length === 0 || positions === undefined || trades === undefined) return undefined
    if (positions.readAt > trades.readAt) return undefined
    return { positions, book: trades.value, readAt: trades.readAt }
  }

  /** The newest positions of which a trade book that is not older has come. */
  #newestPair(): PositionsAndFills | undefined {
    const pair = this.#paired.newest
    return pair && { positions: pair.positions, book: pair.trades.value, readAt: pair.trades.readAt }
  }

  /** What positions lack that the newest ones lack as well: units that have come back are not missing. */
  #missingStill(unitOfWork: AccountUnitOfWork, { value, readAt }: PositionsRead): readonly PositionMismatch[] {
    const { missing } = positionMismatches(unitOfWork, value, readAt, this.#bookLagMs)
    return this.#positions === undefined ? missing : stillLacking(unitOfWork, missing, this.#positions.value)
  }

  /** What the trade book, read after the positions, does not explain may stand under another product. */
  #checkConversions(unitOfWork: AccountUnitOfWork, { positions, book, readAt }: PositionsAndFills, now: EpochMs): void {
    if (positions === undefined || positions.readAt > readAt) return
    const missing = this.#missingStill(unitOfWork, positions)
    this.#applyConversions(unitOfWork, missing, positions, book, now)
  }

  #applyConversions(
    unitOfWork: AccountUnitOfWork,
    missing: readonly PositionMismatch[],
    positions: PositionsRead,
    book: readonly BrokerFill[],
    now: EpochMs,
  ): void {
    const converted = this.#othersSales.cutting(unitOfWork, positions.readAt, now, () =>
      applyConversions(unitOfWork, missing, positions.value, book),
    )
    for (const { tradeId, units } of converted) {
      const trade = unitOfWork.state.trade(tradeId)!
      const about = { contract: contractRef(trade.contract), units, portal: unitOfWork.broker.names.portal }
      this.#alarms.raise(unitOfWork, { code: 'alarm.converted', ...about }, trade, now)
    }
  }

  /** Answers how many units the trade book shows no sale of. */
  #explain(
    unitOfWork: AccountUnitOfWork,
    missing: readonly PositionMismatch[],
    books: PositionsAndFills,
    now: EpochMs,
  ): number {
    const { positions, book } = books
    const lacking = positions === undefined ? missing : stillLacking(unitOfWork, missing, positions.value)
    const { unexplained, undecided } = this.#othersSales.cutting(
      unitOfWork,
      positions?.readAt ?? books.readAt,
      now,
      () => applyManualSales(unitOfWork, lacking, book),
    )
    this.#undecided = undecided.length > 0 ? { missing: undecided, evidence: books } : undefined
    return unexplained
  }
}
