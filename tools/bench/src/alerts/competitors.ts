import { Crossings, type WatchedLevel } from '@strikewise/domain/alerts/crossings.ts'
import type { Size } from '../bench.ts'
import { alertsFixture, type AlertsFixture } from './fixture.ts'

const NS_PER_MS = 1e6
/** Passes before the one that is timed: they only warm the code. */
const WARM_PASSES: Readonly<Record<Size, number>> = { full: 1, smallest: 0 }

export function sortedCompetitor(size: Size): AlertsMeasured {
  return measured(size, sortedLevels)
}

export function loopCompetitor(size: Size): AlertsMeasured {
  return measured(size, loopOverAll)
}

function measured(size: Size, side: Side): AlertsMeasured {
  const fixture = alertsFixture(size)
  for (let pass = 0; pass < WARM_PASSES[size]; pass += 1) timed(fixture, side)
  return timed(fixture, side)
}

type Side = (levels: readonly WatchedLevel[]) => (value: number) => number

/** What one side measured. */
export interface AlertsMeasured {
  readonly nsPerValue: number
  readonly crossed: number
}

function timed({ levels, values }: AlertsFixture, side: Side): AlertsMeasured {
  const take = side(levels)
  let crossed = 0
  const startedAt = performance.now()
  for (const value of values) crossed += take(value)
  return { nsPerValue: ((performance.now() - startedAt) * NS_PER_MS) / values.length, crossed }
}

const sortedLevels: Side = (levels) => {
  const book = new Crossings()
  for (const level of levels) book.add(level)
  return (value) => {
    let crossed = 0
    for (const { change } of book.take(value)) if (change === 'crossed') crossed += 1
    return crossed
  }
}

/** Below is above with the signs turned, so that the loop has one comparison for both. */
const loopOverAll: Side = (levels) => {
  const count = levels.length
  const [level, rearm, sign] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)]
  const isArmed = new Uint8Array(count)
  levels.forEach((one, i) => {
    const up = one.side === 'above' ? 1 : -1
    sign[i] = up
    level[i] = up * one.level
    rearm[i] = up * one.rearm
    isArmed[i] = one.isArmed === true ? 1 : 0
  })
  return (value) => {
    let crossed = 0
    for (let i = 0; i < count; i += 1) {
      const at = sign[i]! * value
      if (isArmed[i] === 1) {
        if (at >= level[i]!) {
          isArmed[i] = 0
          crossed += 1
        }
      } else if (at <= rearm[i]!) isArmed[i] = 1
    }
    return crossed
  }
}
