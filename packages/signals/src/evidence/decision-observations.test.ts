import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { VOTERS } from '../registry/registry.ts'
import { decisionObservations } from './decision-observations.ts'

const DAY = istDate('2026-08-12')
const { indexUntil } = nseCalendar.sessionOn(DAY)!
const [candle, indicator] = VOTERS

/** A decision a minute after the open, with the index a point higher each minute. */
const decision = (minute: number) => ({
  barEnd: istInstant(DAY, 9, 15 + minute),
  spot: (2_500_000 + 100 * minute) as Paise,
  contributions: [
    { agent: candle!, signed: 0.4, stale: false },
    { agent: indicator!, signed: 0.9, stale: true },
  ],
})

it('takes the moves from the decisions themselves, and none that no decision or no price reaches', () => {
  const minutes = Array.from({ length: 40 }, (_, i) => 1 + i)
  const observations = decisionObservations('NIFTY', minutes.map(decision), indexUntil)
  expect(observations.map(({ hour }) => hour)).toEqual(Array.from({ length: 8 }, () => 9))
  const { signed, moves } = observations[0]!
  expect(signed).toEqual([0.4, ...VOTERS.slice(1).map(() => Number.NaN)])
  expect(moves[0]).toBeCloseTo(10_000 * Math.log(2_501_000 / 2_500_500))
  expect(moves[2]).toBeCloseTo(10_000 * Math.log(2_503_500 / 2_500_500))
  expect(moves.slice(3)).toEqual([Number.NaN, Number.NaN])
})

it('moves to the close only where the close was decided on, and observes nothing of the auction', () => {
  const last = (indexUntil - istInstant(DAY, 9, 15)) / 60_000
  const [before, at, after] = [last - 5, last, last + 5].map(decision)
  const whole = decisionObservations('NIFTY', [before!, at!, after!], indexUntil)
  expect(whole).toHaveLength(1)
  expect(whole[0]!.moves.at(-1)).toBeCloseTo(10_000 * Math.log(at!.spot / before!.spot))
  expect(decisionObservations('NIFTY', [before!, after!], indexUntil)[0]!.moves.at(-1)).toBeNaN()
})
