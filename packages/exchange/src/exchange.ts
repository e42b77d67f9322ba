import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar, type TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { newAccount, positionsAsOf, type AccountState } from './state/account-state.ts'
import {
  basketMargins,
  orderMargins,
  type BasketNeed,
  type MarginNeed,
  type MarginOrder,
} from './accounts/margin-calculator.ts'
import { equityMargins, NO_COMMODITY, type SegmentMargins } from './accounts/margins.ts'
import { convertPosition, type ConvertRequest } from './accounts/convert-position.ts'
import { dayRow, netRow, type PositionRow } from './accounts/position-row.ts'
import {
  changesSince,
  emptySnapshot,
  stateFrom,
  type SnapshotDelta,
  type ExchangeSnapshot,
} from './snapshot/exchange-snapshot.ts'
import type { LogEntry } from './exchange-log.ts'
import { faultFor, type ExchangeFault, type FaultEntry } from './faults.ts'
import { deleteGtt, placeGtt, replaceGtt } from './gtt/gtt-calls.ts'
import { gttRow } from './gtt/gtt-row.ts'
import { isListed, watch } from './gtt/gtt-watch.ts'
import type { GttOutcome, GttRequest, GttRow } from './gtt-types.ts'
import type {
  ChangeOutcome,
  ExchangeEvent,
  OrderChange,
  OrderRequest,
  OrderRow,
  PlaceOutcome,
  OrderRejection,
  TradeRow,
} from './order-types.ts'
import { viewOf, visibleRow } from './orders/order-row.ts'
import { rejections } from './orders/rejections.ts'
import type { MarketView } from './price-path.ts'
import { cancelOrder, modifyOrder } from './engine/modify-cancel.ts'
import { advance, releaseFaults } from './day-cycle.ts'
import { placeOrder } from './engine/place-order.ts'
import {
  lastPrice,
  log,
  DEFAULT_RULES,
  type BrokerRules,
  type ExchangeContext,
  type ExchangeState,
} from './state/exchange-state.ts'

export interface ExchangeOptions {
  /** Decides delays and the other whims; same seed and same calls give the same log. */
  readonly seed: string
  readonly market: MarketView
  readonly now: EpochMs
  readonly calendar?: TradingCalendar
  readonly rules?: Partial<BrokerRules>
  /** Log entries kept; the oldest half is dropped when they are full. Default 200,000. */
  readonly logCapacity?: number
  /** Where the limits of seconds and minutes count by another clock than the calls' own instants. */
  readonly countedAt?: (now: EpochMs) => EpochMs
  /** What an exchange of the same market left behind, to go on from; it becomes this one's own. */
  readonly snapshot?: ExchangeSnapshot
}

/** Positions as the broker's API returns them. */
export interface PositionsReply {
  readonly net: readonly PositionRow[]
  readonly day: readonly PositionRow[]
}

export interface MarginsReply {
  readonly equity: SegmentMargins
  readonly commodity: SegmentMargins
}

/**
 * The broker and the exchange as one pure model: accounts, orders, matching against a market's displayed books, cash and
 * positions (kite-connect fact sheet §22). It has no clock: every call shows when it happens, and time never runs back.
 * Move the market first (`PricePath.step`), then the exchange (`advance`). Calls of unknown accounts are refused.
 */
export class Exchange {
  readonly state: ExchangeState
  readonly #context: ExchangeContext
  readonly #listeners = new Set<(event: ExchangeEvent) => void>()
  #undelivered: ExchangeEvent[] = []

  constructor(options: ExchangeOptions) {
    const calendar = options.calendar ?? nseCalendar
    const logCapacity = options.logCapacity ?? 200_000
    this.state = stateFrom(options.snapshot ?? emptySnapshot(options.now), calendar, logCapacity)
    this.#context = {
      state: this.state,
      market: options.market,
      calendar,
      rules: { ...DEFAULT_RULES, ...options.rules },
      seed: options.seed,
      countedAt: options.countedAt ?? ((now) => now),
      emit: (event) => this.#undelivered.push(event),
    }
    for (const account of this.state.accounts.values())
      for (const gtt of account.gtts.values()) if (gtt.status === 'active') watch(this.#context, gtt)
  }

  /** Notifies `listener` of every order update and trade, after the call that caused them. Returns its cancel function. */
  subscribe(listener: (event: ExchangeEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Everything that has happened, oldest first (see `state.log.dropped` for what had to go). */
  get exchangeLog(): readonly LogEntry[] {
    return this.state.log.entries
  }

  /** The pieces of its books that have changed since the log's next entry was to be `seq` (0: all of them). */
  changesSince(seq: number): SnapshotDelta {
    return changesSince(this.state, seq)
  }

  /** Opens an account. Throws RangeError when the id is taken or the cash is no whole amount of at least 0. */
  openAccount(accountId: string, cash: Paise, now: EpochMs, collateral: Paise = 0 as Paise): void {
    if (this.state.accounts.has(accountId)) throw new RangeError(`account ${accountId} exists already`)
    if (!isAmount(cash) || !isAmount(collateral))
      throw new RangeError(`account ${accountId}: cash and collateral must be whole paise, 0 or more`)
    this.#advance(now)
    this.state.accounts.set(accountId, newAccount(accountId, this.state.accounts.size + 1, cash, collateral))
    log(this.#context, this.state.now, accountId, { type: 'account_opened', cash, collateral })
  }

  /** Pays cash in (negative: out). Throws RangeError for an unknown account or a fraction of a paisa. */
  addCash(accountId: string, amount: Paise, now: EpochMs): void {
    const account = this.#account(accountId)
    if (!account) throw new RangeError(`account ${accountId} does not exist`)
    if (!Number.isSafeInteger(amount)) throw new RangeError(`not whole paise: ${amount}`)
    this.#advance(now)
    account.cash = (account.cash + amount) as Paise
    account.paidInToday = (account.paidInToday + amount) as Paise
    log(this.#context, this.state.now, accountId, { type: 'cash_added', amount })
  }

  hasAccount(accountId: string): boolean {
    return this.state.accounts.has(accountId)
  }

  /** Brings orders to `now` against the market as it is; call it after each step of the market. */
  advance(now: EpochMs): void {
    this.#advance(now)
    this.#deliver()
  }

  place(accountId: string, request: OrderRequest, now: EpochMs): PlaceOutcome {
    return this.#call(accountId, now, (account) => placeOrder(this.#context, account, request, this.state.now))
  }

  modify(accountId: string, variety: string, orderId: string, change: OrderChange, now: EpochMs): ChangeOutcome {
    return this.#call(accountId, now, (account) =>
      modifyOrder(this.#context, account, variety, orderId, change, this.state.now),
    )
  }

  cancel(accountId: string, variety: string, orderId: string, now: EpochMs): ChangeOutcome {
    return this.#call(accountId, now, (account) =>
      cancelOrder(this.#context, account, variety, orderId, this.state.now),
    )
  }

  /** Changes the product of an open position (`PUT /portfolio/positions`); undefined when done, else the refusal. */
  convert(accountId: string, request: ConvertRequest, now: EpochMs): OrderRejection | undefined {
    const outcome = this.#call(accountId, now, (account) => {
      const refusal = convertPosition(this.#context, account, request, this.state.now)
      return refusal === undefined ? { ok: true as const } : { ok: false as const, refusal }
    })
    return outcome.ok ? undefined : outcome.refusal
  }

  /** `POST /gtt/triggers`: an order that waits at the broker for a last price. */
  placeGtt(accountId: string, request: GttRequest, now: EpochMs): GttOutcome {
    return this.#call(accountId, now, (account) => placeGtt(this.#context, account, request, this.state.now))
  }

  /** `PUT /gtt/triggers/{trigger_id}`. */
  replaceGtt(accountId: string, triggerId: number, request: GttRequest, now: EpochMs): GttOutcome {
    return this.#call(accountId, now, (account) =>
      replaceGtt(this.#context, account, triggerId, request, this.state.now),
    )
  }

  /** `DELETE /gtt/triggers/{trigger_id}`. */
  deleteGtt(accountId: string, triggerId: number, now: EpochMs): GttOutcome {
    return this.#call(accountId, now, (account) => deleteGtt(this.#context, account, triggerId, this.state.now))
  }

  /** `GET /gtt/triggers`: the active ones and what ended in the last seven days, oldest first. */
  gtts(accountId: string, now: EpochMs): GttRow[] {
    const gtts = Array.from(this.#read(accountId, now)?.gtts.values() ?? [])
    return gtts.filter((gtt) => isListed(gtt, this.state.now)).map(gttRow)
  }

  /** `GET /gtt/triggers/{trigger_id}`; undefined when it is not the account's. */
  gtt(accountId: string, triggerId: number, now: EpochMs): GttRow | undefined {
    const gtt = this.#read(accountId, now)?.gtts.get(triggerId)
    return gtt && isListed(gtt, this.state.now) ? gttRow(gtt) : undefined
  }

  /** `GET /orders`: today's orders, in order of placing. */
  orders(accountId: string, now: EpochMs): OrderRow[] {
    const account = this.#read(accountId, now)
    if (!account) return []
    const lag = this.#lag(accountId)
    const rows: OrderRow[] = []
    for (const id of account.orderIds) {
      const row = visibleRow(this.state.orders.get(id)!, this.state.now, lag)
      if (row !== undefined) rows.push(row)
    }
    return rows
  }

  /** `GET /orders/{order_id}`: every step so far, oldest first; undefined when the order is not the account's. */
  orderHistory(accountId: string, orderId: string, now: EpochMs): OrderRow[] | undefined {
    this.#read(accountId, now)
    const order = this.state.orders.get(orderId)
    if (order === undefined || order.accountId !== accountId) return undefined
    const asOf = viewOf(order, this.state.now, this.#lag(accountId))
    const rows = order.history.filter((entry) => entry.at <= asOf).map((entry) => entry.row)
    const [first, ...later] = rows
    // The broker has not looked the contract up yet when it writes the first row: its token reads 1.
    return first && [{ ...first, instrument_token: 1 }, ...later]
  }

  /** `GET /trades`: today's fills, oldest first. */
  trades(accountId: string, now: EpochMs): TradeRow[] {
    const account = this.#read(accountId, now)
    const rows: TradeRow[] = []
    const lag = this.#lag(accountId)
    for (const { at, row } of account?.trades ?? [])
      if (at <= viewOf(this.state.orders.get(row.order_id)!, this.state.now, lag)) rows.push(row)
    return rows
  }

  /** `GET /orders/{order_id}/trades`. */
  orderTrades(accountId: string, orderId: string, now: EpochMs): TradeRow[] {
    return this.trades(accountId, now).filter((trade) => trade.order_id === orderId)
  }

  /** `GET /portfolio/positions`. */
  positions(accountId: string, now: EpochMs): PositionsReply {
    const account = this.#read(accountId, now)
    if (!account) return { net: [], day: [] }
    const lag = this.#lag(accountId)
    const positions =
      lag === 0 ? Array.from(account.positions.values()) : positionsAsOf(account, (this.state.now - lag) as EpochMs)
    const lastOf = (position: (typeof positions)[number]): Paise =>
      position.settledPrice ?? lastPrice(this.#context, position.contract.token)
    return {
      net: positions.map((position) => netRow(position, lastOf(position))),
      day: positions.map((position) => dayRow(position, lastOf(position))).filter((row) => row !== undefined),
    }
  }

  /** `GET /user/margins`; undefined for an unknown account. */
  margins(accountId: string, now: EpochMs): MarginsReply | undefined {
    const account = this.#read(accountId, now)
    if (!account) return undefined
    const shownZero = faultFor(this.state.faults, accountId, 'cash_zero') !== undefined
    return { equity: equityMargins(this.#context, account, shownZero), commodity: NO_COMMODITY }
  }

  /** `POST /margins/orders`. Throws RangeError for an unknown account or contract. */
  orderMargins(accountId: string, orders: readonly MarginOrder[], now: EpochMs): MarginNeed[] {
    return orderMargins(this.#context, this.#known(accountId, now), orders)
  }

  /** `POST /margins/basket`. Throws RangeError for an unknown account or contract. */
  basketMargins(
    accountId: string,
    orders: readonly MarginOrder[],
    considerPositions: boolean,
    now: EpochMs,
  ): BasketNeed {
    return basketMargins(this.#context, this.#known(accountId, now), orders, considerPositions)
  }

  /** Puts a fault in force, for one account or (null) for all. Standing faults of the same kind and scope are replaced. */
  setFault(accountId: string | null, fault: ExchangeFault, now: EpochMs): void {
    this.#advance(now)
    const { faults } = this.state
    if (!('count' in fault)) {
      const index = faults.findIndex((entry) => entry.accountId === accountId && entry.fault.kind === fault.kind)
      if (index >= 0) faults.splice(index, 1)
    }
    faults.push({ accountId, fault })
    log(this.#context, this.state.now, accountId, { type: 'fault_set', fault })
    this.#deliver()
  }

  /** Ends all faults of an account (null: every fault) and lets what they held back go on. */
  clearFaults(accountId: string | null, now: EpochMs): void {
    this.#advance(now)
    releaseFaults(this.#context, accountId, this.state.now)
    log(this.#context, this.state.now, accountId, { type: 'faults_cleared' })
    this.#deliver()
  }

  /** Faults in force. */
  get faults(): readonly FaultEntry[] {
    return this.state.faults
  }

  #call<T>(accountId: string, now: EpochMs, work: (account: AccountState) => T): T | Rejected {
    this.#advance(now)
    const account = this.#account(accountId)
    const outcome = account ? work(account) : ({ ok: false, refusal: rejections.unknownAccount() } satisfies Rejected)
    this.#deliver()
    return outcome
  }

  #read(accountId: string, now: EpochMs): AccountState | undefined {
    this.#advance(now)
    this.#deliver()
    return this.#account(accountId)
  }

  #known(accountId: string, now: EpochMs): AccountState {
    const account = this.#read(accountId, now)
    if (account === undefined) throw new RangeError(`account ${accountId} does not exist`)
    return account
  }

  #account(accountId: string): AccountState | undefined {
    return this.state.accounts.get(accountId)
  }

  #advance(now: EpochMs): void {
    advance(this.#context, now)
  }

  #lag(accountId: string): number {
    return faultFor(this.state.faults, accountId, 'book_lag')?.lagMs ?? 0
  }

  /** Listeners may call the exchange again; their events follow those already waiting. */
  #deliver(): void {
    while (this.#undelivered.length > 0) {
      const events = this.#undelivered
      this.#undelivered = []
      for (const event of events) for (const listener of this.#listeners) listener(event)
    }
  }
}

interface Rejected {
  readonly ok: false
  readonly refusal: OrderRejection
}

function isAmount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}
