// @invariant I18 An exit that a user asks for while the trade is held is on its way within seconds; a stop does not
//   fall below what they asked, and no entry of the trade follows.
import type { CallRecord } from '../../environment/broker-records.ts'
import type { InstructionRecord } from '../../environment/environment.ts'
import { unwritableUntil } from '../book-and-store-times.ts'
import type { CheckerContext } from '../checker-context.ts'
import { openOf } from '../exchange-orders.ts'
import { rejectedOf } from '../rejected-rows.ts'
import { toleratedUntil } from '../tolerances.ts'
import { TICK } from './stop-and-target-figures.ts'
import { tradedAs, tradeOf, type Traded } from './trade-entries.ts'

/** A turn that waits for the store, and its row. */
const CARRIED_OUT_MS = 6_000
/** A call that was planned before the instruction was known may leave so much later. */
const PLANNED_MS = 8_000
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

/** I18: an exit that was asked for while the trade was held is under way soon after. For the end of the day. */
export function checkAskedExits(context: CheckerContext): void {
  for (const { account, instruction, notifiedAt } of context.observations.instructions) {
    if (instruction.kind !== 'exit') continue
    const traded = tradedAs(context, account, instruction.tradeId)
    if (traded !== undefined) checkAskedExit(context, account, traded, notifiedAt)
  }
}

function checkAskedExit(context: CheckerContext, account: string, { trade }: Traded, notifiedAt: number): void {
  const { observations, exchangeOrders, findings } = context
  const tradeId = trade.id
  if (rejectedOf(context, account, 'trade').some((row) => row.trade.id === tradeId)) return
  const openAt = stateAt(context, account, tradeId, ['open'])
  if (openAt === undefined) return
  const since = Math.max(notifiedAt, openAt)
  const held = exchangeOrders.holding(account, trade.contract.tradingsymbol)
  const soldAt = openOf(held) > 0 ? observations.time.now : Math.max(held.filledAt, held.manualTradeAt)
  const isLate = (by: number | undefined, until: (due: number) => number) => {
    const endedAt = Math.min(by ?? Number.POSITIVE_INFINITY, soldAt)
    return endedAt > until(since + CARRIED_OUT_MS) ? endedAt - since : undefined
  }
  const exitAt = stateAt(context, account, tradeId, ['exiting', 'closed'])
  const unwritten = isLate(exitAt, (due) =>
    unwritableUntil(context, account, due, observations.time.now, CARRIED_OUT_MS),
  )
  if (unwritten !== undefined) {
    const text = `trade ${tradeId} was not exited for ${unwritten} ms after its user asked for it`
    findings.add('I18', account, `${tradeId} exit`, text)
  }
  const left = context.callLog.of(account).find((call) => isSale(context, call, tradeId))
  const closedAt = stateAt(context, account, tradeId, ['closed'])
  const unsent = isLate(
    Math.min(left?.leftAt ?? Number.POSITIVE_INFINITY, closedAt ?? Number.POSITIVE_INFINITY),
    (due) => {
      const until = unwritableUntil(context, account, due, observations.time.now, CARRIED_OUT_MS)
      return toleratedUntil(context, held, tradeId, until, observations.time.now).until
    },
  )
  if (unsent !== undefined) {
    const text = `no sale of trade ${tradeId} left for ${unsent} ms after its user asked for it`
    findings.add('I18', account, `${tradeId} sale`, text)
  }
}

/** When the rows first had a trade in one of these states; undefined: they never did. */
function stateAt(
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
function isSale(context: CheckerContext, call: CallRecord, tradeId: string): boolean {
  const { terms, kind, side } = call
  if (terms === null || terms.kind === 'SL' || (kind === 'place' && side === 'BUY')) return false
  return tradeOf(context, call) === tradeId
}
