import type { FutureContract } from '@strikewise/domain/instruments/contract.ts'
import { candle } from '@strikewise/domain/market/candle.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istInstant, istText, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { MarketReader } from '@strikewise/brokers/market-source.ts'
import { expect, it } from 'vitest'
import { fetchWarmUp, lastSession } from './warm-up.ts'

const DAY = istDate('2026-09-16')
const FUTURE = { token: 77, symbol: 'NIFTY' } as FutureContract

function fixture() {
  let now = istInstant(DAY, 10, 0, 30)
  const asked: { token: number; from: EpochMs; at: EpochMs }[] = []
  const bar = (startAt: EpochMs) => candle(startAt, 1 as Paise, 1 as Paise, 1 as Paise, 1 as Paise, 5)
  const reader: Pick<MarketReader, 'minutes'> = {
    async minutes(token, from) {
      asked.push({ token, from, at: now })
      return [bar(istInstant(DAY, 9, 59)), bar(istInstant(DAY, 10, 0))]
    },
  }
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now = (now + ms) as EpochMs
    },
  }
  return { reader, clock, asked }
}

it('asks for twenty sessions, slowly enough for the broker', async () => {
  const { reader, clock, asked } = fixture()
  await fetchWarmUp(reader, nseCalendar, 'NIFTY', FUTURE, clock)
  // Monday the 14th of September 2026 was a holiday.
  expect(asked.map(({ token, from }) => [token, istText(from)])).toEqual([
    [77, '2026-08-18 09:00:00'],
    [256265, '2026-08-18 09:00:00'],
  ])
  for (const [i, { at }] of asked.entries()) if (i > 0) expect(at - asked[i - 1]!.at).toBeGreaterThan(333)
})

it('leaves out the bar that is still being built', async () => {
  const { reader, clock } = fixture()
  const { index } = await fetchWarmUp(reader, nseCalendar, 'NIFTY', undefined, clock)
  expect(index.map((bar) => istText(bar.start))).toEqual(['2026-09-16 09:59:00'])
})

it('passes the broker’s words on when it has no history to give', async () => {
  const { clock } = fixture()
  const refusing: Pick<MarketReader, 'minutes'> = {
    minutes: async () => Promise.reject(new Error('no history: not_permitted No.')),
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
