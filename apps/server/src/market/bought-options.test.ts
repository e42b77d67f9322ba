import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { candle, type Candle } from '@strikewise/domain/market/candle.ts'
import { OptionMinuteSeries } from '@strikewise/domain/market/option-minutes.ts'
import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { expect, it, vi } from 'vitest'
import { OptionSeriesStore } from '../snapshots/option-series.ts'
import { TradedOptions } from './traded-options.ts'

const DAY = istDate('2026-11-20')
const at = (hour: number, minute: number, second = 0) => istInstant(DAY, hour, minute, second)
const contractOf = (token: number) => ({ token, tradingsymbol: `OPTION${token}` }) as OptionContract

function fixture(now: EpochMs, history: (token: number) => Promise<readonly Candle[]> = async () => []) {
  const table = new QuoteTable(200)
  for (let token = 1; token <= 100; token += 1) table.add(token)
  const minutes = new OptionMinuteSeries(table.size, at(9, 15), at(15, 30))
  const shown = new Map<string, unknown>()
  const warn = vi.fn<(...logged: unknown[]) => void>()
  const bought = new TradedOptions({
    day: { table, minutes, history: vi.fn(history) },
    pricingOf: () => null,
    publisher: { put: (name, value) => void shown.set(name, value) },
    logger: { warn },
    now,
  })
  const trade = (token: number, price: number, when: EpochMs) => minutes.tick(table.slotOf(token), price, when)
  return { bought, shown, warn, trade }
}

it('shows what a decision chose, from before the decision on, and nothing else', () => {
  const { bought, shown, trade } = fixture(at(9, 0))
  trade(1, 10_000, at(9, 15, 5))
  trade(2, 20_000, at(9, 15, 5))
  bought.add(contractOf(1))
  bought.publish(at(9, 16, 30))
  expect([...shown]).toEqual([
    [
      'option.1',
      { tradingsymbol: 'OPTION1', from: at(9, 15), prices: [1, 1, 1, 1, 1, 1, 1, 1].map(() => 10_000), pricing: null },
    ],
  ])
})

it('shows it in the words that the web role reads', () => {
  const { bought, shown, trade } = fixture(at(9, 0))
  trade(1, 10_000, at(9, 15, 5))
  bought.add(contractOf(1))
  bought.publish(at(9, 15, 30))
  const book = new OptionSeriesStore()
  book.take(1, JSON.parse(JSON.stringify(shown.get('option.1'))))
  expect(book.of(contractOf(1))).toEqual(shown.get('option.1'))
  expect(book.of({ token: 1, tradingsymbol: 'ANOTHER' })).toBeUndefined()
})

it('shows nothing of a contract that is not watched or has not traded', () => {
  const { bought, shown } = fixture(at(9, 0))
  bought.add(contractOf(1))
  bought.add(contractOf(101))
  bought.publish(at(9, 30))
  expect(shown.size).toBe(0)
})

it('asks the broker for what was traded before the feed was opened, and only then', async () => {
  const bars = [candle(at(9, 59), 100 as Paise, 120 as Paise, 90 as Paise, 110 as Paise)]
  const early = vi.fn(async () => bars)
  fixture(at(9, 0), early).bought.add(contractOf(1))
  expect(early).not.toHaveBeenCalled()

  const { bought, shown, trade } = fixture(at(10, 0, 20), async () => bars)
  trade(1, 150, at(10, 0, 40))
  trade(1, 160, at(10, 1, 5))
  bought.add(contractOf(1))
  await vi.waitFor(() => {
    bought.publish(at(10, 1, 30))
    expect(shown.get('option.1')).toMatchObject({
      from: at(9, 59),
      prices: [100, 120, 90, 110, 150, 150, 150, 150, 160, 160, 160, 160],
    })
  })
})

it('goes on with a shorter chart when the broker has no history', async () => {
  const { bought, shown, trade, warn } = fixture(at(10, 0, 20), async () => Promise.reject(new Error('no history')))
  trade(1, 160, at(10, 1, 5))
  bought.add(contractOf(1))
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce())
  bought.publish(at(10, 1, 30))
  expect(shown.get('option.1')).toMatchObject({ from: at(10, 1) })
})

it('keeps the newest 64', () => {
  const { bought, shown, trade } = fixture(at(9, 0))
  for (let token = 1; token <= 70; token += 1) {
    trade(token, 100, at(9, 15))
    bought.add(contractOf(token))
  }
  bought.publish(at(9, 15, 30))
  expect([...shown.keys()]).toEqual(Array.from({ length: 64 }, (_, i) => `option.${i + 7}`))
})
