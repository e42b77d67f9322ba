// @invariant I18 An exit that a user asks for while the trade is held is on its way within seconds; a stop does not
//   fall below what they asked, and no entry of the trade follows.
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import type { CallRecord } from '../../environment/broker-records.ts'
import type { InstructionRecord } from '../../environment/environment.ts'
import { bookUntil, MAX_TURNS, unwritableUntil } from '../book-and-store-times.ts'
import type { CheckerContext } from '../checker-context.ts'
import { openOf } from '../exchange-orders.ts'
import { rejectedOf } from '../rejected-rows.ts'
import { toleratedUntil } from '../tolerances.ts'
import { TICK } from './stop-and-target-figures.ts'
import { tradedAs, tradeOf, type Traded } from './trade-entries.ts'

/** A turn that waits for the store, and its row. */
export const CARRIED_OUT_MS = 6_000
/** A call that was planned before the instruction was known may leave so much later. */
const PLANNED_MS = 8_000
/** An order that the exchange confirms later than that is stuck. */
const UNCONFIRMED_MS = 2_000
/** Of the changes of an order so many may raise its stop. */
const MOST_RISES = 20
/** As a kill switch: what has committed reaches each process by then. */
const REACHES_MS = 250

/** What was asked for a trade by an instant, the oldest first: a process may read it before it is notified. */
export function askedFor(
  { observations }: CheckerContext,
  tradeId: string,
  by = Number.POSITIVE_INFINITY,
): readonly InstructionRecord[] {
  return observations.instructions.filter(({ instruction }) => instruction.tradeId === tradeId && instruction.at <= by)
}

/** The highest trigger that was asked for a trade by an instant; 0: none was. */
export function highestAskedTrigger(context: CheckerContext, tradeId: string, by: number): number {
  const prices = askedFor(context, tradeId, by).flatMap(({ instruction }) =>
    instruction.kind === 'stop' ? [instruction.price] : [],
  )
  return Math.max(0, ...prices)
}

/** I1: a stop that leaves after its user has raised it is not under what was asked, but where the broker refused the rise. */
export function checkAskedTrigger(context: CheckerContext, call: CallRecord): void {
  const { terms, account, leftAt, orderId } = call
  if (terms?.kind !== 'SL') return
  const tradeId = tradeOf(context, call)
  if (tradeId === undefined) return
  for (const { instruction, notifiedAt } of askedFor(context, tradeId, leftAt)) {
    if (instruction.kind !== 'stop' || terms.trigger >= instruction.price - TICK) continue
    if (leftAt <= unwritableUntil(context, account, notifiedAt + PLANNED_MS, leftAt, PLANNED_MS)) continue
    const isRefusedRise = context.callLog
      .of(account)
      .some(
        (one) =>
          one.orderId === orderId &&
          one.terms?.kind === 'SL' &&
          one.terms.trigger > terms.trigger &&
          one.answer?.type !== 'accepted',
      )
    if (isRefusedRise) continue
    const text = `the stop ${call.tag ?? orderId} left at ${terms.trigger}, under the ${instruction.price} its user asked for`
    context.findings.add('I1', account, `${tradeId} asked ${instruction.id}`, text)
  }
}

/** I10: no order enters a trade whose user has asked for its exit. */
export function checkAskedEntry(context: CheckerContext, call: CallRecord): void {
  const tradeId = tradeOf(context, call)
  if (tradeId === undefined) return
  for (const { instruction, notifiedAt } of askedFor(context, tradeId, call.leftAt))
    if (instruction.kind === 'exit' && call.leftAt > notifiedAt + REACHES_MS)
      context.findings.add(
        'I10',
        call.account,
        call.tag!,
        `entry ${call.tag} left after the exit of ${tradeId} was asked for`,
      )
}

/** I18: what was asked for while the trade was held is under way soon after. For the end of the day. */
export function checkCarriedOut(context: CheckerContext): void {
  for (const { account, instruction, notifiedAt } of context.observations.instructions) {
    const { tradeId, kind } = instruction
    if (kind === 'target' || kind === 'reduce') continue
    const traded = tradedAs(context, account, tradeId)
    if (traded === undefined) continue
    // Its row was rejected by the store: no row holds the time of its exit.
    if (rejectedOf(context, account, 'trade').some(({ trade }) => trade.id === tradeId)) continue
    const openAt = stateAt(context, account, tradeId, ['open'])
    if (openAt === undefined) continue
    const since = Math.max(notifiedAt, openAt)
    if (kind === 'exit') checkAskedExit(context, account, traded, since)
    else checkAskedRise(context, account, traded, since, instruction.price)
  }
}

function checkAskedExit(context: CheckerContext, account: string, { trade }: Traded, since: number): void {
  const { observations, callLog, findings } = context
  const { now } = observations.time
  const written = stateAt(context, account, trade.id, ['exiting', 'closed'])
  const unwritten = lateBy(context, account, trade, since, written, (due) =>
    unwritableUntil(context, account, due, now, CARRIED_OUT_MS),
  )
  if (unwritten !== undefined) {
    const text = `trade ${trade.id} was not exited for ${unwritten} ms after its user asked for it`
    findings.add('I18', account, `${trade.id} exit`, text)
  }
  const left = callLog.of(account).find((call) => isSale(context, call, trade.id))
  const sent = earlier(left?.leftAt, stateAt(context, account, trade.id, ['closed']))
  const unsent = lateBy(context, account, trade, since, sent, (due) => callableUntil(context, account, trade, due))
  if (unsent === undefined || wasUnconfirmed(context, account, trade)) return
  const text = `no sale of trade ${trade.id} left for ${unsent} ms after its user asked for it`
  findings.add('I18', account, `${trade.id} sale`, text)
}

/** A stop is raised as its user asked, or its trade exited. Where the clocks moved, no sight of the stop may be new enough. */
function checkAskedRise(
  context: CheckerContext,
  account: string,
  { trade }: Traded,
  since: number,
  price: number,
): void {
  const { activeFaults, callLog, exchangeOrders, findings } = context
  if (activeFaults.clocksMoved) return
  const held = exchangeOrders.holding(account, trade.contract.tradingsymbol)
  if (wasUnconfirmed(context, account, trade)) return
  // They took it there at the broker themselves.
  if (exchangeOrders.manuallyRaised(account, trade.id, context.intents) >= price - TICK) return
  // The exit needs the last changes of an order.
  if (exchangeOrders.ordersOf(held).some(({ side, modifies }) => side === 'SELL' && modifies >= MOST_RISES)) return
  const isRaised = (call: CallRecord) =>
    call.terms?.kind === 'SL' && call.terms.trigger >= price - TICK && tradeOf(context, call) === trade.id
  const left = callLog.of(account).find((call) => isRaised(call) || isSale(context, call, trade.id))
  const exitAt = stateAt(context, account, trade.id, ['exiting', 'closed'])
  const late = lateBy(context, account, trade, since, earlier(left?.leftAt, exitAt), (due) => {
    let until = due
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const seen = bookUntil(context, held, callableUntil(context, account, trade, until))
      if (seen <= until) break
      until = seen
    }
    return until
  })
  if (late === undefined) return
  const text = `the stop of trade ${trade.id} was not raised to ${price} for ${late} ms after its user asked for it`
  findings.add('I18', account, `${trade.id} stop ${price}`, text)
}

/** How long after `since` something came, or the trade was sold, where that was later than `until` allows; undefined: it was not. */
export function lateBy(
  { observations, exchangeOrders }: CheckerContext,
  account: string,
  { contract }: Trade,
  since: number,
  cameAt: number | undefined,
  until: (due: number) => number,
): number | undefined {
  const held = exchangeOrders.holding(account, contract.tradingsymbol)
  const soldAt = openOf(held) > 0 ? observations.time.now : held.emptiedAt
  const endedAt = Math.min(cameAt ?? Number.POSITIVE_INFINITY, soldAt)
  return endedAt > until(since + CARRIED_OUT_MS) ? endedAt - since : undefined
}

/** Until when no call for the trade could leave that was due at `due`. */
export function callableUntil(context: CheckerContext, account: string, { id, contract }: Trade, due: number): number {
  const { now } = context.observations.time
  const held = context.exchangeOrders.holding(account, contract.tradingsymbol)
  return toleratedUntil(context, held, id, unwritableUntil(context, account, due, now, CARRIED_OUT_MS), now).until
}

/** Whether the exchange owed its word on a sale of ours for long: meanwhile no call for it leaves. */
export function wasUnconfirmed({ exchangeOrders }: CheckerContext, account: string, { contract }: Trade): boolean {
  return exchangeOrders
    .ordersOf(exchangeOrders.holding(account, contract.tradingsymbol))
    .some(
      ({ isProductOrder, side, unconfirmedMs, unconfirmedSince }) =>
        isProductOrder && side === 'SELL' && (unconfirmedSince !== null || unconfirmedMs > UNCONFIRMED_MS),
    )
}

function earlier(a: number | undefined, b: number | undefined): number {
  return Math.min(a ?? Number.POSITIVE_INFINITY, b ?? Number.POSITIVE_INFINITY)
}

/** When the rows first had a trade in one of these states; undefined: they never did. */
export function stateAt(
  { observations, rowTimes }: CheckerContext,
  account: string,
  tradeId: string,
  states: readonly string[],
): number | undefined {
  const place = observations.store
    .account(account)
    .journal.findIndex(
      ({ change }) => change.type === 'trade' && change.trade.id === tradeId && states.includes(change.trade.state),
    )
  return place < 0 ? undefined : rowTimes.of(account)[place]!
}

/** Whether a call of ours sells the trade: not by its stop, but by an order that works or by its stop changed into one. */
export function isSale(context: CheckerContext, call: CallRecord, tradeId: string): boolean {
  const { terms, kind, side } = call
  if (terms === null || terms.kind === 'SL' || (kind === 'place' && side === 'BUY')) return false
  return tradeOf(context, call) === tradeId
}
