// @invariant ticket-answered-once A ticket is answered once, by a trade of one order or by a refusal, across restarts too,
//   and never trades after its deadline or above its limit.
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Decision, EntryPlan } from '@strikewise/signals/decision/decision.ts'

/** Where a ticket was sent from. */
export const TICKET_CHANNELS = ['web', 'telegram'] as const
export type TicketChannel = (typeof TICKET_CHANNELS)[number]

/** How long a ticket may trade: the prices it was filled in by are no older then. */
export const TICKET_VALID_MS = 15_000

/**
 * An entry that its user asks for: one contract, bought once at `limit` at the most, and handed to the machine with its stop
 * (record 32). All of it is as the user saw it; no setting changed later changes it.
 */
export interface EntryTicket {
  readonly id: string
  /** Of the account it was sent for: it never trades in one that has taken its place. */
  readonly mode: LinkMode
  readonly contract: OptionContract
  readonly lots: number
  /** The most that is paid a unit. A multiple of the tick. */
  readonly limit: Paise
  /** From the fill down to the stop's trigger, before it is clamped to 15–30 % of the fill. */
  readonly stopDistance: Paise
  /** Slack between trigger and limit of the stop. */
  readonly slBuffer: Paise
  readonly trailing: boolean
  /** Index value when it was sent, in paise of index points (× 100). */
  readonly spot: Paise
  /** Market time. */
  readonly askedAt: EpochMs
  /** The last instant at which its order may leave. */
  readonly validUntil: EpochMs
  readonly channel: TicketChannel
}

/** What the checks of an entry ask of a decision. */
export type EntryDecision = Pick<
  Decision,
  'id' | 'symbol' | 'barEnd' | 'action' | 'direction' | 'score' | 'contributions' | 'spot' | 'configHash'
>

/** What an entry buys, and how far below it the stop belongs. `mid`: the price that its limit is compared with. */
export type EntryPurchase = Pick<EntryPlan, 'contract' | 'stopDistance' | 'mid'>

/** What an entry is made for: a decision of the engine or, with `ticket`, what a user asks for. */
export interface EntryCandidate {
  readonly decision: EntryDecision
  readonly entry: EntryPurchase
  /** Missing: the engine decided it. */
  readonly ticket?: EntryTicket | undefined
}

/** The entry that a ticket asks for. It has no score: what the score decides does not apply to it. */
export function candidateOf(ticket: EntryTicket): EntryCandidate {
  const { id, contract, limit, stopDistance, spot, askedAt } = ticket
  const isCall = contract.side === 'CE'
  return {
    decision: {
      id,
      symbol: contract.symbol,
      barEnd: askedAt,
      action: isCall ? 'buy_call' : 'buy_put',
      direction: isCall ? 'up' : 'down',
      score: 0,
      contributions: [],
      spot,
      // No logic decided it: its user did.
      configHash: '',
    },
    entry: { contract, stopDistance, mid: limit },
    ticket,
  }
}
