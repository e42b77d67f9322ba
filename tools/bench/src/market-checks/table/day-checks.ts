import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { DayFacts } from '../facts/day-facts.ts'
import type { SurfaceFacts } from '../facts/surface-facts.ts'
import type { ReferenceValue } from './check.ts'
import { autocorrelation, correlation, deviation, mean, quantile } from './statistics.ts'

/** A figure of days that stand for themselves: recorded daily values, or one snapshot of a chain a day. */
export interface DayCheck<T> {
  readonly name: string
  readonly unit: string
  readonly digits: number
  /** NaN where the days do not show it. */
  readonly of: (days: readonly T[]) => number
  /** The band of the records when the row was added: it judges where no records are at hand. Undefined: no such row. */
  readonly stated: Readonly<Record<IndexSymbol, ReferenceValue | undefined>>
}

const CHAINS = '15 recorded chains, 2025-08-29 to 2026-01-29'
const DAYS = 'NIFTY by day, 2024-08-26 to 2026-08-05'
const VIX = 'India VIX by day, 2025-08-08 to 2026-08-05'

function band(low: number, high: number, recorded: string, source: string): ReferenceValue {
  return { low, high, recorded, source }
}

/** Only NIFTY was recorded by day in these years. */
function nifty(low: number, high: number, recorded: string, source = DAYS): DayCheck<DayFacts>['stated'] {
  return { NIFTY: band(low, high, recorded, source), BANKNIFTY: undefined }
}

const known = (values: readonly number[]) => values.filter((value) => Number.isFinite(value))
const medianOf = (values: readonly number[]) => quantile(known(values), 0.5)

/** Rows of the near chain at noon. */
export const SURFACE_CHECKS: readonly DayCheck<SurfaceFacts>[] = [
  {
    name: 'open interest at multiples of 500, median day',
    unit: '% of all',
    digits: 1,
    of: (days) => 100 * medianOf(days.map(({ roundShare }) => roundShare)),
    stated: { NIFTY: band(13.3, 26.9, '20.1', CHAINS), BANKNIFTY: band(57.1, 74.2, '65.7', CHAINS) },
  },
  {
    name: 'largest strike over the median one, median day',
    unit: '',
    digits: 1,
    of: (days) => medianOf(days.map(({ wall }) => wall)),
    stated: { NIFTY: band(3.2, 5.6, '4.4', CHAINS), BANKNIFTY: band(6, 18, '12.0', CHAINS) },
  },
  {
    name: 'volatility at the money over India VIX, median day',
    unit: '',
    digits: 2,
    of: (days) => medianOf(days.map(({ volatility, vix }) => volatility / vix)),
    stated: { NIFTY: band(0.32, 1.22, '0.77', CHAINS), BANKNIFTY: band(0.94, 1.06, '1.00', CHAINS) },
  },
  {
    name: 'volatility a deviation below the money over above, median day',
    unit: '',
    digits: 2,
    of: (days) => medianOf(days.map(({ skew }) => skew)),
    stated: { NIFTY: band(1, 1.19, '1.10', CHAINS), BANKNIFTY: band(1.06, 1.24, '1.15', CHAINS) },
  },
]

const logRange = (days: readonly DayFacts[]) => days.map(({ rangePct }) => Math.log(rangePct))
const sized = (values: readonly number[]) => known(values).map(Math.abs)

function rangeMemory(sessions: number, low: number, high: number, recorded: string): DayCheck<DayFacts> {
  return {
    name: `autocorrelation of the log range, ${sessions} sessions`,
    unit: '',
    digits: 2,
    of: (days) => autocorrelation([logRange(days)], sessions),
    stated: nifty(low, high, recorded),
  }
}

/** Rows of NIFTY's days over years: levels that 40 sessions cannot show, because a month is calm or wild as a whole. */
export const LONG_RUN_CHECKS: readonly DayCheck<DayFacts>[] = [
  {
    name: 'range of a day, mean of years',
    unit: '%',
    digits: 2,
    of: (days) => mean(days.map(({ rangePct }) => rangePct)),
    stated: nifty(0.83, 1.09, '0.96'),
  },
  {
    name: 'change from close to close, standard deviation',
    unit: 'bp',
    digits: 1,
    of: (days) => deviation(known(days.map(({ change }) => change))),
    stated: nifty(62.8, 104.6, '83.7'),
  },
  {
    name: 'overnight gap of years, standard deviation',
    unit: 'bp',
    digits: 1,
    of: (days) => deviation(known(days.map(({ gap }) => gap))),
    stated: nifty(37, 85.2, '61.1'),
  },
  {
    name: 'overnight gap, median size',
    unit: 'bp',
    digits: 1,
    of: (days) => quantile(sized(days.map(({ gap }) => gap)), 0.5),
    stated: nifty(15.6, 27.1, '21.3'),
  },
  {
    name: 'overnight gap, 99 % quantile of its size',
    unit: 'bp',
    digits: 0,
    of: (days) => quantile(sized(days.map(({ gap }) => gap)), 0.99),
    stated: nifty(48, 446, '247'),
  },
  rangeMemory(1, 0.14, 0.49, '0.32'),
  rangeMemory(5, 0.01, 0.37, '0.19'),
  rangeMemory(20, -0.07, 0.33, '0.13'),
  {
    name: 'India VIX, mean',
    unit: '%',
    digits: 1,
    of: (days) => mean(known(days.map(({ vix }) => vix))),
    stated: nifty(10.7, 17.2, '13.9', VIX),
  },
  {
    name: 'India VIX over the month that was, median day',
    unit: '',
    digits: 2,
    of: (days) => medianOf(days.map(({ vix, realised }) => vix / realised)),
    stated: nifty(1.07, 1.41, '1.24', VIX),
  },
  {
    name: 'India VIX, standard deviation of its change a day',
    unit: '%',
    digits: 1,
    of: (days) => deviation(known(days.map(({ vixChange }) => vixChange))),
    stated: nifty(3.1, 8.6, '5.8', VIX),
  },
  {
    name: 'India VIX against NIFTY, correlation of changes a day',
    unit: '',
    digits: 2,
    of(days) {
      const pairs = days.filter(({ change, vixChange }) => Number.isFinite(change) && Number.isFinite(vixChange))
      return correlation(
        pairs.map(({ change }) => change),
        pairs.map(({ vixChange }) => vixChange),
      )
    },
    stated: nifty(-0.93, -0.53, '-0.73', VIX),
  },
  {
    name: 'close on expiry days from the nearest 100 points, mean of the farthest',
    unit: '',
    digits: 2,
    of: (days) => mean(known(days.map(({ roundDistance }) => roundDistance))),
    stated: nifty(0.43, 0.58, '0.51'),
  },
]
