import { Rng } from '@strikewise/exchange/random/rng.ts'
import { expect, it } from 'vitest'
import { dayBand } from './day-band.ts'
import { mean } from './statistics.ts'

const rng = new Rng('days', 'band')
const daysOf = (count: number, level: number) => Array.from({ length: count }, () => level + 0.2 * rng.normal())

it('holds days of the same market nearly always, and refuses ones that lie two deviations off', () => {
  let [missed, refused] = [0, 0]
  for (let trial = 0; trial < 100; trial += 1) {
    const band = dayBand(mean, daysOf(15, 1), 40, String(trial))!
    const isOutside = (value: number) => value < band.low || value > band.high
    if (isOutside(mean(daysOf(40, 1)))) missed += 1
    if (isOutside(mean(daysOf(40, 1.4)))) refused += 1
  }
  expect(missed).toBeLessThan(6)
  expect(refused).toBeGreaterThan(85)
})

it('is wider where fewer days were simulated, and not there without a figure', () => {
  const recorded = daysOf(15, 1)
  const width = (simulated: number) => {
    const { low, high } = dayBand(mean, recorded, simulated, 'width')!
    return high - low
  }
  expect(width(5)).toBeGreaterThan(1.5 * width(1000))
  expect(dayBand(mean, [], 40, 'none')).toBeUndefined()
  expect(dayBand(mean, recorded, 0, 'none')).toBeUndefined()
})
