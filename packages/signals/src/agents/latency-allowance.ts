import type { SignalParams } from '../registry/params.ts'

/** Real delay of machine and network that a clock running fast turns into market time. */
const REAL_DELAY_MS = 200

/** A bar must close before the one after it is full: the grace stays under a minute. */
const LONGEST_MS = 50_000

/**
 * Parameters for a market clock that runs `speed` times as fast as the wall's: a delay of 0.2 s at ×10 is 2 s of market
 * time, which would make bars lose ticks and the feed look stale. Adds (speed - 1) × 0.2 s, in whole seconds, to every
 * allowance for delay. At speed 1 (production) the parameters are returned as they are; `configHash` distinguishes them.
 */
export function withLatencyAllowance(params: SignalParams, speed: number): SignalParams {
  if (!(speed > 1)) return params
  const extra = Math.min(LONGEST_MS, Math.ceil(((speed - 1) * REAL_DELAY_MS) / 1000) * 1000)
  const { candles, ttl, block, entry } = params
  return {
    ...params,
    candles: { ...candles, graceMs: candles.graceMs + extra },
    ttl: {
      ...ttl,
      oneMinuteMs: ttl.oneMinuteMs + extra,
      fiveMinuteMs: ttl.fiveMinuteMs + extra,
      chainMs: ttl.chainMs + extra,
      blockMs: ttl.blockMs + extra,
    },
    block: {
      ...block,
      indexAgeMs: block.indexAgeMs + extra,
      chainAgeMs: block.chainAgeMs + extra,
      skewMs: block.skewMs + extra,
    },
    entry: { ...entry, quoteAgeMs: entry.quoteAgeMs + extra },
  }
}
