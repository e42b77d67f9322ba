import type { ContractIndex } from '@strikewise/domain/instruments/contract-index.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { candle, type Candle } from '@strikewise/domain/market/candle.ts'
import { OptionMinuteSeries } from '@strikewise/domain/market/option-minutes.ts'
import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { OptionQuote } from '@strikewise/brokers/market-source.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { CONTRACT_VIEWED, contractKey, type ContractView, type ViewedTerms } from '../bus/contract-views.ts'
import { ViewedContracts } from './viewed-contracts.ts'

const DAY = istDate('2026-11-20')
const [NEAR, FAR] = [istDate('2026-11-24'), istDate('2026-12-29')]
const at = (hour: number, minute: number, second = 0) => istInstant(DAY, hour, minute, second)
const TERMS = { symbol: 'NIFTY', strike: 24_500, side: 'CE', expiry: NEAR } as const
const QUOTE: OptionQuote = { last: 20_000, close: 19_000, volume: 650, openInterest: 1_300 }
const bar = (minute: number, price: number) =>
  candle(at(9, minute), price as Paise, price as Paise, price as Paise, price as Paise)

afterEach(() => void vi.useRealTimers())

/** The near expiry comes with the feed, the far one does not. */
function fixture(now: EpochMs, reads: { history?: () => Promise<readonly Candle[]> } = {}) {
  vi.useFakeTimers()
  const clock = { time: now, now: () => clock.time }
  const table = new QuoteTable(2)
  table.add(1)
  const tokens = new Map<IstDate, number>([
    [NEAR, 1],
    [FAR, 2],
  ])
  const listed = {
    expiries: () => [NEAR, FAR],
    option: (_symbol: string, expiry: IstDate, strike: number) =>
      strike === TERMS.strike
        ? ({ ...TERMS, expiry, token: tokens.get(expiry), tradingsymbol: `OPTION${expiry}` } as OptionContract)
        : undefined,
  } as Partial<ContractIndex> as ContractIndex
  const minutes = new OptionMinuteSeries(table.size, at(9, 15), at(15, 30))
  const history = vi.fn<(token: number) => Promise<readonly Candle[]>>(reads.history ?? (async () => []))
  const optionQuotes = vi.fn(async (names: readonly string[]) => new Map(names.map((name) => [name, QUOTE])))
  const shown = new Map<string, ContractView>()
  const warn = vi.fn<(...logged: unknown[]) => void>()
  let deliver: (payload: unknown) => void = () => {}
  const viewed = new ViewedContracts({
    bus: {
      publish: () => {},
      close: () => {},
      subscribe(subject, handler) {
        expect(subject).toBe(CONTRACT_VIEWED)
        deliver = (payload) => handler(subject, payload)
        return () => {}
      },
    },
    publisher: {
      put: (name, value) => void shown.set(name, value as ContractView),
      drop: (name) => void shown.delete(name),
    },
    clock,
    logger: { warn, error: warn },
  })
  viewed.open({ table, minutes, history, listed, optionQuotes })
  const rounds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)
  const of = (terms: ViewedTerms) => shown.get(`contract.${contractKey(terms)}`)
  return { viewed, clock, minutes, history, optionQuotes, warn, shown, rounds, of, view: (t: unknown) => deliver(t) }
}

it('shows the minutes of a contract of the feed at once, and the quotes of its expiries', async () => {
  const { minutes, view, of, rounds, history } = fixture(at(9, 0))
  minutes.tick(0, 10_000, at(9, 15, 5))
  view(TERMS)
  expect(of(TERMS)).toMatchObject({ tradingsymbol: `OPTION${NEAR}`, series: { prices: [] }, quotes: null })
  await rounds(1)
  expect(of(TERMS)?.quotes).toEqual({
    at: at(9, 0),
    expiries: [
      { expiry: NEAR, ...QUOTE },
      { expiry: FAR, ...QUOTE },
    ],
  })
  // The feed was watched from the open: there is nothing before it.
  expect(history).not.toHaveBeenCalled()
})

it('reads the minutes of a contract that the feed does not bring from the broker, again once a minute', async () => {
  const far = { ...TERMS, expiry: FAR }
  const { view, of, rounds, history, clock } = fixture(at(9, 18, 10), {
    history: async () => [bar(16, 500), bar(17, 510)],
  })
  view(far)
  expect(of(far)?.series).toBeNull()
  await rounds(2)
  expect(of(far)?.series).toEqual({ from: at(9, 16), prices: [500, 500, 500, 500, 510, 510, 510, 510] })
  view(far)
  await rounds(5)
  expect(history.mock.calls).toEqual([[2]])
  clock.time = at(9, 19, 10)
  await rounds(1)
  expect(history).toHaveBeenCalledTimes(2)
})

it('fills in once what was traded before the feed was opened', async () => {
  const { view, of, rounds, minutes, history, clock } = fixture(at(9, 18, 10), { history: async () => [bar(16, 500)] })
  clock.time = at(9, 19, 10)
  minutes.tick(0, 520, at(9, 19, 5))
  view(TERMS)
  await rounds(3)
  expect(of(TERMS)?.series?.from).toBe(at(9, 16))
  clock.time = at(9, 22)
  await rounds(1)
  expect(history.mock.calls).toEqual([[1]])
})

it('shows a contract for as long as screens ask for it', async () => {
  const { view, shown, rounds } = fixture(at(9, 0))
  view(TERMS)
  await rounds(10)
  view(TERMS)
  await rounds(10)
  expect(shown.size).toBe(1)
  await rounds(10)
  expect(shown.size).toBe(0)
})

it('asks the broker for nothing once the day has ended, and still shows its minutes', async () => {
  const { viewed, view, of, rounds, minutes, history, optionQuotes, clock } = fixture(at(9, 18, 10))
  minutes.tick(0, 520, at(9, 19, 5))
  viewed.ended()
  clock.time = at(18, 0)
  view(TERMS)
  await rounds(3)
  expect(of(TERMS)?.series?.prices).toHaveLength(4 * 371)
  expect([history.mock.calls, optionQuotes.mock.calls]).toEqual([[], []])
})

it('keeps the newest 40, and shows null for what is not listed', async () => {
  const { view, shown, of } = fixture(at(9, 0))
  for (let strike = 1; strike <= 45; strike += 1) view({ ...TERMS, strike })
  expect(shown.size).toBe(40)
  expect(of({ ...TERMS, strike: 45 })).toBeNull()
})

it('goes on without what the broker refuses, and reports it', async () => {
  const far = { ...TERMS, expiry: FAR }
  const { view, of, rounds, optionQuotes, warn } = fixture(at(9, 18), {
    history: async () => Promise.reject(new Error('no history')),
  })
  optionQuotes.mockRejectedValueOnce(new Error('no quotes'))
  view(far)
  await rounds(1)
  expect(of(far)).toMatchObject({ series: null, quotes: null })
  expect(warn).toHaveBeenCalledTimes(2)
  await rounds(3)
  expect(of(far)?.quotes?.expiries).toHaveLength(2)
})
