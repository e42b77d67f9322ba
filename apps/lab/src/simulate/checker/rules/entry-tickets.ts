// @invariant ticket-answered-once
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { EntryTicket } from '@strikewise/execution/pre-trade/entry-ticket.ts'
import type { CallRecord } from '../../environment/broker-records.ts'
import { unwritableUntil } from '../book-and-store-times.ts'
import type { CheckerContext } from '../checker-context.ts'
import { entryOf } from './entry-of-trade.ts'
import { tradeOf } from './trade-entries.ts'

/** A process's clock may be off by so much and entries leave. */
const CLOCK_SKEW_MS = 2_000

/** I3: the order of a ticket is for what its user was shown, leaves once, and not after its deadline. */
export function checkTicketCall(context: CheckerContext, call: CallRecord): void {
  const { observations, findings, callLog } = context
  const { account, tag, terms, leftAt } = call
  const tradeId = tradeOf(context, call)
  const trade = observations.store.tradesOf(account).find(({ id }) => id === tradeId)
  const ticket = entryOf(context, trade)?.ticket
  if (ticket === undefined) return
  checkOffer(context, call, ticket)
  const say = (why: string) => findings.add('I3', account, `${tag} ${why}`, `the order ${tag} of a ticket: ${why}`)
  const late = leftAt - ticket.validUntil
  // By a clock that is wrong without any answer to show it the deadline lies elsewhere.
  const mayLag = context.activeFaults.clocksMoved || context.activeFaults.clocksWrong ? CLOCK_SKEW_MS : 0
  if (late > mayLag) say(`it left ${late} ms after the deadline`)
  if (call.tradingsymbol !== ticket.contract.tradingsymbol) say('it is for another contract')
  if (terms?.kind !== 'LIMIT' || terms.validity !== 'IOC') return say('it is no immediate limit order')
  if (terms.price > ticket.limit) say(`it pays up to ${terms.price}, the user was shown ${ticket.limit}`)
  if (terms.quantity !== ticket.lots * ticket.contract.lotSize)
    say(`it buys ${terms.quantity}, ${ticket.lots} lots were asked for`)
  const earlier = callLog
    .of(account)
    .filter((one) => one !== call && one.side === 'BUY' && one.kind === 'place' && tradeOf(context, one) === tradeId)
  if (earlier.length > 0) say('it is not the first')
}

/** I3: of an approval no more is bought, nor later, nor dearer, than its user was shown as they approved it. */
function checkOffer(
  { observations, findings, activeFaults }: CheckerContext,
  call: CallRecord,
  { id }: EntryTicket,
): void {
  const { account, tag, terms, leftAt } = call
  const offer = observations.tickets.find((one) => one.account === account && one.ticket.id === id)?.offer
  if (offer === undefined || terms?.kind !== 'LIMIT') return
  const say = (why: string) => findings.add('I3', account, `${tag} ${why}`, `the approved order ${tag}: ${why}`)
  const mayLag = activeFaults.clocksMoved || activeFaults.clocksWrong ? CLOCK_SKEW_MS : 0
  if (leftAt - offer.until > mayLag) say(`it left ${leftAt - offer.until} ms after the deadline that was shown`)
  if (terms.price > offer.limit) say(`it pays up to ${terms.price}, its user approved ${offer.limit}`)
  const lotSize = observations.tickets.find(({ ticket }) => ticket.id === id)!.ticket.contract.lotSize
  if (terms.quantity > offer.lots * lotSize) say(`it buys ${terms.quantity}, its user approved ${offer.lots} lots`)
}

/** I3: an offer becomes one ticket, from however many devices it is taken. For the end of the day. */
export function checkOffersTakenOnce({ observations, findings }: CheckerContext): void {
  const taken = new Map<string, string>()
  for (const { account, ticket, offer } of observations.tickets) {
    if (offer === undefined) continue
    const key = `${account} ${JSON.stringify(offer)}`
    const earlier = taken.get(key)
    if (earlier !== undefined)
      findings.add('I3', account, ticket.id, `an offer became two tickets, ${earlier} and ${ticket.id}`)
    taken.set(key, ticket.id)
  }
}

/** A process that can act again has refused what is too late within this. */
const ANSWER_MS = 2_000

/** From when on what was due `at` then could be answered: the store may also go away as a process is about to. */
function answerableFrom(context: CheckerContext, account: string, at: number): number {
  const { now } = context.observations.time
  let from = unwritableUntil(context, account, at, now, 0)
  while (from < now) {
    const answered = from + ANSWER_MS
    const until = unwritableUntil(context, account, answered, now, 0)
    if (until <= answered) break
    from = until
  }
  return from
}

/** I3: a ticket is answered by one trade or one refusal. For the end of the day. */
export function checkTicketsAnswered(context: CheckerContext): void {
  const { observations, findings } = context
  const { day } = observations.shape
  const { now } = observations.time
  for (const { account, ticket, notifiedAt } of observations.tickets) {
    const trades = observations.store.tradesOf(account).filter(({ decisionId }) => decisionId === ticket.id)
    const journal = observations.store.account(account).journal
    const refusals = journal.filter(
      ({ change }) => change.type === 'refusal' && change.refusal.decisionId === ticket.id,
    )
    if (trades.length > 1) findings.add('I3', account, ticket.id, `the ticket ${ticket.id} was traded twice`)
    // What the store rejected or lost is no answer of ours, nor what no process could act on, or write, before the day was over.
    const { validUntil } = ticket
    const actedFrom = Math.max(...[notifiedAt, validUntil].map((at) => answerableFrom(context, account, at)))
    const isExcused =
      actedFrom + ANSWER_MS >= now ||
      istDateAt(actedFrom as EpochMs) !== day ||
      observations.rejectedRows.rejected.some((one) => one.account === account) ||
      observations.lostTail.rows.length > 0
    if (trades.length + refusals.length === 0 && !isExcused && trades.every(({ on }) => on === day))
      findings.add('I3', account, ticket.id, `the ticket ${ticket.id} was left without an answer`)
  }
}
