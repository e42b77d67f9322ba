import { black76Price } from '@strikewise/domain/market/black76.ts'
import { istDate, istInstant, type IstDate } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { chainVolatility } from './chain-volatility.ts'
import { CHAIN_VALUES, LTP, BID, ASK, type ChainLeg, type RecordedChain } from './recorded-chain.ts'

const DAY = istDate('2026-01-21')
const NEAR = istDate('2026-01-27')
const NEXT = istDate('2026-02-03')
const FORWARD = 25_000
const YEAR_MS = 365 * 24 * 3_600_000

/** A chain whose options are worth what each expiry's volatility makes them, with snapshots at these instants. */
function chainAt(at: readonly number[], sigmas: Readonly<Record<IstDate, number>>): RecordedChain {
  const legs = Object.keys(sigmas).flatMap((expiry) =>
    [-200, -150, -100, -50, 0, 50, 100, 150, 200].flatMap((off): ChainLeg[] =>
      (['CE', 'PE'] as const).map((side) => ({ expiry: expiry as IstDate, strike: FORWARD + off, side })),
    ),
  )
  const values = new Float64Array(at.length * legs.length * CHAIN_VALUES).fill(Number.NaN)
  for (const [i, instant] of at.entries())
    for (const [number, { expiry, strike, side }] of legs.entries()) {
      const years = (istInstant(expiry, 15, 30) - instant) / YEAR_MS
      const price = Math.round(100 * black76Price(side === 'CE' ? 1 : -1, FORWARD, strike, years, sigmas[expiry]!, 1))
      const row = (i * legs.length + number) * CHAIN_VALUES
      values.set([price], row + LTP)
      values.set([price - 5], row + BID)
      values.set([price + 5], row + ASK)
    }
  return {
    symbol: 'NIFTY',
    day: DAY,
    legs,
    at,
    begins: Array.from({ length: at.length + 1 }, (_, i) => i * legs.length),
    leg: Int32Array.from({ length: at.length * legs.length }, (_, row) => row % legs.length),
    values,
  }
}

it('takes the volatility of the nearest expiry from the first snapshot after 15:00', () => {
  const instants = [istInstant(DAY, 14, 59, 58), istInstant(DAY, 15, 0, 58), istInstant(DAY, 15, 1, 58)]
  const volatility = chainVolatility(chainAt(instants, { [NEAR]: 0.12, [NEXT]: 0.2 }))!
  expect(volatility.at).toBe(instants[1])
  expect(volatility.sigma).toBeCloseTo(0.12, 2)
})

it('finds none in a day that was not recorded in those minutes', () => {
  const instants = [istInstant(DAY, 14, 59, 58), istInstant(DAY, 15, 5, 0)]
  expect(chainVolatility(chainAt(instants, { [NEAR]: 0.12 }))).toBeUndefined()
})
