import { expect, it } from 'vitest'
import { istDate } from '@strikewise/domain/time/ist.ts'
import { risingChain } from '../backtest/testing/rising-chain.ts'
import { forwardsOf, standingBars } from './chain-forwards.ts'
import { observeChain } from './observe-chain.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'

const DAY = istDate('2026-01-07')
const rising = (minutes: number, hasBids = true) => risingChain({ minutes, hasBids })

it('reads the forward by put-call parity, and lets the last one stand for the minutes after it', () => {
  const chain = rising(120)
  const forwards = forwardsOf(chain)
  expect(forwards).toHaveLength(120)
  expect(Math.abs(forwards[60]! - forwards[0]! - 60)).toBeLessThan(3)
  const bars = standingBars(nseCalendar.sessionOn(DAY)!, chain.at, forwards)
  expect(bars).toHaveLength(375)
  expect(bars.at(-1)!.close).toBe(Math.round(100 * forwards.at(-1)!))
})

it('reports what the chain agent gave, the moves of the forward after it, and no move that was not recorded', () => {
  const { observations } = observeChain(rising(120))
  expect(observations.length).toBeGreaterThan(90)
  const late = observations.at(-40)!
  expect(late.signed[0]).toBeGreaterThan(0)
  expect(late.moves[0]).toBeCloseTo((10_000 * 5) / 26_100, 0)
  expect(late.moves[2]! / late.moves[1]!).toBeCloseTo(2, 0)
  expect([late.moves[3], late.moves[4]]).toEqual([Number.NaN, Number.NaN])
})

it('knows nothing of the snapshots that follow', () => {
  const whole = observeChain(rising(120)).observations
  const cut = observeChain(rising(60)).observations
  expect(cut.map(({ signed }) => signed)).toEqual(whole.slice(0, cut.length).map(({ signed }) => signed))
  expect(cut.length).toBeGreaterThan(35)
})

it('costs more the longer an option is held, and says whether the spread was recorded', () => {
  const { costs } = observeChain(rising(40))
  const [five, quarter, half, hour, longest] = costs[20]!.bp
  expect(five).toBeGreaterThan(0.5)
  expect([five! < quarter!, quarter! < half!, half! < hour!, hour! < longest!]).toEqual([true, true, true, true])
  expect(costs.every(({ isSpreadRecorded }) => isSpreadRecorded)).toBe(true)
  expect(observeChain(rising(40, false)).costs.some(({ isSpreadRecorded }) => isSpreadRecorded)).toBe(false)
})
