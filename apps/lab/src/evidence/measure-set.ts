import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { HORIZONS, pairsOf, type Horizon, type Observation } from '@strikewise/signals/evidence/observation.ts'
import {
  correlationDifference,
  rankCorrelation,
  type Interval,
  type RankCorrelation,
} from '@strikewise/signals/evidence/rank-correlation.ts'
import {
  calibrationOf,
  hitRateOf,
  paysOf,
  turnoverOf,
  type CalibrationBin,
} from '@strikewise/signals/evidence/signal-figures.ts'
import { SCORE, SCORE_WITHOUT } from './observe-session.ts'
import type { RecordSet, Source } from './record-set.ts'
import { numbersOf } from './seed-of.ts'

/** By what the observations of an index are cut. */
type SliceKind = 'all' | 'year' | 'hour' | 'regime'

export interface Slice {
  readonly kind: SliceKind
  readonly name: string
  readonly observations: readonly Observation[]
}

interface Figure {
  readonly source: Source
  readonly symbol: IndexSymbol
  readonly series: string
}

/** How one series goes with one horizon's move on one slice of an index's record. */
export interface Cell extends Figure, RankCorrelation {
  /** Minutes ahead; null: to the close. */
  readonly ahead: Horizon
  readonly kind: SliceKind
  readonly slice: string
  /** Mean move in the direction of the signal in basis points of the index; null: no signal. */
  readonly paysBp: Interval | null
}

/** Figures of whole records. */
export interface WholeFigures {
  readonly calibration: readonly (Figure & {
    readonly ahead: Horizon
    /** Share of all signals with a direction that were right. */
    readonly right: Interval
    readonly bins: readonly CalibrationBin[]
  })[]
  /** Changes of direction a session. */
  readonly turnover: readonly (Figure & { readonly changes: Interval })[]
  /** Rank correlation of the score less that of the score without the agent: what it brings. */
  readonly ablation: readonly (Figure & { readonly ahead: Horizon; readonly brings: Interval })[]
}

const CUTS: Readonly<Record<SliceKind, (one: Observation) => string | null>> = {
  all: () => 'all',
  year: ({ day }) => day.slice(0, 4),
  hour: ({ hour }) => `${String(hour).padStart(2, '0')}:00`,
  regime: ({ regime }) => regime,
}

/** The whole and each part of the observations of an index. */
export function slicesOf(observations: readonly Observation[]): Slice[] {
  return Object.entries(CUTS).flatMap(([kind, nameOf]) =>
    [...Map.groupBy(observations, nameOf)]
      .flatMap(([name, some]) => (name === null ? [] : [{ kind: kind as SliceKind, name, observations: some }]))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  )
}

export function measureSlice({ source, series: names }: RecordSet, symbol: IndexSymbol, slice: Slice): Cell[] {
  return names.flatMap((series, s) =>
    HORIZONS.flatMap((ahead, h): Cell[] => {
      const pairs = pairsOf(slice.observations, s, h)
      const name = [symbol, series, ahead, slice.kind, slice.name].join(' ')
      const found = rankCorrelation(pairs, numbersOf(name))
      if (found === undefined) return []
      const paysBp = paysOf(pairs, numbersOf(`${name} pays`)) ?? null
      return [{ source, symbol, series, ahead, kind: slice.kind, slice: slice.name, ...found, paysBp }]
    }),
  )
}

export function measureWhole(set: RecordSet, symbol: IndexSymbol, observations: readonly Observation[]): WholeFigures {
  const { source, series: names } = set
  const calibration = names.flatMap((series, s) =>
    HORIZONS.flatMap((ahead, h) => {
      const pairs = pairsOf(observations, s, h)
      const name = [symbol, series, ahead, 'calibration'].join(' ')
      const right = hitRateOf(pairs, numbersOf(name))
      if (right === undefined) return []
      return [{ source, symbol, series, ahead, right, bins: calibrationOf(pairs, numbersOf(`${name} bins`)) }]
    }),
  )
  const turnover = names.flatMap((series, s) => {
    const changes = turnoverOf(observations, s, numbersOf(`${symbol} ${series} turnover`))
    return changes === undefined ? [] : [{ source, symbol, series, changes }]
  })
  return { calibration, turnover, ablation: ablationOf(set, symbol, observations) }
}

function ablationOf({ source, series: names }: RecordSet, symbol: IndexSymbol, observations: readonly Observation[]) {
  const score = names.indexOf(SCORE)
  return names.flatMap((series, s) => {
    if (!series.startsWith(SCORE_WITHOUT)) return []
    return HORIZONS.flatMap((ahead, h) => {
      const both = observations.filter(({ signed }) => !Number.isNaN(signed[score]!) && !Number.isNaN(signed[s]!))
      const name = [symbol, series, ahead].join(' ')
      const brings = correlationDifference(pairsOf(both, score, h), pairsOf(both, s, h), () => numbersOf(name))
      return brings === undefined ? [] : [{ source, symbol, series, ahead, brings }]
    })
  })
}
