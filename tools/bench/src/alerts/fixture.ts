import { Rng } from '@strikewise/exchange/random/rng.ts'
import type { WatchedLevel } from '@strikewise/domain/alerts/crossings.ts'
import { rearmLevel } from '@strikewise/domain/alerts/custom-alert.ts'
import type { Size } from '../bench.ts'

const COUNTS: Readonly<Record<Size, { levels: number; values: number }>> = {
  full: { levels: 100_000, values: 900 },
  smallest: { levels: 1_000, values: 200 },
}

/** An index at 25,000 points, in hundredths. */
const START = 2_500_000
/** The largest step between two values: about a quarter of a point. */
const STEP = 25
/** Levels lie within two percent of the start. */
const SPAN = 50_000

export interface AlertsFixture {
  readonly levels: readonly WatchedLevel[]
  readonly values: readonly number[]
}

/** Levels of many users around an index that moves at random, three minutes at five values a second. */
export function alertsFixture(size: Size): AlertsFixture {
  const random = new Rng('alerts')
  const { levels, values } = COUNTS[size]
  return {
    levels: Array.from({ length: levels }, (_, id): WatchedLevel => {
      const side = random.unit() < 0.5 ? 'above' : 'below'
      const level = START + Math.round((2 * random.unit() - 1) * SPAN)
      const rearm = rearmLevel({ type: 'price', symbol: 'NIFTY', side, level })
      return { id, side, level, rearm, isArmed: side === 'above' ? level > START : level < START }
    }),
    values: walk(random, values),
  }
}

function walk(random: Rng, count: number): number[] {
  let value = START
  return Array.from({ length: count }, () => {
    value += Math.round((2 * random.unit() - 1) * STEP)
    return value
  })
}
