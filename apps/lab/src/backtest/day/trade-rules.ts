import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { istInstant, MINUTE_MS, type IstDate } from '@strikewise/domain/time/ist.ts'
import { FIRST_ENTRY_MINUTE, LAST_ENTRY_MINUTE } from '@strikewise/domain/time/entry-window.ts'
import { exitReasonFor, timeLimitOf, type ExitInput } from '@strikewise/execution/plan/exit-rules.ts'
import { targetOfTrade } from '@strikewise/execution/plan/stop-plan.ts'
import type { ExitReason, HeldTrade } from '@strikewise/execution/trade/trade.ts'

/** What a candidate changes of how trades are entered and left; the product's own figures are those of `PRODUCT_RULES`. */
export interface TradeRules {
  /** The stop's distance in units of the product's own. */
  readonly stopFactor: number
  /** The target in R; 0: none. */
  readonly targetR: number
  /** Whether two scores against a position end it. */
  readonly scoreExit: boolean
  /** Whether a position that has gained little after half an hour is left. */
  readonly staleExit: boolean
  /** The longest time a position is held; 0: until the square-off. */
  readonly longestMinutes: number
  /** Minutes of the day in India between which entries are made, the second not included. */
  readonly firstEntryMinute: number
  readonly lastEntryMinute: number
}

/** The rules of the execution core, by which its own functions decide. */
export const PRODUCT_RULES: TradeRules = {
  stopFactor: 1,
  targetR: 2,
  scoreExit: true,
  staleExit: true,
  longestMinutes: 90,
  firstEntryMinute: FIRST_ENTRY_MINUTE,
  lastEntryMinute: LAST_ENTRY_MINUTE,
}

/** Why a position is left. */
export type ExitRule = (trade: HeldTrade, input: ExitInput) => ExitReason | undefined

/** The core's rule, or the one that differs from it in what `rules` change. */
export function exitRuleOf(rules: TradeRules = PRODUCT_RULES): ExitRule {
  const { targetR, scoreExit, staleExit, longestMinutes } = rules
  const isProduct =
    targetR === PRODUCT_RULES.targetR && scoreExit && staleExit && longestMinutes === PRODUCT_RULES.longestMinutes
  if (isProduct) return exitReasonFor
  return (trade, input) => {
    const reason = exitReasonFor(trade, withoutTarget(trade, scoreExit ? input : withoutScores(input)))
    if (reason !== undefined && !LATER.includes(reason)) return reason
    const { quote, now } = input
    if (targetR > 0 && quote !== undefined && quote.bid >= trade.entryPrice + targetR * trade.risk) return 'target'
    if (reason === 'spike' || reason === 'score') return reason
    if (longestMinutes > 0 && now >= heldSince(trade) + longestMinutes * MINUTE_MS) return 'time'
    // Before the core's own limit its time exit is that of a position that has gained little.
    return staleExit && reason === 'time' && now < timeLimitOf(trade) ? 'time' : undefined
  }
}

/** Reasons that come after the target. */
const LATER: readonly ExitReason[] = ['spike', 'score', 'time']

function withoutTarget(trade: HeldTrade, input: ExitInput): ExitInput {
  if (input.quote === undefined) return input
  const bid = Math.min(input.quote.bid, targetOfTrade(trade) - 1) as typeof input.quote.bid
  return { ...input, quote: { ...input.quote, bid } }
}

/** Scores of 0: they end nothing, and like those against it give no reason to stay. */
function withoutScores(input: ExitInput): ExitInput {
  return { ...input, decisions: input.decisions.map((decision) => ({ ...decision, score: 0 })) }
}

function heldSince({ enteredAt, createdAt }: HeldTrade): EpochMs {
  return Math.max(enteredAt, createdAt) as EpochMs
}

/** Whether `rules` allow an entry at `now`. */
export function allowEntry({ firstEntryMinute, lastEntryMinute }: TradeRules, day: IstDate, now: EpochMs): boolean {
  return now >= istInstant(day, 0, firstEntryMinute) && now < istInstant(day, 0, lastEntryMinute)
}
