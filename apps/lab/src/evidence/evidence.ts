import { hash } from 'node:crypto'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { SIGNALS_VERSION, SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { configHash } from '@strikewise/signals/registry/config-hash.ts'
import { bootstrapMean } from '@strikewise/domain/statistics/day-bootstrap.ts'
import { generatorOf } from './generator.ts'
import { HORIZONS, SERIES, type Observation } from './observe-session.ts'
import { rankCorrelation, type Pair, type RankCorrelation } from './rank-correlation.ts'

/** How one series goes with one horizon's move on one slice of an index's record. */
export interface Cell extends RankCorrelation {
  readonly symbol: IndexSymbol
  readonly series: string
  /** Minutes ahead; null: to the close. */
  readonly ahead: number | null
  /** `all`, or a year, hour or regime. */
  readonly slice: string
  /** Mean move in the direction of the signal in basis points of the index, with its 95 % interval; null: no signal. */
  readonly paysBp: { readonly mean: number; readonly low: number; readonly high: number } | null
}

/** Everything a run measured. The same records give the same bytes: it holds no clock and no machine. */
export interface Evidence {
  readonly simulated: true
  readonly version: string
  readonly configHash: string
  readonly files: readonly { readonly name: string; readonly sha256: string }[]
  readonly skipped: readonly { readonly what: string; readonly reason: string }[]
  readonly sessions: Readonly<Partial<Record<IndexSymbol, number>>>
  /** Changes of direction a session, by index and series. */
  readonly turnover: readonly { readonly symbol: IndexSymbol; readonly series: string; readonly changes: number }[]
  readonly cells: readonly Cell[]
  /** SHA-256 over the cells. */
  readonly digest: string
}

const SLICES: readonly ((one: Observation) => string)[] = [
  () => 'all',
  ({ day }) => day.slice(0, 4),
  ({ hour }) => `${String(hour).padStart(2, '0')}:00`,
  ({ regime }) => regime,
]

/** Measures observations in order of time. */
export function evidenceOf(observations: readonly Observation[], about: Pick<Evidence, 'files' | 'skipped'>): Evidence {
  const bySymbol = [...Map.groupBy(observations, ({ symbol }) => symbol)]
  const cells = bySymbol.flatMap(([symbol, of]) =>
    SLICES.flatMap((sliceOf) => [...Map.groupBy(of, sliceOf)].flatMap(([slice, some]) => cellsOf(symbol, slice, some))),
  )
  return {
    simulated: true,
    version: SIGNALS_VERSION,
    configHash: configHash(SIGNAL_PARAMS),
    ...about,
    sessions: Object.fromEntries(bySymbol.map(([symbol, of]) => [symbol, new Set(of.map(({ day }) => day)).size])),
    turnover: bySymbol.flatMap(([symbol, of]) =>
      SERIES.map((series, i) => ({ symbol, series, changes: changesASession(of, i) })),
    ),
    cells,
    digest: hash('sha256', JSON.stringify(cells)),
  }
}

function cellsOf(symbol: IndexSymbol, slice: string, observations: readonly Observation[]): Cell[] {
  const days = new Map<string, number>()
  const numbers = observations.map(({ day }) => days.get(day) ?? (days.set(day, days.size), days.size - 1))
  return SERIES.flatMap((series, s) =>
    HORIZONS.flatMap((ahead, h): Cell[] => {
      const pairs = observations.flatMap(({ signed, moves }, i): Pair[] => {
        const [x, y] = [signed[s]!, moves[h]!]
        return Number.isNaN(x) || Number.isNaN(y) ? [] : [{ day: numbers[i]!, x, y }]
      })
      const name = `${symbol} ${series} ${ahead} ${slice}`
      const found = rankCorrelation(pairs, generatorOf(name))
      return found === undefined ? [] : [{ symbol, series, ahead, slice, ...found, paysBp: paysOf(pairs, name, slice) }]
    }),
  )
}

/** Intervals of what a signal pays are drawn for whole records alone: two thousand draws a slice would take an hour. */
function paysOf(pairs: readonly Pair[], name: string, slice: string): Cell['paysBp'] {
  if (slice !== 'all') return null
  const directed = pairs.filter(({ x }) => x !== 0)
  const days = [...Map.groupBy(directed, ({ day }) => day).values()].map((of) => of.map(({ x, y }) => Math.sign(x) * y))
  const interval = bootstrapMean(days, generatorOf(`${name} pays`))
  if (interval === undefined) return null
  return { mean: directed.reduce((sum, { x, y }) => sum + Math.sign(x) * y, 0) / directed.length, ...interval }
}

function changesASession(observations: readonly Observation[], series: number): number {
  let changes = 0
  for (const [i, { day, signed }] of observations.entries()) {
    const before = observations[i - 1]
    if (before?.day === day && Math.sign(before.signed[series]! || 0) !== Math.sign(signed[series]! || 0)) changes += 1
  }
  return changes / new Set(observations.map(({ day }) => day)).size
}
