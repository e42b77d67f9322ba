// @invariant flat-before-close Positions are squared off before the close.
import { squareOffAt } from '@strikewise/domain/time/square-off.ts'
import type { Session } from '@strikewise/domain/time/calendar.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { FeedQuote } from '../ports.ts'
import { earliestOf, isInFuture } from '../instants.ts'
import type { DayExit } from './check-day.ts'
import { targetOfTrade } from './stop-plan.ts'
import type { ExitReason, HeldTrade } from '../trade/trade.ts'
import type { TradeBounds } from '../trade/trade-instruction.ts'

/** A jump of the index this many times its usual volatility, against the position (signals reference §1.8). */
const SPIKE_AGAINST = 7
/** Signals reference §3.4, "Other exits". */
const SCORE_AGAINST = -0.2
const STALE_AFTER_MS = 30 * MINUTE_MS
const STALE_BEST_R = 0.5
const STALE_SCORE = 0.1
const LONGEST_MS = 90 * MINUTE_MS

export interface ExitInput {
  readonly now: EpochMs
  readonly session: Session | undefined
  readonly quote: FeedQuote | undefined
  /** The symbol's latest decisions, newest first, with or without a trade. */
  readonly decisions: readonly Pick<Decision, 'barEnd' | 'score' | 'spike'>[]
  /** What was asked for the trade. */
  readonly bounds: TradeBounds
  /** A limit of the day is reached: the account must be flat. Undefined: none is. */
  readonly dayExit: DayExit | undefined
}

/** Why an open position should be exited now, the stop itself aside; the first reason that applies. */
export function exitReasonFor(trade: HeldTrade, input: ExitInput): ExitReason | undefined {
  const { now, session, quote, bounds } = input
  if (bounds.exit !== undefined) return bounds.exit
  if (input.dayExit !== undefined) return input.dayExit
  if (session !== undefined && now >= squareOffAt(session, trade.contract.expiry)) return 'square_off'
  if (quote !== undefined && quote.bid >= targetOfTrade(trade)) return 'target'
  const held = now - since(trade)
  // What the engine thinks of the index ends what the engine entered (record 32).
  if (trade.origin === 'manual') return held >= LONGEST_MS ? 'time' : undefined
  if (spikedAgainst(trade, input)) return 'spike'
  const scores = scoresFor(trade, input)
  const [latest, before] = scores
  if (latest !== undefined && before !== undefined && latest <= SCORE_AGAINST && before <= SCORE_AGAINST) return 'score'
  if (held >= LONGEST_MS) return 'time'
  const best = Math.max(trade.bestBid, quote?.bid ?? 0) - trade.entryPrice
  // Without a word of the engine the score shows nothing for staying.
  if (held >= STALE_AFTER_MS && best < STALE_BEST_R * trade.risk && (latest ?? 0) < STALE_SCORE) return 'time'
  return undefined
}

/** When a trade has been held for the longest time that one is. */
export function timeLimitOf(trade: HeldTrade): EpochMs {
  return (since(trade) + LONGEST_MS) as EpochMs
}

/** When a reason that comes with the clock may next arise. */
export function nextExitCheck(trade: HeldTrade, now: EpochMs, session: Session | undefined): EpochMs | undefined {
  return earliestOf(
    isInFuture((since(trade) + STALE_AFTER_MS) as EpochMs, now),
    isInFuture(timeLimitOf(trade), now),
    session === undefined ? undefined : isInFuture(squareOffAt(session, trade.contract.expiry), now),
  )
}

/** S × d of the evaluations since entry, newest first. */
function scoresFor(trade: HeldTrade, { decisions }: ExitInput): number[] {
  return decisions
    .filter((decision) => decision.barEnd > since(trade))
    .map((decision) => decision.score * signOf(trade))
}

/** Whether the index has jumped against the position since entry. */
function spikedAgainst(trade: HeldTrade, { decisions }: ExitInput): boolean {
  return decisions.some(({ barEnd, spike }) => barEnd > since(trade) && spike * signOf(trade) < -SPIKE_AGAINST)
}

/**
 * Since when the position is held. Its fill may have been stamped by a clock that was behind and had not been compared
 * with the broker's yet; its claim was not.
 */
function since({ enteredAt, createdAt }: HeldTrade): EpochMs {
  return Math.max(enteredAt, createdAt) as EpochMs
}

function signOf(trade: HeldTrade): 1 | -1 {
  return trade.direction === 'up' ? 1 : -1
}
