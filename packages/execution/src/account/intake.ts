// @invariant old-book-proves-nothing
// @invariant impossible-state-locks
// @invariant dead-token-reported An expired token is reported at the first reading that meets it; the stop rests,
//   and the next login records what happened.
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ExecutionConfig } from '../config.ts'
import type { DoubtWatch, ReadingStart } from '../intent/doubt.ts'
import type { Answer, Read } from '../order/answer.ts'
import { endedUnfilled, isTerminal, type BrokerOrder, type OrderRecord } from '../order/order.ts'
import type { BrokerFunds, BrokerPosition, BrokerUpdate, Observer } from '../ports.ts'
import { unitsOf, type BrokerFill } from '../trade/fill.ts'
import { hasOurForm } from '../intent/tag.ts'
import { absorbAnswer, absorbOrder, isFresh, settleDoubt, showsOlderState, type Beside } from './absorb.ts'
import { absorbFills, keyOf, restoreHandFills } from './absorb-fills.ts'
import type { Alarms } from './alarms.ts'
import { alarmDeadLogin } from './dead-login.ts'
import type { Invariants } from './invariants.ts'
import type { Ledger } from './ledger.ts'
import { findLostIntent } from './lost-intents.ts'
import { contractName } from './notes.ts'
import { OthersSales } from './others-sales.ts'
import { PositionMismatches } from './position-mismatches.ts'
import { missingUnits, netOf, type PositionsRead, type TradesRead } from './positions.ts'
import { READ_KINDS, type Reader, type ReadKind } from './reader.ts'

export type Reading =
  | { readonly kind: 'orders'; readonly result: Read<readonly BrokerOrder[]> }
  | { readonly kind: 'trades'; readonly result: Read<readonly BrokerFill[]> }
  | { readonly kind: 'positions'; readonly result: Read<readonly BrokerPosition[]> }
  | { readonly kind: 'funds'; readonly result: Read<BrokerFunds> }

/** What arrives for an account between its turns. */
export type Mail =
  | { readonly type: 'answer'; readonly intentId: string; readonly answer: Answer }
  | { readonly type: 'reading'; readonly started: ReadingStart; readonly reading: Reading }
  | { readonly type: 'update'; readonly update: BrokerUpdate }
  | { readonly type: 'history'; readonly started: ReadingStart; readonly result: Read<readonly BrokerOrder[]> }

/** A call just accepted is looked at soon: an IOC order is over at once. */
const FIRST_LOOK_MS = 300
/** How old the last fresh reading of the order book may be for an entry: two idle polls and a slow answer. */
const BOOK_MAX_AGE_MS = 15_000

/** Takes in what the broker says of one account, and remembers what it has shown. */
export class Intake {
  readonly #config: ExecutionConfig
  readonly #reader: Reader
  readonly #alarms: Alarms
  readonly #invariants: Invariants
  readonly #observer: Observer
  readonly #watches = new Map<string, DoubtWatch>()
  readonly #seen = new Set<ReadKind>()
  /** When the present state of each order was learned. */
  readonly #learned = new Map<string, EpochMs>()
  /** Start of the reading that last showed a new fill of ours, by contract and product. */
  readonly #fillsShown = new Map<string, EpochMs>()
  /** A call or an order of ours has come to nothing since the books were last judged. */
  #cameToNothing = false
  #booksReadAt: EpochMs | undefined
  /** Since when a doubt waits for positions and trades before the order book can settle it. */
  #doubtWaitsSince: EpochMs | undefined
  #othersOpenSales: readonly BrokerOrder[] = []
  readonly othersSales: OthersSales
  readonly #mismatches: PositionMismatches
  #freshAt: EpochMs | undefined
  /** The newest reading of the broker's funds. */
  funds: (BrokerFunds & { readonly readAt: EpochMs }) | undefined

  constructor(config: ExecutionConfig, reader: Reader, alarms: Alarms, invariants: Invariants, observer: Observer) {
    this.#config = config
    this.#reader = reader
    this.#alarms = alarms
    this.#invariants = invariants
    this.#observer = observer
    this.othersSales = new OthersSales(config.bookLagMs)
    this.#mismatches = new PositionMismatches(config, reader, alarms, observer, this.othersSales)
  }

  /** Start of the newest reading of the order book that succeeded. */
  get booksReadAt(): EpochMs | undefined {
    return this.#booksReadAt
  }

  /** The newest reading of the positions that succeeded. */
  get positions(): PositionsRead | undefined {
    return this.#mismatches.positions
  }

  /** The newest reading of the trade book that succeeded. */
  get trades(): TradesRead | undefined {
    return this.#mismatches.trades
  }

  /** Sell orders that are not ours and still worked when the book was last read. */
  get othersOpenSales(): readonly BrokerOrder[] {
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
   * Whether the books are known well enough to enter: each was read since the start, and the order book lately and
   * fresh. A book that lags or fails may hide what an entry must know (fault F12).
   */
  knowsBooks(now: EpochMs): boolean {
    if (this.#freshAt === undefined || now - this.#freshAt > BOOK_MAX_AGE_MS) return false
    return this.#seen.has('positions') && this.#seen.has('trades')
  }

  /**
   * Nothing the books have shown counts any more: the account begins again from its rows. Only what fresh readings lacked
   * stands: under one lease nobody else has sent anything, and a doubt that begins again leaves a position without its stop.
   */
  forget(): void {
    this.#learned.clear()
    this.#fillsShown.clear()
    this.#seen.clear()
    this.#cameToNothing = false
    this.#mismatches.forget()
    this.#othersOpenSales = []
    this.othersSales.forget()
    this.#booksReadAt = undefined
    this.#doubtWaitsSince = undefined
    this.#freshAt = undefined
  }

  absorb(ledger: Ledger, mail: Mail, now: EpochMs): void {
    this.#absorbMail(ledger, mail, now)
    if (!this.#cameToNothing) return
    this.#cameToNothing = false
    this.#mismatches.judgeAgain(ledger, now)
  }

  #absorbMail(ledger: Ledger, mail: Mail, now: EpochMs): void {
    switch (mail.type) {
      case 'answer': {
        if (mail.answer.type === 'refused') {
          this.#heardRefusal(ledger, mail.intentId, mail.answer, now)
          this.#cameToNothing = true
        }
        absorbAnswer(ledger, mail.intentId, mail.answer, now, this.#config.callTimeoutMs)
        this.#observer.count('broker_answers', { type: mail.answer.type })
        const soon = mail.answer.type === 'accepted' ? FIRST_LOOK_MS : 0
        this.#reader.request('orders', (now + soon) as EpochMs)
        return
      }
      case 'update':
        this.#absorbUpdate(ledger, mail.update, now)
        return
      case 'history': {
        const newest = mail.result.ok ? mail.result.value.at(-1) : undefined
        if (newest === undefined) this.#observer.count('broker_reads_failed', { kind: 'history', code: 'unavailable' })
        else this.#absorbOrder(ledger, newest, mail.started.at, now)
        return
      }
      case 'reading':
        this.#reader.end(mail.reading.kind, mail.reading.result)
        this.#absorbReading(ledger, mail.reading, mail.started, now)
        return
    }
  }

  #absorbUpdate(ledger: Ledger, update: BrokerUpdate, now: EpochMs): void {
    if (update.type === 'login') this.#reader.forgive(now)
    if (update.type === 'look' || update.type === 'login')
      for (const kind of READ_KINDS) this.#reader.request(kind, now)
    else if (update.type === 'moved') this.#reader.request('orders', now)
    else if (!this.#absorbOrder(ledger, update.order, saidAt(update.order, now), now)) {
      this.othersSales.note(update.order, now)
      this.#foreignMoved(ledger, update.order, now)
    }
  }

  /** Answers whether the order is one of ours. */
  #absorbOrder(ledger: Ledger, order: BrokerOrder, at: EpochMs, now: EpochMs): boolean {
    const before = ledger.state.order(order.orderId)
    const soldBefore = before?.filled ?? 0
    const sight = absorbOrder(ledger, order, at, now, this.#config.callTimeoutMs)
    const after = ledger.state.order(order.orderId)
    if (after !== undefined && isNews(before, after)) {
      this.#learned.set(after.orderId, at)
      if (endedUnfilled(after)) this.#cameToNothing = true
    }
    if (sight === 'contradicts') this.#observer.count('order_contradicts')
    if (sight === 'second_order') {
      const trade = ledger.state.trade(ledger.state.order(order.orderId)!.tradeId)
      const text = `The broker shows a second order, ${order.orderId}, for one request of ours.`
      this.#invariants.broken(ledger, 'second_order', trade, text, now)
    }
    if (sight !== 'ours' && sight !== 'second_order') return false
    this.#checkShort(ledger, ledger.state.order(order.orderId)!, soldBefore, now)
    return true
  }

  /** Told as it happens and in the same writing, so that it is told once and never missed. */
  #checkShort(ledger: Ledger, order: OrderRecord, soldBefore: number, now: EpochMs): void {
    if (order.side !== 'SELL' || order.filled <= soldBefore) return
    const { trade, open } = ledger.state.view(order.tradeId)
    if (open >= 0) return
    const text = `${-open} units of ${order.tradingsymbol} more were sold than bought.`
    this.#invariants.broken(ledger, 'short', trade, text, now)
  }

  #absorbReading(ledger: Ledger, reading: Reading, started: ReadingStart, now: EpochMs): void {
    const startedAt = started.at
    if (!reading.result.ok) {
      this.#observer.count('broker_reads_failed', { kind: reading.kind, code: reading.result.code })
      if (reading.result.code === 'token_dead') alarmDeadLogin(ledger, this.#alarms, now)
      return
    }
    this.#seen.add(reading.kind)
    const isPartial = reading.result.partial === true
    switch (reading.kind) {
      case 'orders': {
        const orders = reading.result.value
        const isOld = showsOlderState(ledger, orders, startedAt, this.#config.bookLagMs, (order) =>
          this.learnedAt(order),
        )
        if (isOld) this.#observer.count('books_older_than_known')
        // Our tag proves whose an order is: beside it, one without a tag that an answer named is another's.
        const tagged = orders.toSorted((a, b) => Number(a.tag === null) - Number(b.tag === null))
        const unknown = tagged.filter((order) => !this.#absorbOrder(ledger, order, startedAt, now))
        const restored = this.#restoreIntents(ledger, unknown, startedAt, now)
        const others = unknown.filter(({ orderId }) => !restored.has(orderId))
        for (const order of others) {
          this.#checkTag(ledger, order, now)
          this.othersSales.note(order, startedAt)
        }
        this.#othersOpenSales = others.filter(({ side, phase }) => side === 'SELL' && !isTerminal(phase))
        const whole = reading.result.partial !== true
        const fresh = whole && !isOld && isFresh(ledger, orders, startedAt, this.#config.bookLagMs)
        const doubts = settleDoubt(ledger, this.#watches, started, fresh, now, this.#besideOf(ledger, orders))
        this.#doubtWaitsSince = doubts === 'needs_positions' ? now : undefined
        if (doubts !== 'settled') for (const kind of ['positions', 'trades'] as const) this.#reader.request(kind, now)
        // Before anything is planned: what was sold by hand meanwhile needs no stop any more.
        this.#mismatches.decide(ledger, now)
        this.#mismatches.judgeIfSeen(ledger, now)
        this.#booksReadAt = startedAt
        if (fresh) this.#freshAt = startedAt
        return
      }
      case 'trades': {
        const fills = reading.result.value
        this.#noteShownFills(ledger, fills, startedAt)
        for (const orderId of absorbFills(ledger, fills)) this.#learned.set(orderId, startedAt)
        restoreHandFills(ledger, fills)
        this.#mismatches.judgeTrades(ledger, { readAt: startedAt, value: fills, partial: isPartial }, now)
        this.#lookForDoubts(now)
        return
      }
      case 'positions': {
        const shown = { readAt: startedAt, value: reading.result.value, partial: isPartial }
        this.#mismatches.judgePositions(ledger, shown, now)
        this.#lookForDoubts(now)
        return
      }
      case 'funds':
        this.funds = { ...reading.result.value, readAt: startedAt }
        return
    }
  }

  /**
   * Asks for the order book once both readings that a doubt waits for are here: until the next poll a position may be without
   * its stop. Where they do not agree it is not asked for again: books that lag need time, not more calls.
   */
  #lookForDoubts(now: EpochMs): void {
    const { positions, trades } = this.#mismatches
    const since = this.#doubtWaitsSince
    if (since === undefined || positions === undefined || trades === undefined) return
    if (Math.min(positions.readAt, trades.readAt) < since) return
    this.#doubtWaitsSince = undefined
    this.#reader.request('orders', now)
  }

  /** Fills of ours that the trade book has not shown before: books that lag show the positions no sooner. */
  #noteShownFills({ state }: Ledger, book: readonly BrokerFill[], readAt: EpochMs): void {
    for (const fill of book) {
      const tradeId = state.order(fill.orderId)?.tradeId
      if (tradeId !== undefined && !state.hasFill({ ...fill, tradeId })) this.#fillsShown.set(keyOf(fill), readAt)
    }
  }

  /** When the state of an order was learned: by this process, or before it began. */
  learnedAt({ orderId, phaseSince, acknowledgedAt }: OrderRecord): EpochMs {
    return this.#learned.get(orderId) ?? phaseSince ?? acknowledgedAt
  }

  /** What positions and trades, read beside the order book, say of an order that no book shows. */
  #besideOf({ state }: Ledger, orders: readonly BrokerOrder[]): Beside {
    const { positions, trades } = this.#mismatches
    const readAt =
      positions === undefined || trades === undefined
        ? undefined
        : (Math.min(positions.readAt, trades.readAt) as EpochMs)
    const showsAll = (tradeId: string) => {
      const trade = state.trade(tradeId)
      if (positions === undefined || trade === undefined) return false
      const missing = missingUnits(state, positions.value, trade)
      return missing === 0 || missing <= this.#mismatches.explainable(state, trade, positions)
    }
    const showsNoMore = (tradeId: string) => {
      const trade = state.trade(tradeId)
      if (positions === undefined || trades === undefined || trade === undefined) return false
      const isKnown = (id: string) => state.order(id) !== undefined || orders.some(({ orderId }) => orderId === id)
      const own = trades.value.filter((fill) => keyOf(fill) === keyOf(trade))
      if (own.some(({ side, orderId }) => side === 'BUY' && !isKnown(orderId))) return false
      const net = unitsOf(own, 'BUY') - unitsOf(own, 'SELL')
      return netOf(positions.value, trade.contract.tradingsymbol, trade.product) <= net
    }
    return { readAt, showsAll, showsNoMore }
  }

  /** Writes the intents again that no row has, though the book shows their orders and a row their trade. Returns these. */
  #restoreIntents(
    ledger: Ledger,
    unknown: readonly BrokerOrder[],
    startedAt: EpochMs,
    now: EpochMs,
  ): ReadonlySet<string> {
    const restored = new Set<string>()
    if (!ledger.lease.held()) return restored
    for (
      let lost = findLostIntent(ledger, unknown, now);
      lost !== undefined;
      lost = findLostIntent(ledger, unknown, now)
    ) {
      const { order, intent, trade } = lost
      // Written down with what the order shows of it.
      ledger.state.apply({ type: 'intent', intent })
      this.#absorbOrder(ledger, order, startedAt, now)
      restored.add(order.orderId)
      const text = `Records of our orders in ${contractName(trade.contract)} were missing. They are back, as your broker's order book shows these orders. Compare your trades of today with it.`
      this.#invariants.broken(ledger, 'order_restored', trade, text, now)
    }
    return restored
  }

  /**
   * An order that looks like ours, of which no row tells: the rows were lost (a store restored to an earlier instant,
   * fault F44), or another installation trades here. It is somebody else's as far as we can know, so it is left alone; and what
   * the day has lost, or holds, is not known by the rows alone, so entries wait for the next session.
   * A process that cannot know whether it leads still may miss rows that are there: it reads the book again.
   */
  #checkTag(ledger: Ledger, { orderId, tag, tradingsymbol }: BrokerOrder, now: EpochMs): void {
    if (!hasOurForm(tag) || ledger.state.byTag(tag) !== undefined) return
    if (!ledger.lease.held()) return this.#reader.request('orders', (now + this.#config.pollLiveMs) as EpochMs)
    const text = `The order ${orderId} in ${tradingsymbol} looks like one of ours, but nothing is on record of it. It is left alone.`
    this.#invariants.broken(ledger, 'unknown_tag', undefined, text, now)
  }

  /** The broker will not hear us at all: only a person can mend that. */
  #heardRefusal(ledger: Ledger, intentId: string, { code, text }: { code: string; text: string }, now: EpochMs): void {
    const intent = ledger.state.intent(intentId)
    if (intent === undefined || intent.kind === 'enter' || (code !== 'token_dead' && code !== 'not_permitted')) return
    this.#alarms.raise(ledger, code, ledger.state.trade(intent.tradeId), `The broker refuses our orders: ${text}`, now)
  }

  /** Somebody else's order moved: if it is in a contract we hold, the position may have changed. */
  #foreignMoved(ledger: Ledger, order: BrokerOrder, now: EpochMs): void {
    const holds = ledger.state.held().some((one) => one.contract.tradingsymbol === order.tradingsymbol)
    if (holds) this.#reader.request('positions', now)
  }
}

/** Whether an order stands otherwise than before. */
function isNews(before: OrderRecord | undefined, after: OrderRecord): boolean {
  if (before === undefined) return true
  return before.phase !== after.phase || before.filled !== after.filled || before.updatedAt !== after.updatedAt
}

/** How much later than the exchange's own time an update may come, the difference of the clocks included, and still be of now. */
const UPDATE_MAX_AGE_MS = 3_000

/** When an update was said: a late one is no sighting of now, and must not take back what was seen since. */
function saidAt({ updatedAt }: BrokerOrder, now: EpochMs): EpochMs {
  return updatedAt === null ? now : (Math.min(now, updatedAt + UPDATE_MAX_AGE_MS) as EpochMs)
}
