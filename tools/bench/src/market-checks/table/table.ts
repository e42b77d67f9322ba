import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { DayFacts } from '../facts/day-facts.ts'
import type { SessionFacts } from '../facts/session-facts.ts'
import type { SurfaceFacts } from '../facts/surface-facts.ts'
import type { SimulatedMarket } from '../simulated/market-days.ts'
import { CHAIN_CHECKS } from './chain-checks.ts'
import type { Check, ReferenceValue } from './check.ts'
import { dayBand } from './day-band.ts'
import { LONG_RUN_CHECKS, SURFACE_CHECKS, type DayCheck } from './day-checks.ts'
import { INDEX_CHECKS } from './index-checks.ts'
import { outsideAllowed, recordBand, type RecordBand } from './record-band.ts'
import { errorsAllowed } from './tolerance.ts'
import { figureOf, figureOfDays, verdictInBand, verdictOf, type CheckFigure, type CheckVerdict } from './verdict.ts'

/** Every row, in the order it is shown. */
const CHECKS: readonly Check[] = [...INDEX_CHECKS, ...CHAIN_CHECKS]

/** One figure of one index, simulated beside recorded. */
export interface Row {
  readonly symbol: IndexSymbol
  readonly name: string
  readonly unit: string
  readonly digits: number
  readonly stated: ReferenceValue
  readonly simulated: CheckFigure
  /** From the records at hand; undefined: there are none, or they do not show it. */
  readonly recorded: number | undefined
  /** The records' own sampling interval; undefined: they are too few, and the stated range judges. */
  readonly band: RecordBand | undefined
  readonly verdict: CheckVerdict
}

type Sessions = Readonly<Record<IndexSymbol, readonly SessionFacts[]>>

/** True when the model is to blame: a row outside its stated range, or more outside their bands than chance has. */
export function isUnsound(rows: readonly Row[]): boolean {
  const [banded, stated] = [
    rows.filter(({ band }) => band !== undefined),
    rows.filter(({ band }) => band === undefined),
  ]
  const outside = (of: readonly Row[]) => of.filter(({ verdict }) => verdict === 'outside').length
  return outside(stated) > 0 || outside(banded) > outsideAllowed(banded.length)
}

/** What was recorded: sessions by the minute, one surface of each recorded chain, and NIFTY's days. */
export interface RecordedMarket {
  readonly sessions: Sessions
  readonly surfaces: Readonly<Record<IndexSymbol, readonly SurfaceFacts[]>>
  readonly days: readonly DayFacts[]
}

/** Rows of both indices, whatever their facts are made from. */
const ROW_COUNT = INDEX_SYMBOLS.flatMap((symbol) =>
  [...CHECKS, ...SURFACE_CHECKS, ...LONG_RUN_CHECKS].filter(({ stated }) => stated[symbol] !== undefined),
).length

/** The table of checks. Rows that show nothing of an index (its correlation with itself) are left out. */
export function tableOf(simulated: SimulatedMarket, recorded: RecordedMarket | undefined, seed: string): Row[] {
  return INDEX_SYMBOLS.flatMap((symbol) => [
    ...CHECKS.flatMap((check) =>
      sessionRow(check, symbol, simulated.sessions[symbol], recorded?.sessions[symbol], seed),
    ),
    ...SURFACE_CHECKS.flatMap((check) =>
      dayRow(check, symbol, simulated.surfaces[symbol], recorded?.surfaces[symbol], seed),
    ),
    ...LONG_RUN_CHECKS.flatMap((check) => dayRow(check, symbol, simulated.longRun, recorded?.days, seed)),
  ])
}

function sessionRow(
  check: Check,
  symbol: IndexSymbol,
  simulated: readonly SessionFacts[],
  recorded: readonly SessionFacts[] | undefined,
  seed: string,
): Row[] {
  const figure = figureOf(check, simulated, `${seed} ${symbol}`, errorsAllowed(simulated.length, ROW_COUNT))
  return rowOf(check, symbol, figure, recorded, recorded && recordBand(check, recorded, simulated.length))
}

function dayRow<T>(
  check: DayCheck<T>,
  symbol: IndexSymbol,
  simulated: readonly T[],
  recorded: readonly T[] | undefined,
  seed: string,
): Row[] {
  const figure = figureOfDays(check, simulated, `${seed} ${symbol}`, errorsAllowed(simulated.length, ROW_COUNT))
  const band = recorded && dayBand(check.of, recorded, simulated.length, symbol, check.name)
  return rowOf(check, symbol, figure, recorded, band)
}

function rowOf<T>(
  { name, unit, digits, of, stated }: DayCheck<T>,
  symbol: IndexSymbol,
  simulated: CheckFigure,
  recorded: readonly T[] | undefined,
  band: RecordBand | undefined,
): Row[] {
  const range = stated[symbol]
  if (range === undefined) return []
  const real = recorded === undefined ? Number.NaN : of(recorded)
  return [
    {
      symbol,
      name,
      unit,
      digits,
      stated: range,
      simulated,
      recorded: Number.isFinite(real) ? real : undefined,
      band,
      verdict: band === undefined ? verdictOf(simulated, range) : verdictInBand(simulated.value, band),
    },
  ]
}
