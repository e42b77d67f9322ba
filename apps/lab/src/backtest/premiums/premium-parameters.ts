import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { SmileRow } from '@strikewise/exchange/prices/volatility-surface.ts'
import fitted from './premium-parameters.json' with { type: 'json' }

/** Logarithm of the variance of the next sessions from that of the last one, the last five and the last twenty. */
export interface RealisedForecast {
  readonly constant: number
  readonly day: number
  readonly week: number
  readonly month: number
}

/** Logarithm of the implied variance from the realised forecast and, where India VIX is known, its own. */
export interface ImpliedLevel {
  readonly constant: number
  readonly realised: number
  /** 0: India VIX is not read. */
  readonly vix: number
}

/**
 * What option prices of recorded index days are modelled from, fitted by `npm run premiums -- --write`. Variances are
 * multiples of the index's ordinary session (`SESSION_VOLATILITY`).
 */
export interface PremiumParameters {
  readonly source: string
  readonly fittedOn: string
  /** Recorded days of the fit. */
  readonly days: readonly string[]
  readonly realised: Readonly<Record<IndexSymbol, RealisedForecast>>
  /** Variance of a session's minutes over what its range implies. */
  readonly rangeScale: number
  /** Variance that sessions return to. */
  readonly longRun: Readonly<Record<IndexSymbol, number>>
  /** How much of the distance from it is left after a session. */
  readonly memory: number
  /** Share of the night in the implied variance from close to close. */
  readonly nightShare: number
  readonly fromBars: ImpliedLevel
  readonly fromBarsAndVix: ImpliedLevel
  readonly smile: readonly SmileRow[]
}

export const PREMIUM_PARAMETERS: PremiumParameters = fitted
