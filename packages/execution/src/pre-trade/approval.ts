// @invariant approval-fresh-claim An entry whose user wants to approve it leaves as a ticket alone: once, after every check
//   again, at no more than the limit shown and not after the deadline shown.
import { contractRef, type ContractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { riskPerUnit, stopTrigger } from '@strikewise/domain/stop-loss/stop-levels.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { EntryPurchase, EntryTicket, TicketChannel } from './entry-ticket.ts'
import { TICKET_VALID_MS } from './entry-ticket.ts'

/** An entry that passed every check and waits for its user: all of it is what the user is shown. */
export interface EntryOffer {
  readonly contract: Required<ContractRef>
  readonly mode: LinkMode
  readonly lots: number
  /** The most that is paid a unit. */
  readonly limit: Paise
  /** Trigger of the stop if the order fills at the limit. */
  readonly stop: Paise
  readonly worstLoss: Paise
  /** The last instant at which its order may leave. */
  readonly until: EpochMs
}

/** What its user is asked to approve. `passed`: what the pre-trade check found. */
export function entryOffer(
  { contract, stopDistance }: EntryPurchase,
  passed: Pick<EntryOffer, 'mode' | 'lots' | 'limit' | 'worstLoss' | 'until'>,
): EntryOffer {
  const stop = stopTrigger(passed.limit, riskPerUnit(stopDistance, passed.limit), contract.tickSize)
  return { contract: contractRef(contract), ...passed, stop }
}

/** The id of the ticket that an approval sends: two presses name one ticket, and a ticket is answered once. */
export function approvalTicketId(account: string, decisionId: string): string {
  return `approved/${account}/${decisionId}`
}

/** What the user's account and the market give an approved entry. */
interface ApprovalContext extends Pick<EntryTicket, 'slBuffer' | 'trailing' | 'spot' | 'channel'> {
  readonly account: string
  readonly decisionId: string
  readonly contract: OptionContract
  readonly now: EpochMs
}

/** The ticket of an approved offer; undefined: its deadline has passed. It is claimed as any ticket is: each check asks again. */
export function approvedTicket(
  { mode, lots, limit, stop, until }: EntryOffer,
  { account, decisionId, contract, slBuffer, trailing, spot, channel, now }: ApprovalContext,
): EntryTicket | undefined {
  if (now > until) return undefined
  return {
    id: approvalTicketId(account, decisionId),
    mode,
    contract,
    lots,
    limit,
    stopDistance: (limit - stop) as Paise,
    slBuffer,
    trailing,
    spot,
    askedAt: now,
    validUntil: Math.min(until, now + TICKET_VALID_MS) as EpochMs,
    channel,
  }
}

/** How a user answers an offer; silence is a skip. */
export type ApprovalAnswer = 'take' | 'skip'

/** Where offers can be answered. */
export type ApprovalChannel = TicketChannel
