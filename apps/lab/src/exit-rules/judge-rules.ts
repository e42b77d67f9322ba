import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { Interval } from '@strikewise/signals/evidence/rank-correlation.ts'
import { meanByDay } from '@strikewise/signals/evidence/signal-figures.ts'
import { numbersOf } from '../evidence/seed-of.ts'
import { RULE_VARIANTS } from './rule-variants.ts'

/** One entry of the product's own rules: its result in R, and in the same R what each variant brings; null: not filled. */
export interface JudgedEntry {
  readonly symbol: IndexSymbol
  readonly day: IstDate
  readonly r: number
  readonly variants: readonly (number | null)[]
}

/** What a variant gains over the product's own rules, in R an entry. */
interface RuleGain {
  readonly name: string
  readonly entries: number
  readonly gain: Interval
  /** The interval, wide as so many variants need together: 5 % over all of them (Bonferroni). */
  readonly corrected: Interval
  readonly bySymbol: readonly { readonly symbol: IndexSymbol; readonly gain: Interval }[]
}

interface RuleJudgement {
  readonly entries: number
  readonly sessions: number
  /** The product's own rules, in R an entry. */
  readonly own: Interval
  /** The largest gain first. */
  readonly gains: readonly RuleGain[]
  /** The one that is shown to gain, over both indices and in each; undefined: nothing was found. */
  readonly found: RuleGain | undefined
}

/** Half the width of a 95 % interval in standard errors. */
const NORMAL_95 = 1.96
/** Two-sided normal quantiles of 5 % over 10, 16 and 20 figures: what lies between takes the larger. */
const CORRECTED = [
  { figures: 10, width: 2.81 },
  { figures: 16, width: 2.96 },
  { figures: 20, width: 3.02 },
] as const

/**
 * Judges every variant on the entries of the product's own rules, in pairs: both are bought at the same moment at the same
 * price. Intervals come from a bootstrap over days. Throws RangeError without entries.
 */
export function judgeRules(entries: readonly JudgedEntry[]): RuleJudgement {
  const names = Object.keys(RULE_VARIANTS)
  const own = meanOf(entries, ({ r }) => r, 'own')
  if (own === undefined) throw new RangeError('no entry was made')
  const width = CORRECTED.find(({ figures }) => figures >= names.length)!.width
  const gains = names
    .flatMap((name, v): RuleGain[] => {
      const filled = entries.filter(({ variants }) => variants[v] !== null)
      const gainOf = ({ r, variants }: JudgedEntry) => variants[v]! - r
      const gain = meanOf(filled, gainOf, name)
      if (gain === undefined) return []
      const error = (gain.high - gain.low) / 2 / NORMAL_95
      const corrected = { ...gain, low: gain.value - width * error, high: gain.value + width * error }
      const bySymbol = [...Map.groupBy(filled, ({ symbol }) => symbol)].map(([symbol, of]) => ({
        symbol,
        gain: meanOf(of, gainOf, `${name} ${symbol}`)!,
      }))
      return [{ name, entries: filled.length, gain, corrected, bySymbol }]
    })
    .toSorted((a, b) => b.gain.value - a.gain.value)
  const found = gains.find(
    ({ corrected, bySymbol }) => corrected.low > 0 && bySymbol.every((one) => one.gain.value > 0),
  )
  return { entries: entries.length, sessions: new Set(entries.map(({ day }) => day)).size, own, gains, found }
}

function meanOf(
  entries: readonly JudgedEntry[],
  figure: (entry: JudgedEntry) => number,
  name: string,
): Interval | undefined {
  const days = [...new Set(entries.map(({ day }) => day))]
  const numbers = new Map(days.map((day, i) => [day, i]))
  const pairs = entries.map((entry) => ({ day: numbers.get(entry.day)!, x: 0, y: figure(entry) }))
  return meanByDay(pairs, ({ y }) => y, numbersOf(`exit rules ${name}`))
}
