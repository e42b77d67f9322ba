import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contractIndex } from './contract-index.ts'
import type { FutureContract, IndexSymbol, InstrumentList, OptionContract, OptionSide } from './contract.ts'
import { paise } from '../money/paise.ts'
import { istDate, type EpochMs } from '../time/ist.ts'

const option = (
  symbol: IndexSymbol,
  expiry: string,
  strike: number,
  side: OptionSide,
  token: number,
): OptionContract => ({
  token,
  tradingsymbol: `${symbol} ${expiry} ${strike}${side}`,
  symbol,
  expiry: istDate(expiry),
  strike,
  side,
  tickSize: paise(5),
  lotSize: 65,
})
const future = (symbol: IndexSymbol, expiry: string, token: number): FutureContract => ({
  token,
  tradingsymbol: `${symbol} ${expiry} FUT`,
  symbol,
  expiry: istDate(expiry),
  tickSize: paise(10),
  lotSize: 65,
})
const listOf = (options: OptionContract[], futures: FutureContract[] = []): InstrumentList => ({
  on: istDate('2026-11-20'),
  fetchedAt: 0 as EpochMs,
  options,
  futures,
})

describe('the contract index', () => {
  const options = [
    option('NIFTY', '2026-12-01', 24_050, 'PE', 1),
    option('NIFTY', '2026-12-01', 24_000, 'PE', 2),
    option('NIFTY', '2026-12-01', 24_000, 'CE', 3),
    option('NIFTY', '2026-11-23', 24_000, 'CE', 4),
    option('BANKNIFTY', '2026-11-23', 54_000, 'CE', 5),
  ]
  const index = contractIndex(listOf(options, [future('NIFTY', '2026-12-29', 8), future('NIFTY', '2026-11-23', 9)]))
  const december = istDate('2026-12-01')

  it('finds a contract by token, name and terms', () => {
    expect(index.optionByToken(3)).toBe(options[2])
    expect(index.optionByTradingsymbol('NIFTY 2026-12-01 24000PE')).toBe(options[1])
    expect(index.option('NIFTY', december, 24_050, 'PE')).toBe(options[0])
    expect(index.option('NIFTY', december, 24_050, 'CE')).toBeUndefined()
    expect(index.optionByToken(99)).toBeUndefined()
  })

  it('lists expiries, strikes and options in order', () => {
    expect(index.expiries('NIFTY')).toEqual(['2026-11-23', '2026-12-01'])
    expect(index.strikes('NIFTY', december)).toEqual([24_000, 24_050])
    expect(index.optionsOf('NIFTY', december).map((found) => found.token)).toEqual([3, 2, 1])
    expect(index.optionsOf('BANKNIFTY', december)).toEqual([])
  })

  it('knows the current-month future', () => {
    expect(index.nearFuture('NIFTY')?.token).toBe(9)
    expect(index.nearFuture('BANKNIFTY')).toBeUndefined()
  })

  it('finds every contract again', () =>
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 400, max: 600 }), { maxLength: 40 }), (steps) => {
        const many = steps.map((step, i) => option('NIFTY', '2026-12-01', step * 50, i % 2 ? 'CE' : 'PE', i + 1))
        const built = contractIndex(listOf(many))
        for (const one of many) {
          expect(built.optionByToken(one.token)).toBe(one)
          expect(built.option('NIFTY', december, one.strike, one.side)).toBe(one)
        }
        expect(built.strikes('NIFTY', december)).toEqual(steps.map((step) => step * 50).toSorted((a, b) => a - b))
      }),
    ))
})
