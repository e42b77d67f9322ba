import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { roundToTick } from '@strikewise/domain/money/ticks.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { entryLimit } from '@strikewise/execution/pre-trade/entry-price.ts'
import type { FeedQuote } from '@strikewise/execution/ports.ts'

/** A fifth of the premium: in the middle of what the stop rule allows. */
const STOP_SHARE = 0.2

/** A decision to buy `contract` at `quote`, as the engine would record it at `now`. */
export function buyDecision(id: string, contract: OptionContract, quote: FeedQuote, now: EpochMs): Decision {
  const mid = Math.round((quote.bid + quote.ask) / 2) as Paise
  return {
    id,
    symbol: contract.symbol,
    barEnd: now,
    action: 'buy_call',
    direction: 'up',
    score: 0.6,
    coverage: 1,
    threshold: 0.4,
    spike: 0,
    contributions: [],
    noTrade: [],
    entry: {
      contract,
      delta: 0.5,
      bid: quote.bid,
      ask: quote.ask,
      mid,
      limit: limitOf(contract, quote),
      stopDistance: roundToTick(mid * STOP_SHARE),
      quotedAt: quote.receivedAt,
    },
    spot: (contract.strike * 100) as Paise,
    atr5: 2_000 as Paise,
    flips: [],
    version: 'bench',
    configHash: 'bench',
  }
}

/** What both sides of the bench offer to pay. Throws when the spread is too wide for any entry. */
export function limitOf({ tickSize }: OptionContract, quote: FeedQuote): Paise {
  const limit = entryLimit(quote, Math.round((quote.bid + quote.ask) / 2) as Paise, tickSize)
  if (limit === undefined) throw new Error(`no entry at bid ${quote.bid} and ask ${quote.ask}: the spread is too wide`)
  return limit
}
