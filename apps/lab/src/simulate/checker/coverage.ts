import { parseTag } from '@strikewise/execution/intent/tag.ts'
import { endedUnfilled } from '@strikewise/execution/order/order.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { squareOffDeadline } from '@strikewise/domain/time/square-off.ts'
import { istInstant, MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import type { LogEntry } from '@strikewise/exchange/exchange-log.ts'
import type { Change } from '@strikewise/execution/store/account-changes.ts'
import { CONTRACTS } from '../session/contracts.ts'
import type { FaultDecision } from '../chance/chooser.ts'
import type { FaultKind } from '../chance/faults.ts'
import type { CallRecord } from '../environment/broker-records.ts'
import { openOf, type Holding, type OrderLife } from './exchange-orders.ts'
import { isCover } from './cover.ts'
import type { CheckerContext } from './checker-context.ts'
import type { RarePath } from './rare-paths.ts'

/** A process is up again, and not yet done with what its predecessor left, within this. */
const RECOVERY_MS = 4_500
/** An order that takes longer to get to the exchange is held up there. */
const STUCK_MS = 2_000
const OUT_OF_BAND = /limit price protection/u
const NO_MARGIN = /^Insufficient funds/u
const CLAIMS_IN_A_BATCH = 100
/** From the square-off to its deadline. */
const SQUARE_OFF_MS = 13 * MINUTE_MS
const ON_THE_WIRE = [
  'edge_turned_away',
  'answer_cut',
  'answer_of_another_order',
  'reset_before_leaving',
  'reset_after_leaving',
] as const satisfies readonly RarePath[]
const STALL_MS = [5_000, 14_000, 40_000] as const

/** What it is called when a kind of fault strikes while a position is open. */
const WITH_POSITION: Partial<Record<FaultKind, RarePath>> = {
  commit_unknown: 'commit_unknown_with_position',
  row_rejected: 'row_rejected_with_position',
  frozen_in_tx: 'frozen_in_tx_with_position',
  clock_jumps: 'clock_jumped_with_position',
  clock_wrong: 'clock_wrong_with_position',
  acts_at_call: 'user_acted_at_call',
  bus_partitioned: 'bus_partitioned_with_position',
  tail_lost: 'tail_lost_with_position',
  pool_exhausted: 'pool_exhausted_with_position',
  journal_damaged: 'journal_damaged_with_position',
  journal_of_another: 'journal_of_another_with_position',
}

/** Notes which rare paths a session came by. */
export class Coverage {
  readonly #context: CheckerContext
  readonly #callers = new Map<string, Set<string>>()
  readonly #killedAt = new Map<string, number>()
  #stalled: { readonly slot: string; readonly at: number; readonly until: number } | undefined
  #lastCaller = ''

  constructor(context: CheckerContext) {
    this.#context = context
  }

  struck({ kind, entity, alternative }: FaultDecision, now: number): void {
    if (kind === 'crash' || kind === 'crash_offline') {
      if (now - (this.#killedAt.get(entity) ?? Number.NEGATIVE_INFINITY) < RECOVERY_MS)
        this.#reach('killed_in_recovery')
      this.#killedAt.set(entity, now)
    }
    if (kind === 'login_under_call') this.#reach('login_replaced_under_call')
    if (kind === 'wire') this.#reach(ON_THE_WIRE[alternative - 1]!)
    if (kind === 'freeze' && `slot${slotOf(this.#lastCaller)}` === entity)
      this.#stalled = { slot: entity, at: now, until: now + STALL_MS[alternative - 1]! }
    this.#struckLate(now)
    const path = WITH_POSITION[kind]
    if (path !== undefined)
      for (const holding of this.#context.exchangeOrders.holdings.values()) if (openOf(holding) > 0) this.#reach(path)
  }

  /** In the minute around the square-off, or around the close, while something is held. */
  #struckLate(now: number): void {
    const { exchangeOrders, observations } = this.#context
    const { day } = observations.shape
    if (now < istInstant(day, 14, 44) || !exchangeOrders.holdings.values().some((holding) => openOf(holding) > 0))
      return
    const session = nseCalendar.sessionOn(day)!
    if (Math.abs(now - session.closesAt) < MINUTE_MS) this.#reach('fault_at_the_close')
    else if (now > squareOffDeadline(session) - SQUARE_OFF_MS) this.#reach('fault_after_the_square_off')
  }

  callLog(call: CallRecord): void {
    const { account, process, leftAt } = call
    const slot = `slot${slotOf(process)}`
    const callers = this.#callers.get(account) ?? new Set<string>()
    this.#callers.set(account, callers)
    const isSuccessor = callers.size > 0 && !callers.has(process)
    if (isSuccessor && call.side !== 'BUY') this.#reach('successor_carried_on')
    if ([...callers].some((one) => `slot${slotOf(one)}` !== slot)) this.#reach('both_executors_called')
    callers.add(process)
    const frozen = this.#stalled
    if (frozen !== undefined && slot !== frozen.slot && leftAt > frozen.at && leftAt < frozen.until)
      this.#reach('lease_taken_from_frozen_leader')
    this.#lastCaller = process
    if (call.side !== 'BUY' && call.terms?.kind === 'MARKET') this.#reach('chase_reached_last_step')
    if (call.side === 'BUY' && isCover(this.#context, call)) this.#reach('cover_sent')
    if ((this.#context.observations.offlineJournals.get(account)?.length ?? 0) > 0)
      this.#reach('exit_journaled_offline_and_brought_in')
  }

  logged(entry: LogEntry, order: OrderLife, holding: Holding): void {
    if (entry.type === 'order_taken' && entry.placedBy === 'RMS' && openOf(holding) > 0)
      this.#reach('squared_off_by_broker')
    if (entry.type === 'modify_failed' && order.isProductOrder && OUT_OF_BAND.test(entry.reason))
      this.#reach('exit_out_of_band')
    if (entry.type === 'status' && order.isProductOrder && order.side === 'SELL') {
      if (entry.to === 'REJECTED') this.#reach('sale_rejected_after_acceptance')
      if (entry.to === 'REJECTED' && OUT_OF_BAND.test(entry.reason ?? '')) this.#reach('exit_out_of_band')
      if (entry.to === 'REJECTED' && NO_MARGIN.test(entry.reason ?? '')) this.#reach('sale_refused_for_margin')
      const arrives = entry.to === 'OPEN' || entry.to === 'TRIGGER PENDING'
      if (arrives && order.modifies === 0 && entry.at - order.takenAt > STUCK_MS) this.#reach('sale_stuck_on_its_way')
    }
    if (order.isProductOrder && order.side === 'BUY' && order.endedAt === entry.at && isCover(this.#context, order)) {
      if (order.filled === order.quantity) this.#reach('cover_filled')
      else this.#reach(order.filled > 0 ? 'cover_partly_filled' : 'cover_unfilled')
    }
    if (holding.liveSells.size > 1) this.#reach('protected_twice')
    if (entry.type === 'fill' && order.isProductOrder && order.side === 'SELL') {
      if (order.pending !== null) this.#reach('stop_filled_while_moving')
      if (order.status === 'CANCEL PENDING') this.#reach('cancel_lost_to_fill')
    }
    if (entry.type === 'order_taken' && order.isProductOrder && order.orderType === 'SL') {
      for (const other of this.#context.exchangeOrders.ordersOf(holding)) {
        if (
          other.side === 'BUY' &&
          other.isProductOrder &&
          other.filled < other.quantity &&
          other.filled === order.quantity
        )
          this.#reach('part_fill_protected')
        const isBack = other !== order && other.status === 'CANCELLED' && other.orderType === 'SL'
        if (isBack && holding.manualTradeAt >= other.takenAt) this.#reach('stop_taken_away_and_put_back')
      }
    }
  }

  end(): void {
    const { observations } = this.#context
    this.#missingBids()
    if (observations.levels.some(({ max: most }) => most.claims_waiting >= CLAIMS_IN_A_BATCH))
      this.#reach('claims_filled_a_batch')
    if ((observations.counts.get('connections_waited_for') ?? 0) > 0) this.#reach('connections_waited_for')
    for (const { code } of observations.alarms) if (code === 'token_expired') this.#reach('token_expired_with_position')
    for (const account of observations.accounts) {
      this.#lostAnswers(account)
      const abandoned = new Set<string>()
      for (const { change } of observations.store.account(account).journal) this.#written(change, abandoned)
      for (const { kind, entity } of observations.chooser.fired)
        if (
          kind === 'signal_twice' &&
          observations.store.tradesOf(account).some(({ decisionId }) => decisionId === entity)
        )
          this.#reach('decision_received_twice_traded_once')
    }
  }

  /** A contract had no bid while a position of ours was held in it. */
  #missingBids(): void {
    const { exchangeOrders, observations } = this.#context
    for (const holding of exchangeOrders.holdings.values()) {
      const { token } = CONTRACTS.find(({ tradingsymbol }) => tradingsymbol === holding.tradingsymbol)!
      const [first] = [...exchangeOrders.ordersOf(holding)].flatMap(({ isProductOrder, side, fills }) =>
        isProductOrder && side === 'BUY' ? fills : [],
      )
      if (holding.settled > 0) this.#reach('settled_at_expiry')
      if (first === undefined) continue
      const until = openOf(holding) > 0 ? Number.POSITIVE_INFINITY : Math.max(holding.filledAt, holding.manualTradeAt)
      let since: number | undefined
      for (const { at, bid, freak } of observations.prices.filter((one) => one.token === token)) {
        if (freak) continue
        if (since !== undefined) {
          const ms = Math.min(at, until) - Math.max(since, first.at)
          if (ms > STUCK_MS) this.#reach('bid_absent_with_position')
          if (ms > MINUTE_MS) this.#reach('bid_absent_for_minutes')
        }
        since = bid > 0 ? undefined : (since ?? at)
      }
    }
  }

  #lostAnswers(account: string): void {
    let refusedMoves = 0
    for (const { kind, side, tag, terms, answer } of this.#context.callLog.of(account)) {
      const isStop = terms?.kind === 'SL'
      if (kind === 'modify' && isStop) {
        refusedMoves = answer?.type === 'refused' ? refusedMoves + 1 : 0
        if (refusedMoves > 0) this.#reach('stop_move_refused')
        if (refusedMoves > 1) this.#reach('stop_move_refused_twice')
        if (answer?.type === 'in_doubt') this.#reach('stop_move_in_doubt')
      } else if (kind === 'modify' || side === 'SELL') {
        if (answer?.type === 'refused' && !isStop) this.#reach('exit_step_refused')
        if (answer?.type === 'in_doubt') this.#reach(isStop ? 'stop_in_doubt' : 'exit_in_doubt')
      }
      const isOfCover = side === 'BUY' && isCover(this.#context, { account, tag })
      if (isOfCover && answer?.type === 'refused') this.#reach('cover_refused')
      if (isOfCover && answer?.type === 'in_doubt') this.#reach('cover_in_doubt')
      if (side === 'BUY' && !isOfCover && answer?.type === 'in_doubt') {
        const order = this.#context.exchangeOrders.findByTag(account, tag!)
        if (order !== undefined && order.filled > 0) this.#reach('entry_in_doubt_found_filled')
      }
    }
  }

  #written(change: Change, abandoned: Set<string>): void {
    switch (change.type) {
      case 'trade':
        this.#traded(change.trade, abandoned)
        return
      case 'intent':
        if (change.intent.reason === 'reprice') this.#reach('entry_priced_again')
        if (change.intent.reason === 'trail') this.#reach('stop_trailed')
        if (change.intent.reason === 'user_stop') this.#reach('stop_raised_by_user')
        if (change.intent.reason === 'extra') this.#reach('extra_protection_cancelled')
        if (change.intent.reason === 'reduce_stands') this.#reach('part_sale_cancelled')
        if (change.intent.kind === 'reduce' && change.intent.outcome.state === 'in_doubt')
          this.#reach('part_sale_in_doubt')
        return
      case 'fill':
        if (change.fill.isManual) this.#reach('manual_sale_found')
        return
      case 'foreign_trades':
        this.#reach('foreign_trade_counted')
        return
      case 'lock':
        this.#reach('day_locked')
        return
      case 'refusal':
        if (change.refusal.code === 'user_stop' || change.refusal.code === 'global_stop')
          this.#reach('kill_switch_held_entry_back')
        if (change.refusal.code === 'ticket_expired') this.#reach('ticket_expired')
        if (change.refusal.code === 'price_above_limit') this.#reach('ticket_under_the_ask')
        if (change.refusal.code === 'clock_skew') this.#reach('clock_held_entry_back')
        return
      case 'order':
        if (parseTag(change.order.tag)?.kind === 'reduce' && endedUnfilled(change.order))
          this.#reach('part_sale_unfilled')
        return
      case 'peak':
      case 'alarm':
        return
    }
  }

  #traded(trade: Extract<Change, { type: 'trade' }>['trade'], abandoned: Set<string>): void {
    if (trade.origin === 'manual' && trade.state === 'open') this.#reach('ticket_bought')
    if (trade.converted !== undefined) this.#reach('conversion_noticed')
    if (trade.state === 'abandoned') {
      abandoned.add(trade.id)
      if (trade.why === 'in_doubt') this.#reach('entry_in_doubt_given_up')
    }
    if (trade.state === 'open' && abandoned.has(trade.id)) this.#reach('late_fill_adopted')
    if (trade.state === 'abandoned' && trade.why === 'user_exit') this.#reach('entry_given_up_by_user')
    if (trade.state !== 'closed') return
    if (trade.exitReason === 'user_exit')
      this.#reach(abandoned.has(trade.id) ? 'late_fill_exited_by_user' : 'exit_by_user')
    if (trade.exitReason === 'target' && trade.target !== undefined) this.#reach('lowered_target_taken')
    if (trade.reduced !== undefined) this.#reach('part_sold_by_user')
    if (trade.exitReason === 'stop_refused' || trade.exitReason === 'stop_through')
      this.#reach('stop_refused_and_exit_won')
    if (trade.exitReason === 'square_off') this.#reach('square_off')
    if (trade.exitReason === 'day_cap') this.#reach('exit_of_day_cap')
    if (trade.exitReason === 'profit_lock') this.#reach('exit_of_profit_lock')
  }

  #reach(path: RarePath): void {
    this.#context.observations.reached.add(path)
  }
}

function slotOf(process: string): string {
  return process.split('.')[0]!
}
