// @invariant old-book-proves-nothing
// @invariant impossible-state-locks
// @invariant expired-token-reported An expired token is reported at the first reading that meets it; the stop rests,
//   and the next login records what happened.
import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ExecutionConfig } from '../config.ts'
import type { InDoubtEvidence, SnapshotStart } from '../intent/doubt.ts'
import { endedUnfilled, isTerminal, type BrokerOrder, type OrderRecord } from '../order/order.ts'
import type { BrokerFunds, BrokerUpdate, Observer } from '../ports.ts'
import type { BrokerFill } from '../trade/fill.ts'
import { matchesTagFormat } from '../intent/tag.ts'
import { isFresh, isOlderState, mayLackChange, type SnapshotAge, maxBookAgeMs } from './order-book-age.ts'
import { knownForeignTrades, lacksForeignFills } from './read-foreign-trades.ts'
import { applyOrderAck, reconcileOrder, resolveDoubt } from './reconcile-order.ts'
import { alarmRejectedAccess } from './rejected-access.ts'
import { recountResults } from './recount-results.ts'
import { applyFills, restoreManualFills } from './apply-fills.ts'
import { reportedAt, type BrokerEvent, type BrokerSnapshot } from './broker-event.ts'
import { positionEvidenceOf } from './position-evidence.ts'
import { keyOf } from './position-key.ts'
import type { Alarms } from '../persist/alarms.ts'
import { alarmExpiredLogin } from './expired-login.ts'
import type { Invariants } from './invariants.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import { findLostIntent } from './lost-intents.ts'
import { ForeignSales } from './foreign-sales.ts'
import { isNews, KnownStates } from './known-states.ts'
import { ShownChanges } from './shown-changes.ts'
import { PositionMismatches } from './position-mismatches.ts'
import type { PositionsRead, TradesRead } from './position-snapshot.ts'
import { SNAPSHOT_KINDS, type PollScheduler, type SnapshotKind } from './poll-scheduler.ts'
import type { AccountState } from '../persist/state.ts'
import { hasOpenForeignTrades, type ForeignTrades } from '../trade/foreign-trades.ts'
import { hasUnexplainedUnits } from './unexplained-units.ts'

/** A call just accepted is checked soon: what is asked for at once has filled, or did not and is cancelled. */
const FIRST_POLL_MS = 300

/** Takes in what the broker shows of one account, and remembers what it has shown. */
export class BrokerReconciler {
  readonly #config: ExecutionConfig
  readonly #pollScheduler: PollScheduler
  readonly #alarms: Alarms
  readonly #invariants: Invariants
  readonly #observer: Observer
  readonly #watches = new Map<string, InDoubtEvidence>()
  readonly #polledKinds = new Set<SnapshotKind>()
  readonly #knownStates = new KnownStates()
  readonly #changes = new ShownChanges()
  /** Start of the reading that last showed a new fill of ours, by contract and product. */
  readonly #fillsShown = new Map<string, EpochMs>()
  /** A call or an order of ours has come to nothing since the books were last judged. */
  #cameToNothing = false
  #snapshotsReadAt: EpochMs | undefined
  /** Since when a doubt waits for positions and trades before the order book can settle it. */
  #doubtWaitsSince: EpochMs | undefined
  #othersOpenSales: readonly BrokerOrder[] = []
  /** The newest reading of the order book that succeeded and was whole. */
  #wholeBook: readonly BrokerOrder[] = []
  /** The newest reading shows orders that look like ours and have no row, and nothing holds the entries for them yet. */
  #hasLostOrders = false
  readonly foreignSellOrders: ForeignSales
  readonly #mismatches: PositionMismatches
  #freshAt: EpochMs | undefined
  /** The newest reading of the broker's funds. */
  funds: (BrokerFunds & { readonly readAt: EpochMs }) | undefined

  constructor(
    config: ExecutionConfig,
    pollScheduler: PollScheduler,
    alarms: Alarms,
    invariants: Invariants,
    observer: Observer,
  ) {
    this.#config = config
    this.#pollScheduler = pollScheduler
    this.#alarms = alarms
    this.#invariants = invariants
    this.#observer = observer
    this.foreignSellOrders = new ForeignSales(config.snapshotLagMs)
    this.#mismatches = new PositionMismatches(config, pollScheduler, alarms, observer, this.foreignSellOrders)
  }

  /** Start of the newest reading of the order book that succeeded. */
  get snapshotsReadAt(): EpochMs | undefined {
    return this.#snapshotsReadAt
  }

  /** The newest reading of the positions that succeeded. */
  get positions(): PositionsRead | undefined {
    return this.#mismatches.positions
  }

  /** The newest reading of the trade book that succeeded. */
  get trades(): TradesRead | undefined {
    return this.#mismatches.trades
  }

  /** What the user traded today without the product, as the newest books show it, or as it was stored before. */
  foreignTrades(state: AccountState): ForeignTrades {
    return knownForeignTrades(state, this.trades, this.positions, this.#config.broker)
  }

  /** Whether the user holds something bought or sold today without the product: its price counts towards the limits. */
  isUserHolding(state: AccountState): boolean {
    return hasOpenForeignTrades(this.foreignTrades(state))
  }

  /** Sell orders that are not ours and still worked when the book was last read. */
  get foreignOpenSales(): readonly BrokerOrder[] {
    return this.#othersOpenSales
  }

  /** Since when units in a contract and product have been missing that no trade book has judged yet; undefined: none are. */
  unjudgedSince(key: string): EpochMs | undefined {
    return this.#mismatches.unjudgedSince(key)
  }

  /** From when on positions in a contract and product are as new as its fills of ours; undefined: no new one was shown. */
  fillsShownAt(key: string): EpochMs | undefined {
    return this.#fillsShown.get(key)
  }

  /**
   * Whether the books are known well enough to enter: each was read since the start, the order book lately, fresh and `since`
   * the account stood still, and it shows who bought what the positions hold. Older ones may hide what an entry must know (F12).
   */
  hasFreshSnapshots(state: AccountState, now: EpochMs, since: EpochMs): boolean {
    if (this.#hasLostOrders || (this.#freshAt ?? 0) < Math.max(since, now - maxBookAgeMs(state))) return false
    if (!this.#polledKinds.has('positions') || !this.#polledKinds.has('trades')) return false
    if (lacksForeignFills(state, this.#wholeBook, this.trades, this.#config.broker)) return false
    return !hasUnexplainedUnits(state, this.positions?.value ?? [], this.#wholeBook)
  }

  /**
   * Nothing the books have shown counts any more: the account begins again from its rows. Only what fresh readings lacked
   * stands: under one lease no one else has sent anything, and a doubt that begins again leaves a position without its stop.
   */
  forget(state: AccountState): void {
    this.#knownStates.forget()
    this.#fillsShown.clear()
    this.#polledKinds.clear()
    this.#cameToNothing = false
    this.#mismatches.forget()
    this.#othersOpenSales = []
    this.#wholeBook = []
    this.#hasLostOrders = false
    this.foreignSellOrders.forget()
    this.#changes.restart(state)
    this.#snapshotsReadAt = undefined
    this.#doubtWaitsSince = undefined
    this.#freshAt = undefined
  }

  reconcile(unitOfWork: AccountUnitOfWork, event: BrokerEvent, now: EpochMs): void {
    this.#reconcileEvent(unitOfWork, event, now)
    if (!this.#cameToNothing) return
    this.#cameToNothing = false
    this.#mismatches.judgeAgain(unitOfWork, now)
  }

  #reconcileEvent(unitOfWork: AccountUnitOfWork, event: BrokerEvent, now: EpochMs): void {
    switch (event.type) {
      case 'answer': {
        if (event.answer.type === 'refused') {
          alarmRejectedAccess(unitOfWork, this.#alarms, event.intentId, event.answer, now)
          this.#cameToNothing = true
        }
        applyOrderAck(unitOfWork, event.intentId, event.answer, now, this.#config.callTimeoutMs)
        this.#observer.count('broker_answers', { type: event.answer.type })
        const soon = event.answer.type === 'accepted' ? FIRST_POLL_MS : 0
        this.#pollScheduler.request('orders', (now + soon) as EpochMs)
        return
      }
      case 'update':
        this.#reconcileUpdate(unitOfWork, event.update, now)
        return
      case 'history': {
        const newest = event.result.ok ? event.result.value.at(-1) : undefined
        if (newest === undefined) this.#observer.count('broker_reads_failed', { kind: 'history', code: 'unavailable' })
        else this.#reconcileOrder(unitOfWork, newest, event.readStartedAt.at, now)
        return
      }
      case 'reading':
        this.#reconcileSnapshot(unitOfWork, event.snapshot, event.readStartedAt, now)
        return
    }
  }

  #reconcileUpdate(unitOfWork: AccountUnitOfWork, update: BrokerUpdate, now: EpochMs): void {
    if (update.type === 'login') this.#pollScheduler.resetBackoff()
    if (update.type === 'look' || update.type === 'login')
      for (const kind of SNAPSHOT_KINDS) this.#pollScheduler.request(kind, now)
    else if (update.type === 'moved') this.#pollScheduler.request('orders', now)
    else if (!this.#reconcileOrder(unitOfWork, update.order, reportedAt(update.order, now), now)) {
      this.#recordForeign(update.order, now, now)
      this.#foreignMoved(unitOfWork, update.order, now)
    }
  }

  /** Answers whether the order is one of ours. */
  #reconcileOrder(unitOfWork: AccountUnitOfWork, order: BrokerOrder, at: EpochMs, now: EpochMs): boolean {
    const before = unitOfWork.state.order(order.orderId)
    const soldBefore = before?.filled ?? 0
    const snapshotContext = reconcileOrder(unitOfWork, order, at, now, this.#config.callTimeoutMs)
    const after = unitOfWork.state.order(order.orderId)
    if (after !== undefined) this.#changes.record(unitOfWork.state, after)
    if (after !== undefined && isNews(before, after)) {
      this.#knownStates.record(before, after, at)
      if (endedUnfilled(after)) this.#cameToNothing = true
    }
    if (snapshotContext === 'contradicts') this.#observer.count('order_contradicts')
    if (snapshotContext === 'second_order') {
      const trade = unitOfWork.state.trade(unitOfWork.state.order(order.orderId)!.tradeId)
      this.#invariants.broken(unitOfWork, { code: 'alarm.second_order', order: order.orderId }, trade, now)
    }
    if (snapshotContext !== 'ours' && snapshotContext !== 'second_order') return false
    this.#checkShort(unitOfWork, unitOfWork.state.order(order.orderId)!, soldBefore, now)
    return true
  }

  /** Notified as it happens and in the same transaction, so that it is notified once and never missed. */
  #checkShort(unitOfWork: AccountUnitOfWork, order: OrderRecord, soldBefore: number, now: EpochMs): void {
    if (order.side !== 'SELL' || order.filled <= soldBefore) return
    const { trade, open } = unitOfWork.state.view(order.tradeId)
    if (open >= 0) return
    const alarm = { code: 'alarm.short', contract: contractRef(trade.contract), units: -open } as const
    this.#invariants.broken(unitOfWork, alarm, trade, now)
  }

  #reconcileSnapshot(
    unitOfWork: AccountUnitOfWork,
    snapshot: BrokerSnapshot,
    started: SnapshotStart,
    now: EpochMs,
  ): void {
    const startedAt = started.at
    if (!snapshot.result.ok) {
      this.#observer.count('broker_reads_failed', { kind: snapshot.kind, code: snapshot.result.code })
      if (snapshot.result.code === 'token_expired') alarmExpiredLogin(unitOfWork, this.#alarms, now)
      return
    }
    this.#polledKinds.add(snapshot.kind)
    const isPartial = snapshot.result.partial === true
    switch (snapshot.kind) {
      case 'orders': {
        const orders = snapshot.result.value
        const isOld = isOlderState(
          unitOfWork,
          orders,
          startedAt,
          this.#config.snapshotLagMs,
          this.#knownStates,
          this.#changes,
        )
        if (isOld) this.#observer.count('books_older_than_known')
        const isUnclear = mayLackChange(unitOfWork, orders, startedAt, this.#config.snapshotLagMs, this.#changes)
        // Our tag proves whose an order is: beside it, one without a tag that an answer named is another's.
        const taggedFirst = orders.toSorted((a, b) => Number(a.tag === null) - Number(b.tag === null))
        const unknown = taggedFirst.filter((order) => !this.#reconcileOrder(unitOfWork, order, startedAt, now))
        const restored = this.#restoreIntents(unitOfWork, unknown, startedAt, now)
        const others = unknown.filter(({ orderId }) => !restored.has(orderId))
        const lost = others.filter(({ tag }) => matchesTagFormat(tag) && unitOfWork.state.byTag(tag) === undefined)
        const isLocked = lost.map((order) => this.#onLostOrder(unitOfWork, order, now)).every(Boolean)
        this.#hasLostOrders = !isLocked || (isPartial && this.#hasLostOrders)
        for (const order of others) this.#recordForeign(order, startedAt, now)
        this.#othersOpenSales = others.filter(({ side, phase }) => side === 'SELL' && !isTerminal(phase))
        const isCurrent = !isOld && isFresh(unitOfWork, orders, startedAt, this.#config.snapshotLagMs)
        const age: SnapshotAge = isPartial ? 'incomplete' : !isCurrent ? 'old' : isUnclear ? 'unclear' : 'fresh'
        const doubts = resolveDoubt(
          unitOfWork,
          this.#watches,
          started,
          age,
          now,
          positionEvidenceOf(unitOfWork.state, this.#mismatches, orders),
        )
        this.#doubtWaitsSince = doubts === 'needs_positions' ? now : undefined
        if (doubts !== 'settled')
          for (const kind of ['positions', 'trades'] as const) this.#pollScheduler.request(kind, now)
        // Before anything is planned: what was sold manually meanwhile needs no stop any more.
        this.#mismatches.decide(unitOfWork, now)
        this.#mismatches.judgeIfSeen(unitOfWork, now)
        this.#snapshotsReadAt = startedAt
        if (age === 'fresh') this.#freshAt = startedAt
        if (!isPartial) this.#checkUnexplained(unitOfWork, orders, now)
        return
      }
      case 'trades': {
        const fills = snapshot.result.value
        this.#recordShownFills(unitOfWork, fills, startedAt)
        for (const orderId of applyFills(unitOfWork, fills))
          this.#knownStates.record(undefined, unitOfWork.state.order(orderId)!, startedAt)
        restoreManualFills(unitOfWork, fills)
        recountResults(unitOfWork, now)
        this.#mismatches.judgeTrades(unitOfWork, { readAt: startedAt, value: fills, partial: isPartial }, now)
        this.#requestOrdersForDoubts(now)
        return
      }
      case 'positions': {
        const shown = { readAt: startedAt, value: snapshot.result.value, partial: isPartial }
        this.#mismatches.judgePositions(unitOfWork, shown, now)
        this.#requestOrdersForDoubts(now)
        return
      }
      case 'funds':
        this.funds = { ...snapshot.result.value, readAt: startedAt }
        return
    }
  }

  /** Positions that the order book does not explain hold the entries: they are read again, as they may have been sold since. */
  #checkUnexplained({ state }: AccountUnitOfWork, book: readonly BrokerOrder[], now: EpochMs): void {
    this.#wholeBook = book
    // What the user traded counts towards the limits as soon as the order book shows it.
    if (lacksForeignFills(state, book, this.trades, this.#config.broker))
      for (const kind of ['trades', 'positions'] as const) this.#pollScheduler.request(kind, now)
    if (!hasUnexplainedUnits(state, this.positions?.value ?? [], book)) return
    this.#observer.count('positions_without_order')
    this.#pollScheduler.request('positions', now)
  }

  /**
   * Asks for the order book once both readings that a doubt waits for are here: until the next poll a position may be without
   * its stop. Where they do not agree it is not asked for again: books that lag need time, not more calls.
   */
  #requestOrdersForDoubts(now: EpochMs): void {
    const { positions, trades } = this.#mismatches
    const since = this.#doubtWaitsSince
    if (since === undefined || positions === undefined || trades === undefined) return
    if (Math.min(positions.readAt, trades.readAt) < since) return
    this.#doubtWaitsSince = undefined
    this.#pollScheduler.request('orders', now)
  }

  /** Fills of ours that the trade book has not shown before: books that lag show the positions no sooner. */
  #recordShownFills({ state }: AccountUnitOfWork, book: readonly BrokerFill[], readAt: EpochMs): void {
    for (const fill of book) {
      const tradeId = state.order(fill.orderId)?.tradeId
      if (tradeId !== undefined && !state.hasFill({ ...fill, tradeId })) this.#fillsShown.set(keyOf(fill), readAt)
    }
  }

  /** When the state of an order was learned: by this process, or before it began. */
  firstSeenAt(order: OrderRecord): EpochMs {
    return this.#knownStates.firstSeenAt(order)
  }

  /** Writes the intents again that no row has, though the book shows their orders and a row their trade. Returns these. */
  #restoreIntents(
    unitOfWork: AccountUnitOfWork,
    unknown: readonly BrokerOrder[],
    startedAt: EpochMs,
    now: EpochMs,
  ): ReadonlySet<string> {
    const restored = new Set<string>()
    if (!unitOfWork.lease.held()) return restored
    for (
      let lost = findLostIntent(unitOfWork, unknown, now, this.#config.broker);
      lost !== undefined;
      lost = findLostIntent(unitOfWork, unknown, now, this.#config.broker)
    ) {
      const { order, intent, trade } = lost
      // Stored with what the order shows of it.
      unitOfWork.state.apply({ type: 'intent', intent })
      this.#reconcileOrder(unitOfWork, order, startedAt, now)
      restored.add(order.orderId)
      const alarm = { code: 'alarm.order_restored', contract: contractRef(trade.contract) } as const
      this.#invariants.broken(unitOfWork, alarm, trade, now)
    }
    return restored
  }

  /**
   * An order that looks like ours, without a row: rows were lost (a store restored to an earlier instant, fault F44), or another
   * installation trades here. It is left alone; what the day has lost, or holds, is not known by the rows, so entries wait
   * for the next session. Who may not lead may miss rows that are there, and reads again. True: a lock holds the entries.
   */
  #onLostOrder(unitOfWork: AccountUnitOfWork, { orderId, tradingsymbol }: BrokerOrder, now: EpochMs): boolean {
    const isLeading = unitOfWork.lease.held()
    const alarm = { code: 'alarm.unknown_tag', contract: tradingsymbol, order: orderId } as const
    if (isLeading) this.#invariants.broken(unitOfWork, alarm, undefined, now)
    else this.#pollScheduler.request('orders', (now + this.#config.pollLiveMs) as EpochMs)
    return isLeading
  }

  /** What someone else sold may have made the account short, in whichever contract: an entry must know of it. */
  #recordForeign(order: BrokerOrder, seenAt: EpochMs, now: EpochMs): void {
    if (this.foreignSellOrders.record(order, seenAt)) this.#pollScheduler.request('positions', now)
  }

  /** Someone else's order moved: if it is in a contract we hold, the position may have changed. */
  #foreignMoved(unitOfWork: AccountUnitOfWork, order: BrokerOrder, now: EpochMs): void {
    const holds = unitOfWork.state.held().some((one) => one.contract.tradingsymbol === order.tradingsymbol)
    if (holds) this.#pollScheduler.request('positions', now)
  }
}
