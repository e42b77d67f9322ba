import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { SessionFacts } from '../facts/session-facts.ts'
import { CHAIN_CHECKS } from './chain-checks.ts'
import type { Check, ReferenceValue } from './check.ts'
import { INDEX_CHECKS } from './index-checks.ts'
import { outsideAllowed, recordBand, type RecordBand } from './record-band.ts'
import { errorsAllowed } from './tolerance.ts'
import { figureOf, verdictInBand, verdictOf, type CheckFigure, type CheckVerdict } from './verdict.ts'

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

export type Sessions = Readonly<Record<IndexSymbol, readonly SessionFacts[]>>

/** True when the model is to blame: a row outside its stated range, or more outside their bands than chance has. */
export function isUnsound(rows: readonly Row[]): boolean {
  const [banded, stated] = [
    rows.filter(({ band }) => band !== undefined),
    rows.filter(({ band }) => band === undefined),
  ]
  const outside = (of: readonly Row[]) => of.filter(({ verdict }) => verdict === 'outside').length
  return outside(stated) > 0 || outside(banded) > outsideAllowed(banded.length)
}

/** The table of checks. Rows that show nothing of an index (its correlation with itself) are left out. */
export function tableOf(simulated: Sessions, recorded: Sessions | undefined, seed: string): Row[] {
  const rows = INDEX_SYMBOLS.flatMap((symbol) => CHECKS.filter((check) => check.stated[symbol] !== undefined)).length
  return INDEX_SYMBOLS.flatMap((symbol) =>
    CHECKS.flatMap((check) => {
      const { name, unit, digits } = check
      const stated = check.stated[symbol]
      if (stated === undefined) return []
      const allowed = errorsAllowed(simulated[symbol].length, rows)
      const figure = figureOf(check, simulated[symbol], `${seed} ${symbol}`, allowed)
      const band = recorded && recordBand(check, recorded[symbol], simulated[symbol].length)
      const real = recorded === undefined ? Number.NaN : check.of(recorded[symbol])
      return {
        symbol,
        name,
        unit,
        digits,
        stated,
        simulated: figure,
        recorded: Number.isFinite(real) ? real : undefined,
        band,
        verdict: band === undefined ? verdictOf(figure, stated) : verdictInBand(figure.value, band),
      }
    }),
  )
}
