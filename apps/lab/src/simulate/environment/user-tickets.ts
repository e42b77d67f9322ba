import { OPTION_TICK } from '@strikewise/domain/money/ticks.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { TICKET_VALID_MS, type EntryTicket } from '@strikewise/execution/pre-trade/entry-ticket.ts'
import { CONTRACTS, SPOTS } from '../session/contracts.ts'
import type { Environment } from './environment.ts'

/** From one device to the other, and from a decision to a press. */
const OTHER_DEVICE_MS = 7
const AFTER_DECISION_MS = [60, 400] as const
/** How late a notification comes that finds the ticket's last moment, or its deadline passed. */
const LAST_MOMENT_MS = TICKET_VALID_MS - 40
const TOO_LATE_MS = TICKET_VALID_MS + 1_500
/** Shares of the ask and of the limit. */
const LIMIT = { usual: 1.01, tight: 1, under: 0.99 } as const
const STOP_SHARE = 0.2

/**
 * Entries that a user asks for, now and then. Way 1: a call; 2: the same ticket is sent three times; 3: at the ask, so that a
 * move of the price leaves it unfilled; 4: under the ask; 5: two devices send two at once; 6: the processes learn of it in its
 * last moment; 7: after its deadline; 8: a put of the other index.
 */
export function runUserTickets(environment: Environment, account: string): void {
  const way = environment.chooser.choose('tickets', account)
  if (way > 0) send(environment, account, way)
}

/** A call of ours is about to leave: its user sends a ticket just then, perhaps twice. */
export function runUserTicketsAtCall(environment: Environment, account: string, call: string): void {
  const way = environment.chooser.choose('tickets_at_call', `${account} ${call}`)
  if (way > 0) send(environment, account, way)
}

/** A user sends a ticket while the same decision is being claimed for them. */
export function runUserTicketsAtDecision(environment: Environment, decisionId: string): void {
  const { accounts, chooser, time } = environment
  for (const account of accounts) {
    const way = chooser.choose('tickets_at_decision', `${account} ${decisionId}`)
    if (way > 0) time.after(AFTER_DECISION_MS[way - 1]!, () => send(environment, account, 1))
  }
}

function send(environment: Environment, account: string, way: number): void {
  const ticket = ticketFor(environment, account, way)
  if (ticket === undefined) return
  const { time } = environment
  environment.sendTicket(account, ticket, way === 6 ? LAST_MOMENT_MS : way === 7 ? TOO_LATE_MS : 0)
  if (way === 2) for (const ms of [OTHER_DEVICE_MS, 400]) time.after(ms, () => environment.sendTicket(account, ticket))
  if (way === 5) {
    const other = ticketFor(environment, account, 1)
    if (other !== undefined) environment.sendTicket(account, other)
  }
}

/** Undefined: nothing is quoted. */
function ticketFor(environment: Environment, account: string, way: number): EntryTicket | undefined {
  const { market, time } = environment
  const contract = CONTRACTS[way === 8 ? 3 : 0]!
  const ask = market.quotes.bestAsk(market.quotes.slotOf(contract.token))
  if (ask <= 4 * OPTION_TICK) return undefined
  const facts = environment.factsOf(account)
  const strategy = facts.strategies.find(({ symbol }) => symbol === contract.symbol)
  const limit = tick(ask * (way === 3 ? LIMIT.tight : way === 4 ? LIMIT.under : LIMIT.usual))
  return {
    id: `k${(environment.nextTicket += 1)}`,
    mode: facts.link.mode,
    contract,
    lots: strategy?.lots ?? 1,
    limit,
    stopDistance: Math.round(limit * STOP_SHARE) as Paise,
    slBuffer: strategy?.slBuffer ?? (1_000 as Paise),
    trailing: strategy?.trailing ?? false,
    spot: (SPOTS[contract.symbol] * 100) as Paise,
    askedAt: time.now,
    validUntil: (time.now + TICKET_VALID_MS) as EpochMs,
    channel: 'web',
  }
}

function tick(price: number): Paise {
  return (Math.max(1, Math.round(price / OPTION_TICK)) * OPTION_TICK) as Paise
}
