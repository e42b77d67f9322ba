import { describe, expect, it } from 'vitest'
import { optionLadder, quoteOptions, type ModelledMarket } from '../decision/testing/modelled-day.ts'
import { SIGNAL_PARAMS } from '../registry/params.ts'
import { buildUpOf } from './build-up.ts'
import { OptionChain } from './chain.ts'
import { chainDetails } from './chain-details.ts'
import { maxPain } from '@strikewise/domain/market/max-pain.ts'
import { median } from '@strikewise/domain/market/median.ts'
import { openInterestWalls } from '@strikewise/domain/market/oi-walls.ts'
import { parityForward } from '@strikewise/domain/market/parity-forward.ts'
import { putCallRatio } from '@strikewise/domain/market/pcr.ts'
import { volatilityRank } from '@strikewise/domain/market/iv-rank.ts'
import { chainRows } from './chain-rows.ts'
import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { optionLegs } from '@strikewise/domain/market/option-legs.ts'

const strikes = Float64Array.of(24900, 25000, 25100, 25200)
const openInterest = Float64Array.of(50, 180, 120, 150, 200, 70, 160, 30)

describe('measures of the chain', () => {
  it('max pain and put-call ratio of the reference vector', () => {
    expect(maxPain(strikes, openInterest, 25020)).toBe(25000)
    expect(putCallRatio(openInterest, 0, 3)).toBeCloseTo(0.8113, 4)
  })

  it('max pain agrees with the plain sum, ties going to the strike nearer the forward', () => {
    const pain = (at: number) =>
      strikes.reduce(
        (sum, k, i) =>
          sum + openInterest[2 * i]! * Math.max(0, at - k) + openInterest[2 * i + 1]! * Math.max(0, k - at),
        0,
      )
    expect([...strikes].map(pain)).toEqual([38000, 18000, 25000, 59000])
    const even = Float64Array.of(0, 10, 10, 0)
    expect(maxPain(Float64Array.of(100, 200), Float64Array.of(1, 0, 0, 1), 190)).toBe(200)
    expect(maxPain(Float64Array.of(100, 200), even, 110)).toBe(100)
    expect(maxPain(strikes, new Float64Array(8), 25000)).toBeNaN()
  })

  it('parity forward of the reference vector', () => {
    const growth = Math.exp((0.065 * 5) / 365)
    expect(parityForward(Float64Array.of(25100), Float64Array.of(140.2, 190.35), growth, 5)).toBeCloseTo(25049.805, 3)
  })

  it('takes the median of the five strikes with the smallest difference', () => {
    const ks = Float64Array.of(100, 110, 120, 130, 140, 150, 160)
    // Forward 131 everywhere but for two bad quotes far and near the money.
    const price = new Float64Array(14)
    ks.forEach((k, i) => {
      price[2 * i] = 131 - k + 50
      price[2 * i + 1] = 50
    })
    price[0] = 500
    price[4] = price[4]! + 3
    expect(parityForward(ks, price, 1, 5)).toBe(131)
    expect(parityForward(ks, new Float64Array(14).fill(Number.NaN), 1, 5)).toBeNaN()
  })

  it('walls: most calls at or over the forward, most puts at or under', () =>
    expect(openInterestWalls(strikes, openInterest, 25020, 0, 3)).toEqual({ resistance: 25100, support: 24900 }))

  it('no calls, no put-call ratio', () => expect(putCallRatio(Float64Array.of(0, 5), 0, 0)).toBeNaN())

  it('median of even and odd counts', () => {
    expect(median(Float64Array.of(3, 1, 2), 3)).toBe(2)
    expect(median(Float64Array.of(4, 1, 2, 3), 4)).toBe(2.5)
  })

  it('rank and percentile need 60 days', () => {
    const daily = Array.from({ length: 100 }, (_, i) => 10 + i / 10)
    expect(volatilityRank(daily.slice(0, 59), 12)).toBeUndefined()
    expect(volatilityRank(daily, 14.95)).toEqual({ rank: expect.closeTo(0.5, 9), percentile: 0.5 })
  })
})

describe('build-up classes', () => {
  const params = SIGNAL_PARAMS.chain.buildUp
  const before = { price: 100, openInterest: 1000, iv: 0.12 }
  it.each([
    ['CE', 102, 1020, 'long_build_up', 'bullish'],
    ['CE', 98, 1020, 'short_build_up', 'bearish'],
    ['CE', 102, 980, 'short_covering', 'bullish'],
    ['CE', 98, 980, 'long_unwinding', 'bearish'],
    ['PE', 102, 1020, 'long_build_up', 'bearish'],
    ['PE', 98, 1020, 'short_build_up', 'bullish'],
  ] as const)('%s at %d with %d open is %s, %s', (side, price, interest, kind, meaning) =>
    expect(buildUpOf(side, before, { price, openInterest: interest, iv: 0.12 }, params)).toMatchObject({
      kind,
      meaning,
    }),
  )
  it('shows who leads by volatility', () => {
    expect(buildUpOf('CE', before, { price: 102, openInterest: 1020, iv: 0.122 }, params)?.ivDriven).toBe('buyers')
    expect(buildUpOf('CE', before, { price: 98, openInterest: 1020, iv: 0.118 }, params)?.ivDriven).toBe('writers')
  })
  it('is silent inside the dead band', () => {
    expect(buildUpOf('CE', before, { price: 100.4, openInterest: 1100, iv: 0.12 }, params)).toBeUndefined()
    expect(buildUpOf('CE', before, { price: 110, openInterest: 1009, iv: 0.12 }, params)).toBeUndefined()
  })
})

const day = istDate('2026-11-19')
const opensAt = istInstant(day, 9, 15)
const contracts = optionLadder('NIFTY', istDate('2026-11-23'), 25000, 50, 15)
const market: ModelledMarket = {
  contracts,
  sigma: 0.12,
  openInterest: (contract) => (contract.side === 'CE' ? 650 : 1300),
}

function modelled() {
  const table = new QuoteTable(200)
  const chain = new OptionChain({
    symbol: 'NIFTY',
    contracts,
    table,
    opensAt,
    expiresAt: istInstant(istDate('2026-11-23'), 15, 40),
    params: SIGNAL_PARAMS.chain,
  })
  const minute = (i: number, spot: number) => {
    const at = (opensAt + i * MINUTE_MS + 30_000) as EpochMs
    quoteOptions(table, market, spot, i, at)
    for (let leg = 0; leg < chain.legs.slots.length; leg += 1) chain.tick(leg, at)
    chain.snapshot((opensAt + (i + 1) * MINUTE_MS + 2000) as EpochMs)
    chain.closeMinute((opensAt + (i + 1) * MINUTE_MS) as EpochMs)
  }
  return { table, chain, minute }
}

describe('a snapshot', () => {
  it('recovers forward and volatility the quotes were made with', () => {
    const { chain, minute } = modelled()
    minute(0, 25010)
    const t = (istInstant(istDate('2026-11-23'), 15, 30) - opensAt - 30_000) / 1000 / 31_536_000
    expect(Math.abs(chain.forward - 25010 * Math.exp(0.07 * t))).toBeLessThan(0.5)
    expect(chain.atmIv).toBeCloseTo(0.12, 2)
    expect(chain.legs.strikes[chain.atm]).toBe(25050)
    expect(chain.pcrOpenInterest).toBe(2)
    expect(Math.abs(chain.skew)).toBeLessThan(0.5)
    expect(chain.delta[2 * chain.atm]).toBeGreaterThan(0.4)
    expect(chain.expectedMove).toBeCloseTo(1.2533 * chain.straddle, -1)
  })

  it('knows nothing without quotes', () => {
    const { chain } = modelled()
    chain.snapshot((opensAt + 1000) as EpochMs)
    expect([chain.forward, chain.atm, chain.quotedAt]).toEqual([Number.NaN, -1, 0])
    expect(chainRows(chain, new QuoteTable(1))).toEqual([])
  })

  it('takes the last price only when the spread is wide and the trade is young', () => {
    const { table, chain, minute } = modelled()
    minute(0, 25000)
    const slot = chain.legs.slots[0]!
    table.askPrice[slot * 5] = table.bidPrice[slot * 5]! * 2
    table.lastPrice[slot] = 55500
    table.lastTradeAt[slot] = opensAt + 60_000
    chain.snapshot((opensAt + 119_000) as EpochMs)
    expect(chain.price[0]).toBe(555)
    chain.snapshot((opensAt + 121_000) as EpochMs)
    expect(chain.price[0]).toBeNaN()
  })
})

describe('above-EMA flags', () => {
  it('come after 20 closed minutes, and go when the last trade is older than 120 s', () => {
    const { chain, minute } = modelled()
    for (let i = 0; i < 19; i += 1) minute(i, 25000 + i)
    expect(chain.aboveEma(2 * chain.atm)).toBe(-1)
    expect(chain.averages.minutesLeft(2 * chain.atm)).toBe(1)
    minute(19, 25040)
    expect(chain.averages.minutesLeft(2 * chain.atm)).toBe(0)
    chain.snapshot((opensAt + 20 * MINUTE_MS + 3000) as EpochMs)
    expect([chain.aboveEma(2 * chain.atm), chain.aboveEma(2 * chain.atm + 1)]).toEqual([1, 0])
    chain.snapshot((opensAt + 22 * MINUTE_MS) as EpochMs)
    expect(chain.aboveEma(2 * chain.atm)).toBe(-1)
  })

  it('compare the last price, not the last closed minute: a price that crosses turns the flag at once', () => {
    const { table, chain, minute } = modelled()
    for (let i = 0; i < 20; i += 1) minute(i, 25000 + 5 * i)
    const call = 2 * chain.atm
    const slot = chain.legs.slots[call]!
    const ema = chain.averages.ema(call)
    const at = (opensAt + 20 * MINUTE_MS + 10_000) as EpochMs
    const flagAt = (price: number) => {
      table.lastPrice[slot] = price
      table.lastTradeAt[slot] = at
      chain.tick(call, at)
      return chain.aboveEma(call)
    }
    expect(flagAt(Math.ceil(ema) + 5)).toBe(1)
    expect(flagAt(Math.floor(ema) - 5)).toBe(0)
    expect(chainRows(chain, table)[0]!.callAboveEma).toBe(false)
    // At the average is not above it, and no price is no answer.
    table.lastPrice[slot] = 0
    expect(chain.aboveEma(call)).toBe(-1)
  })
})

describe('rows', () => {
  it('put the at-the-money strike first and the rest ascending', () => {
    const { table, chain, minute } = modelled()
    minute(0, 25000)
    const rows = chainRows(chain, table, 100)
    expect(rows.map((row) => row.strike)).toEqual([25000, 24900, 24950, 25050, 25100])
    expect(rows[0]).toMatchObject({ callOi: 650, putOi: 1300, callAboveEma: null })
    expect(chainRows(chain, table).length).toBe(31)
  })
})

describe('details', () => {
  it('show volatility, greeks and volume of every strike, and what was built up since a quarter of an hour', () => {
    const { table, chain, minute } = modelled()
    expect(chainDetails(chain, table, SIGNAL_PARAMS.chain)).toEqual([])
    for (let i = 0; i <= 15; i += 1) minute(i, 25000 + 4 * i)
    const { atm } = chain
    const slot = chain.legs.slots[2 * atm]!
    table.openInterest[slot] = 1.1 * table.openInterest[slot]!
    table.close[slot] = 12_345
    chain.snapshot((opensAt + 16 * MINUTE_MS + 3000) as EpochMs)
    const details = chainDetails(chain, table, SIGNAL_PARAMS.chain)
    expect(details.map(({ strike }) => strike)).toEqual([...chain.legs.strikes])
    const { call, put } = details[atm]!
    expect(call).toMatchObject({ iv: chain.iv[2 * atm], delta: chain.delta[2 * atm], vega: chain.vega[2 * atm] })
    expect(put).toMatchObject({ gamma: chain.gamma[2 * atm + 1], theta: chain.theta[2 * atm + 1], buildUp: null })
    expect(call.buildUp).toMatchObject({ kind: 'long_build_up', meaning: 'bullish' })
    // Against the end of the session's first minute.
    expect(call.openInterestChange).toBeCloseTo(table.openInterest[slot] - table.openInterest[slot] / 1.1)
    expect(put.openInterestChange).toBe(0)
    expect([call.previousClose, put.previousClose]).toEqual([12_345, null])
  })

  it('know no change of open interest when the session’s first minute was not observed', () => {
    const { table, chain, minute } = modelled()
    for (let i = 2; i <= 5; i += 1) minute(i, 25000)
    expect(chainDetails(chain, table, SIGNAL_PARAMS.chain).map(({ call }) => call.openInterestChange)).toContain(null)
    expect(chainDetails(chain, table, SIGNAL_PARAMS.chain).some(({ call }) => call.openInterestChange !== null)).toBe(
      false,
    )
  })
})

describe('contracts', () => {
  it('of another expiry are refused', () => {
    const other = optionLadder('NIFTY', istDate('2026-12-01'), 25000, 50, 1)
    expect(() => optionLegs([contracts[0]!, other[0]!], new QuoteTable(10))).toThrow(/another index or expiry/)
    expect(() => optionLegs([contracts[0]!, contracts[0]!], new QuoteTable(10))).toThrow(/listed twice/)
  })
})

describe('prices near the money alone', () => {
  const { entry } = SIGNAL_PARAMS
  const inRange = (delta: number) => Math.abs(delta) >= entry.deltaMin && Math.abs(delta) <= entry.deltaMax

  /** The whole chain and the one that reads near the money, after an index that took these steps (points). */
  function walked(steps: readonly number[]) {
    const { table, chain: whole } = modelled()
    const read: number[] = []
    const near = new OptionChain({
      symbol: 'NIFTY',
      contracts,
      table,
      opensAt,
      expiresAt: istInstant(istDate('2026-11-23'), 15, 40),
      params: SIGNAL_PARAMS.chain,
      onDemand: { quoteStrikes: (_expiry, low, high) => void read.push(high - low + 1) },
    })
    let spot = 25_000
    for (const [i, step] of steps.entries()) {
      spot += step
      const at = (opensAt + i * MINUTE_MS + 30_000) as EpochMs
      quoteOptions(table, market, spot, i, at)
      whole.snapshot(at)
      near.snapshotPrices(at)
    }
    return { whole, near, read }
  }

  it.each([
    ['calm', [0, 3, -4, 10, -12, 25]],
    ['jumping', [0, 180, -420, 260, 90, -333]],
    ['at the edge of the listed strikes', [0, 700, 40, -1_450, 60]],
  ])('give the forward, the money and the deltas of a snapshot on a %s index', (_what, steps) => {
    for (let count = 1; count <= steps.length; count += 1) {
      const { whole, near } = walked(steps.slice(0, count))
      expect(near.forward).toBe(whole.forward)
      expect(near.atm).toBe(whole.atm)
      expect(near.quotedAt).toBe(whole.quotedAt)
      const from = 2 * Math.max(0, near.atm - 5)
      const to = 2 * Math.min(near.legs.strikes.length - 1, near.atm + 5) + 2
      expect(near.price.subarray(from, to)).toEqual(whole.price.subarray(from, to))
      near.solveNear(entry)
      for (const [leg, delta] of whole.delta.entries())
        if (inRange(delta) || inRange(near.delta[leg]!)) expect(near.delta[leg]).toBeCloseTo(delta, 9)
    }
  })

  it('read the whole chain once while the index is calm', () => {
    const { near, read } = walked([0, 3, -4, 10, -12, 25])
    expect(read[0]).toBe(near.legs.strikes.length)
    expect(Math.max(...read.slice(1))).toBeLessThan(near.legs.strikes.length / 2)
  })
})
