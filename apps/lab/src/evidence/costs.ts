import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { HORIZONS, type Horizon } from '@strikewise/signals/evidence/observation.ts'
import type { Interval } from '@strikewise/signals/evidence/rank-correlation.ts'
import { meanByDay } from '@strikewise/signals/evidence/signal-figures.ts'
import type { CostSample } from './observe-chain.ts'
import { numbersOf } from './seed-of.ts'

/** What a round trip costs: the move of the index that pays spread, charges of both orders and decay, at the money. */
export interface CostRow {
  readonly symbol: IndexSymbol
  readonly ahead: Horizon
  /** Basis points of the index. */
  readonly bp: Interval
  readonly days: number
  /** Days whose bid and ask were recorded; on the others the spread is the assumed one. */
  readonly daysWithSpread: number
}

/** Mean costs by index and holding time, each snapshot of a day counted alike. */
export function costsOf(samples: readonly CostSample[]): CostRow[] {
  return [...Map.groupBy(samples, ({ symbol }) => symbol)].flatMap(([symbol, of]) =>
    HORIZONS.flatMap((ahead, h) => {
      const known = of.filter(({ bp }) => !Number.isNaN(bp[h]!))
      const days = [...new Set(known.map(({ day }) => day))]
      const numbers = new Map(days.map((day, i) => [day, i]))
      const pairs = known.map(({ day, bp }) => ({ day: numbers.get(day)!, x: 0, y: bp[h]! }))
      const bp = meanByDay(pairs, ({ y }) => y, numbersOf(`${symbol} cost ${ahead}`))
      if (bp === undefined) return []
      const recorded = new Set(known.filter((one) => one.isSpreadRecorded).map(({ day }) => day))
      return [{ symbol, ahead, bp, days: days.length, daysWithSpread: recorded.size }]
    }),
  )
}
