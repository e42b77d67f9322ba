import { effectiveStopLimitBuffer } from '@strikewise/domain/stop-loss/stop-levels.ts'
import type { Intent } from '../intent/intent.ts'
import type { PlanEnv } from './steps.ts'
import type { HeldTrade } from '../trade/trade.ts'

/**
 * Whether a protective order in doubt may be sent again before the doubt is settled: it has lasted long enough and the
 * price is within one buffer of the stop. Then being protected twice for a moment is better than unprotected; the extra
 * one is cancelled when it surfaces. Only once for each doubt, and never for an order that would sell at once.
 */
export function canResendEarly(unresolved: readonly Intent[], trade: HeldTrade, env: PlanEnv): boolean {
  const [only, ...more] = unresolved
  if (only === undefined || more.length > 0 || only.kind !== 'protect' || only.outcome.state !== 'in_doubt')
    return false
  if (env.now < only.outcome.since + env.config.earlyResendMs || env.quote === undefined) return false
  const buffer = effectiveStopLimitBuffer(trade.trigger, trade.entrySettings.slBuffer, trade.contract.tickSize)
  return env.quote.bid <= trade.trigger + Math.max(buffer, trade.contract.tickSize)
}
