import type { FutureContract } from '@strikewise/domain/instruments/contract.ts'
import { candle } from '@strikewise/domain/market/candle.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istInstant, istText, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { CandleRequest } from '@strikewise/kite/rest/market-calls.ts'
import type { KiteCandle } from '@strikewise/kite/rows/candle.ts'
import type { KiteClient } from '@strikewise/kite/rest/client.ts'
import { expect, it } from 'vitest'
import { fetchWarmUp, lastSession } from './warm-up.ts'

const DAY = istDate('2026-09-16')
const FUTURE = { token: 77, symbol: 'NIFTY' } as FutureContract

function world() {
  let now = istInstant(DAY, 10, 0, 30)
  const asked: (CandleRequest & { at: EpochMs })[] = []
  const bar = (startAt: EpochMs): KiteCandle => ({
    startAt,
    open: 1 as Paise,
    high: 1 as Paise,
    low: 1 as Paise,
    close: 1 as Paise,
    volume: 5,
    openInterest: null,
  })
  const kite: Pick<KiteClient, 'candles'> = {
    async candles(request) {
      asked.push({ ...request, at: now })
      return { ok: true, value: { rows: [bar(istInstant(DAY, 9, 59)), bar(istInstant(DAY, 10, 0))], dropped: [] } }
    },
  }
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now = (now + ms) as EpochMs
    },
  }
  return { kite, clock, asked }
}

it('asks for twenty sessions, slowly enough for the broker', async () => {
  const { kite, clock, asked } = world()
  await fetchWarmUp(kite, nseCalendar, 'NIFTY', FUTURE, clock)
  // Monday the 14th of September 2026 was a holiday.
  expect(asked.map(({ token, from }) => [token, istText(from)])).toEqual([
    [77, '2026-08-18 09:00:00'],
    [256265, '2026-08-18 09:00:00'],
  ])
  for (const [i, { at }] of asked.entries()) if (i > 0) expect(at - asked[i - 1]!.at).toBeGreaterThan(333)
})

it('leaves out the bar that is still being built', async () => {
  const { kite, clock } = world()
  const { index } = await fetchWarmUp(kite, nseCalendar, 'NIFTY', undefined, clock)
  expect(index.map((bar) => istText(bar.start))).toEqual(['2026-09-16 09:59:00'])
})

it('passes the broker’s words on when it has no history to give', async () => {
  const { clock } = world()
  const refusing: Pick<KiteClient, 'candles'> = {
    candles: async () => ({
      ok: false,
      code: 'not_permitted',
      failure: null,
      httpStatus: 403,
      errorType: 'PermissionException',
      message: 'No.',
    }),
  }
  await expect(fetchWarmUp(refusing, nseCalendar, 'NIFTY', undefined, clock)).rejects.toThrow(/not_permitted No\./)
})

it('finds the session before in the bars, over a holiday too', () => {
  const bar = (day: string, minute: number) =>
    candle(istInstant(istDate(day), 9, minute), 1 as Paise, 1 as Paise, 1 as Paise, 1 as Paise, 0)
  const bars = [bar('2026-09-10', 15), bar('2026-09-11', 15), bar('2026-09-11', 16), bar('2026-09-15', 15)]
  expect(lastSession(bars, istDate('2026-09-15')).map(({ start }) => istText(start))).toEqual([
    '2026-09-11 09:15:00',
    '2026-09-11 09:16:00',
  ])
  expect(lastSession([], DAY)).toEqual([])
})
