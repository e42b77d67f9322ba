import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SIGNAL_PARAMS } from '../registry/params.ts'
import { optionLadder, quoteOptions } from '../decision/testing/modelled-day.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { OptionChain } from './chain.ts'
import { DEPTH_LEVELS, QuoteTable } from '@strikewise/domain/market/quote-table.ts'

const day = istDate('2026-11-19')
const expiry = istDate('2026-11-23')
const opensAt = istInstant(day, 9, 15)
const contracts = optionLadder('NIFTY', expiry, 25000, 50, 12)
const params = SIGNAL_PARAMS.chain

const chainOn = (table: QuoteTable) =>
  new OptionChain({ symbol: 'NIFTY', contracts, table, opensAt, expiresAt: istInstant(expiry, 15, 40), params })

/** One minute: where the index stands, how dear options are, and a leg whose quote goes bad. */
const minute = fc.record({
  spot: fc.integer({ min: 24_700, max: 25_300 }),
  sigma: fc.double({ min: 0.07, max: 0.4, noNaN: true }),
  interest: fc.integer({ min: 0, max: 90_000 }),
  broken: fc.option(fc.integer({ min: 0, max: contracts.length - 1 })),
})

const FIGURES = [
  ...([
    'forward',
    'atm',
    'bandLow',
    'bandHigh',
    'atmIv',
    'straddle',
    'expectedMove',
    'skew',
    'pcrOpenInterest',
  ] as const),
  ...(['pcrVolume', 'maxPain', 'resistance', 'support'] as const),
] as const
const COLUMNS = ['price', 'spread', 'openInterest', 'volume', 'iv', 'delta', 'gamma', 'vega', 'theta'] as const

it('a chain that lived through a day knows what one sees that looks once', () =>
  fc.assert(
    fc.property(fc.array(minute, { minLength: 2, maxLength: 12 }), (minutes) => {
      const table = new QuoteTable(200)
      const lived = chainOn(table)
      for (const [i, { spot, sigma, interest, broken }] of minutes.entries()) {
        const end = (opensAt + (i + 1) * MINUTE_MS) as EpochMs
        const model = { contracts, sigma, openInterest: (c: { strike: number }) => interest + (c.strike % 7) * 65 }
        quoteOptions(table, model, spot, i, (end - 5000) as EpochMs)
        if (broken !== null) table.askPrice[lived.legs.slots[broken]! * DEPTH_LEVELS] = 0
        for (let leg = 0; leg < lived.legs.slots.length; leg += 1) lived.tick(leg, (end - 5000) as EpochMs)
        const now = (end + 2000) as EpochMs
        lived.snapshot(now)
        lived.closeMinute(end)
        const once = chainOn(table)
        once.snapshot(now)
        for (const name of FIGURES) expect([name, far(lived[name], once[name])]).toEqual([name, false])
        for (const name of COLUMNS) {
          const apart = lived[name].findIndex((value, leg) => far(value, once[name][leg]!))
          expect([name, apart]).toEqual([name, -1])
        }
      }
    }),
    { numRuns: 10 },
  ))

/** Volatility is solved from the last one: the same root by another way, equal to far below a tick. */
function far(lived: number, once: number): boolean {
  if (Number.isNaN(once)) return !Number.isNaN(lived)
  return !(Math.abs(lived - once) <= 1e-8 * Math.max(1, Math.abs(once)))
}
