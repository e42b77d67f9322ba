import { existsSync } from 'node:fs'
import path from 'node:path'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import { SessionVariance } from '@strikewise/exchange/prices/volatility-surface.ts'
import { describe, expect, it } from 'vitest'
import { PREMIUM_PARAMETERS } from '../backtest/premiums/premium-parameters.ts'
import { premiumRatios } from '../backtest/premiums/premium-ratios.ts'
import { premiumShare, type PremiumRecord } from '../backtest/premiums/premium-records.ts'
import { recordedOutlook } from '../backtest/premiums/recorded-outlook.ts'
import { comparePremiums, readPremiumDays } from './compare-premiums.ts'
import { fitPremiums, smileOn, type PremiumDay } from './fit-premiums.ts'
import { leastSquares } from './least-squares.ts'
import { dayMedians, verdictOf } from './premium-table.ts'

const DATA = path.join(import.meta.dirname, '../../../../../shared/data')
const FORWARD = 25_000
const TRUTH = { constant: 0.3, realised: 0.9, vix: 0.4 }

/** A day whose premiums are made of known parameters, at a level that forecast and India VIX imply. */
function madeDay(day: string, forecast: number, vix: number): PremiumDay & { readonly level: number } {
  const session = nseCalendar.sessionOn(istDate(day))!
  const level = Math.exp((TRUTH.constant + TRUTH.realised * forecast + TRUTH.vix * vix) / 2)
  const variance = new SessionVariance(
    level,
    375,
    recordedOutlook('NIFTY', session, { ...PREMIUM_PARAMETERS, nightShare: 0.3 }),
  )
  const expiry = istDate('2026-01-13')
  const sessions = nseCalendar.tradingDaysBetween(istDate(day), expiry)
  const records: PremiumRecord[] = Array.from({ length: 30 }, (_, i) => {
    const minute = 10 * (i + 1)
    const deviation = Math.sqrt(variance.restOfToday(minute, sessions === 0) + variance.after(sessions))
    const legs = [-0.02, -0.012, -0.008, 0.008, 0.012, 0.02].map((x) => {
      const z = x / deviation
      return { x, share: premiumShare(x, deviation * (1 - 0.03 * z + 0.05 * z * z)) }
    })
    const at = session.opensAt + minute * MINUTE_MS
    return {
      symbol: 'NIFTY',
      day: istDate(day),
      at,
      minute,
      sessions,
      years: (sessions + 1) / 365,
      forward: FORWARD,
      deviation,
      legs,
    }
  })
  return { day, session, records, forecast, vix, level, smile: smileOn(records) }
}

describe('the fit of the premium model', () => {
  const days = [
    madeDay('2026-01-07', -0.8, -0.7),
    madeDay('2026-01-08', -0.5, -0.6),
    madeDay('2026-01-09', -0.2, -0.1),
    madeDay('2026-01-12', 0.1, -0.4),
    madeDay('2026-01-13', -0.4, 0.2),
  ]

  it('finds level, night and smile of premiums that are made of them', () => {
    const { fromBarsAndVix, nightShare, smile } = fitPremiums(PREMIUM_PARAMETERS, days)
    expect(nightShare).toBeCloseTo(0.3, 2)
    expect(fromBarsAndVix.constant).toBeCloseTo(TRUTH.constant, 2)
    expect(fromBarsAndVix.realised).toBeCloseTo(TRUTH.realised, 2)
    expect(fromBarsAndVix.vix).toBeCloseTo(TRUTH.vix, 2)
    expect(smile.find((row) => row.days === 1)!.a).toBeCloseTo(-0.03, 3)
    expect(smile.find((row) => row.days === 1)!.b).toBeCloseTo(0.05, 3)
  })

  it('prices a made day as it was made, and a quarter dearer from a level that is a quarter higher', () => {
    const parameters = fitPremiums(PREMIUM_PARAMETERS, days)
    const { records, session, level } = days[0]!
    const ratioAt = (value: number) =>
      premiumRatios(records, session, value, { ...parameters, memory: 1 }).find(
        ({ moneyness }) => moneyness === 'at the money',
      )!.ratio
    expect(ratioAt(level * 1.25) / ratioAt(level)).toBeCloseTo(1.25, 2)
    expect(dayMedians(premiumRatios(records, session, level, parameters))[0]!.atm).toBeCloseTo(1, 2)
  })
})

it('solves least squares to the coefficients that made the values', () => {
  const rows = [0, 1, 2, 3, 4].map((x) => [1, x, x * x])
  const found = leastSquares(
    rows,
    rows.map(([, x, square]) => 2 - 3 * x! + 0.5 * square!),
  )
  for (const [i, value] of [2, -3, 0.5].entries()) expect(found[i]).toBeCloseTo(value, 9)
})

describe.skipIf(!existsSync(DATA))('model over recorded premiums (skipped where ../shared/data is not)', () => {
  it.each([true, false])(
    'lies at one over all recorded days, each priced with parameters of the others; India VIX known: %s',
    { timeout: 120_000 },
    async (readsVix) => {
      const days = await readPremiumDays(DATA, PREMIUM_PARAMETERS)
      expect(days.length).toBeGreaterThanOrEqual(15)
      const { atm, out } = verdictOf(comparePremiums(days, PREMIUM_PARAMETERS, readsVix))
      expect(atm).toBeGreaterThan(0.95)
      expect(atm).toBeLessThan(1.05)
      expect(out).toBeGreaterThan(0.85)
      expect(out).toBeLessThan(1.15)
    },
  )
})
