import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { IndexSymbol, OptionSide } from './contract.ts'
import { expiriesFor, nearestExpiry } from './expiries.ts'
import { futureTradingsymbol, optionTradingsymbol } from './names.ts'
import { addDays, istDate } from '../time/ist.ts'

const days = (symbol: IndexSymbol, on: string, count: number) =>
  expiriesFor(symbol, istDate(on))
    .slice(0, count)
    .map((expiry) => expiry.expiry)

describe('listed expiries', () => {
  it('lists what the broker listed on 6 October 2025', () =>
    expect(expiriesFor('NIFTY', istDate('2025-10-06')).map((expiry) => expiry.expiry)).toEqual([
      '2025-10-07',
      '2025-10-14',
      '2025-10-20', // moved from Diwali
      '2025-10-28',
      '2025-11-04',
      '2025-11-25',
      '2025-12-30',
      '2026-03-30', // listed as 31 March until its holiday was announced
      '2026-06-30',
      '2026-09-29',
      '2026-12-29',
      '2027-06-29',
      '2027-12-28',
      '2028-06-27',
      '2028-12-26',
      '2029-06-26',
      '2029-12-24', // moved from Christmas
      '2030-06-25',
    ]))

  it('lists a new weekly when one has expired', () =>
    expect(days('NIFTY', '2025-10-08', 5)).toEqual([
      '2025-10-14',
      '2025-10-20',
      '2025-10-28',
      '2025-11-04',
      '2025-11-11',
    ]))

  it('moves both November 2026 monthlies to Monday the 23rd', () => {
    expect(days('NIFTY', '2026-11-20', 6)).toEqual([
      '2026-11-23',
      '2026-12-01',
      '2026-12-08',
      '2026-12-15',
      '2026-12-22',
      '2026-12-29',
    ])
    expect(days('BANKNIFTY', '2026-11-20', 3)).toEqual(['2026-11-23', '2026-12-29', '2027-01-25'])
  })

  it('finds the nearest without listing them all', () => {
    // Every third day meets every weekday and week of the month; the days on which a rule changed are checked one by one.
    const days = ['2024-02-29', '2024-03-01', '2024-11-13', '2024-11-14', '2024-12-31', '2025-01-01', '2025-08-31']
    for (let day = istDate('2024-01-01'); day < '2027-01-01'; day = addDays(day, 3)) days.push(day)
    for (const day of days.map(istDate))
      for (const symbol of ['NIFTY', 'BANKNIFTY'] as const)
        expect(nearestExpiry(symbol, day), `${symbol} ${day}`).toBe(expiriesFor(symbol, day)[0]!.expiry)
  })

  it('lists no BANKNIFTY weekly after 13 November 2024', () => {
    expect(days('BANKNIFTY', '2024-11-13', 2)).toEqual(['2024-11-13', '2024-11-27'])
    expect(days('BANKNIFTY', '2024-11-14', 2)).toEqual(['2024-11-27', '2024-12-24'])
  })

  it('still lists an expiry on its own day', () => expect(days('NIFTY', '2026-11-23', 1)).toEqual(['2026-11-23']))
})

describe('tradingsymbols', () => {
  const name = (symbol: IndexSymbol, on: string, strike: number, side: OptionSide) =>
    optionTradingsymbol(expiriesFor(symbol, istDate(on))[0]!, strike, side)
  it.each([
    ['NIFTY', '2026-12-29', 24000, 'CE', 'NIFTY26DEC24000CE'],
    ['BANKNIFTY', '2026-12-29', 54800, 'PE', 'BANKNIFTY26DEC54800PE'],
    ['NIFTY', '2026-12-01', 24000, 'CE', 'NIFTY26D0124000CE'],
    ['NIFTY', '2027-01-05', 24000, 'PE', 'NIFTY2710524000PE'],
    ['NIFTY', '2026-10-13', 25000, 'CE', 'NIFTY26O1325000CE'],
    ['NIFTY', '2026-11-23', 25000, 'CE', 'NIFTY26NOV25000CE'],
  ] as const)('%s expiring %s at %d %s is %s', (symbol, on, strike, side, expected) =>
    expect(name(symbol, on, strike, side)).toBe(expected),
  )

  it('names a future by its month', () =>
    expect(futureTradingsymbol(expiriesFor('BANKNIFTY', istDate('2026-11-20'))[0]!)).toBe('BANKNIFTY26NOVFUT'))
})

const csv = fileURLToPath(new URL('../../../../../shared/data/calendar/expiries_2019_2026.csv', import.meta.url))
describe.skipIf(!existsSync(csv))('the expiry rules (skipped without ../shared/data)', () => {
  it.each(['NIFTY', 'BANKNIFTY'] as const)('give %s the collected expiries of 2019 to 2026', (symbol) => {
    const collected = readFileSync(csv, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','))
      .filter((row) => row[0] === symbol && row[2]! >= '2019-01-01')
      .map((row) => `${row[1]} ${row[2]} ${row[3]}`)
    const actual: string[] = []
    // Walks as a trader would: to the nearest expiry, then to the nearest after it.
    for (let on = istDate('2019-01-01'); on <= '2026-12-29';) {
      const nearest = expiriesFor(symbol, on)[0]!
      actual.push(`${nearest.kind} ${nearest.scheduled} ${nearest.expiry}`)
      on = addDays(nearest.expiry, 1)
    }
    expect(actual).toEqual(collected.toSorted((a, b) => (a.slice(-10) < b.slice(-10) ? -1 : 1)))
  })
})
