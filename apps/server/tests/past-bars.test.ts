import type { Candle } from '@strikewise/domain/market/candle.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istInstant, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { storePastBars } from '../src/market/past-bars.ts'
import { newUser, startTestWeb, type TestWeb } from './harness.ts'

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())

const bar = (day: string, minute: number, open: number): Candle => ({
  start: (istInstant(day as IstDate, 9, 15) + minute * MINUTE_MS) as EpochMs,
  open: open as Paise,
  high: (open + 500) as Paise,
  low: (open - 45) as Paise,
  close: (open + 100) as Paise,
  volume: 0,
  synthetic: false,
  partial: false,
  volumeAnomaly: false,
})

it('stores past sessions once and serves each with its neighbours', async () => {
  const bars = [bar('2026-11-17', 0, 2_450_000), bar('2026-11-17', 1, 2_450_100), bar('2026-11-19', 374, 2_460_000)]
  await storePastBars(web.store.db, 'NIFTY', bars)
  // As on every later start, with one session more; what is stored stays.
  await storePastBars(web.store.db, 'NIFTY', [bar('2026-11-17', 0, 1), bar('2026-11-20', 0, 2_470_000)])
  await storePastBars(web.store.db, 'BANKNIFTY', [])
  const starter = await newUser(web, 'starter')
  const get = async (date: string, symbol = 'NIFTY') => {
    const response = await fetch(`${web.url}/api/index_day?date=${date}&symbol=${symbol}`, {
      headers: { cookie: starter.cookie },
    })
    expect(response.status).toBe(200)
    return response.json()
  }
  const start = istInstant('2026-11-17' as IstDate, 9, 15)
  expect(await get('2026-11-17')).toEqual({
    date: '2026-11-17',
    candles: [
      { time: start, open: 24_500, high: 24_505, low: 24_499.55, close: 24_501 },
      { time: start + MINUTE_MS, open: 24_501, high: 24_506, low: 24_500.55, close: 24_502 },
    ],
    previous: null,
    next: '2026-11-19',
  })
  expect(await get('2026-11-19')).toMatchObject({
    candles: [{ time: istInstant('2026-11-19' as IstDate, 15, 29) }],
    previous: '2026-11-17',
    next: '2026-11-20',
  })
  expect(await get('2026-11-18')).toEqual({
    date: '2026-11-18',
    candles: [],
    previous: '2026-11-17',
    next: '2026-11-19',
  })
  expect(await get('2026-11-18', 'BANKNIFTY')).toEqual({ date: '2026-11-18', candles: [], previous: null, next: null })
})
