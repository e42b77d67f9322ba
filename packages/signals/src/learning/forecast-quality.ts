import { LEARNING } from './learning-params.ts'

/** A probability of up that was reported before it was known, and what came. */
export interface Forecast {
  readonly probability: number
  readonly up: 0 | 1
}

/** One bin of a reliability diagram: the mean of what was reported, the share that came, and of how many. */
export interface ReliabilityBin {
  // oxlint-disable-next-line language/names -- stored weights hold it under this name
  readonly said: number
  readonly came: number
  readonly count: number
}

export interface ForecastQuality {
  readonly labels: number
  readonly brier: number
  readonly logLoss: number
  /** 1 − Brier ÷ Brier of always forecasting the base rate; above 0 is better than that. */
  readonly skill: number
  readonly baseRate: number
  /** Ten of equal width; those without a forecast are omitted. */
  readonly bins: readonly ReliabilityBin[]
}

/** The least probability a logarithm is taken of. */
const LEAST = 1e-12

/** Measures of forecasts, summed in their order; undefined without any. */
export function forecastQuality(forecasts: readonly Forecast[]): ForecastQuality | undefined {
  const labels = forecasts.length
  const brier = brierOf(forecasts)
  if (brier === undefined) return undefined
  const bins = Array.from({ length: LEARNING.calibration.bins }, () => ({ said: 0, came: 0, count: 0 }))
  let logLoss = 0
  let ups = 0
  for (const { probability, up } of forecasts) {
    logLoss -= Math.log(Math.max(LEAST, up === 1 ? probability : 1 - probability))
    ups += up
    const bin = bins[Math.min(bins.length - 1, Math.floor(probability * bins.length))]!
    bin.said += probability
    bin.came += up
    bin.count += 1
  }
  const baseRate = ups / labels
  const base = baseRate * (1 - baseRate)
  return {
    labels,
    brier,
    logLoss: logLoss / labels,
    skill: base === 0 ? 0 : 1 - brier / base,
    baseRate,
    bins: bins
      .filter(({ count }) => count > 0)
      .map(({ said: sum, came, count }) => ({ said: sum / count, came: came / count, count })),
  }
}

/** Mean squared error; undefined without forecasts. Forecasting one half of everything makes 0.25. */
export function brierOf(forecasts: readonly Forecast[]): number | undefined {
  let sum = 0
  for (const { probability, up } of forecasts) sum += (probability - up) ** 2
  return forecasts.length === 0 ? undefined : sum / forecasts.length
}
