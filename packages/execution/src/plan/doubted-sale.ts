import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Intent } from '../intent/intent.ts'
import type { HeldTrade } from '../trade/trade.ts'
import type { PlanEnv } from './steps.ts'

/** A doubt about a sale lasts at most this long while the price is through the stop. */
const LONGEST_DOUBT_MS = 20_000

/**
 * From when a position whose price is through its stop is sold although one sale is in doubt: a book that cannot settle it
 * for so long may not for hours (fault F12). Undefined: the doubt is waited for.
 */
export function doubtEndsAt(unresolved: readonly Intent[], trade: HeldTrade, env: PlanEnv): EpochMs | undefined {
  const [doubt, ...more] = unresolved
  if (doubt?.outcome.state !== 'in_doubt' || more.length > 0) return undefined
  if (env.quote === undefined || env.quote.bid > trade.trigger) return undefined
  return (doubt.outcome.notBefore + LONGEST_DOUBT_MS) as EpochMs
}
