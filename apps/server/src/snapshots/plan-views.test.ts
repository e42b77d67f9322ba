import { AGENT_NAMES } from '@strikewise/signals/registry/registry.ts'
import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import type { FiiDiiRow } from '@strikewise/signals/agents/fii-dii-row.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { SymbolPipeline } from '@strikewise/signals/decision/symbol-pipeline.ts'
import { candle, type Candle } from '@strikewise/domain/market/candle.ts'
import { DEPTH_LEVELS, QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { paise, type Paise } from '@strikewise/domain/money/paise.ts'
import { PLANS } from '@strikewise/domain/plans/plan.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { addDays, istDate, istInstant, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { indicatorValuesReply, signalsReply } from '@strikewise/wire/market.ts'
import { sharedText, signalRows } from './signal-texts.ts'
import { indicatorValuesView, signalsView } from './plan-views.ts'

/*
 * Whatever is missing, still or odd in what the agents read, what is served of them passes the product's own schema and
 * no sentence holds a number that is none.
 */

const day = istDate('2026-11-19')
const opensAt = istInstant(day, 9, 15)
const BROKEN = /NaN|undefined|Infinity|null|\[object/
const LEVEL = 2_500_000
const MINUTES = 40

/** What is wrong with a market, drawn. */
interface Market {
  /** Sessions of bars known before, and how much a bar moves, in paise; 0: a market that stands still. */
  readonly sessions: number
  readonly move: number
  readonly future: boolean
  readonly strikes: number
  readonly calls: number
  readonly puts: number
  readonly withoutPrice: boolean
  readonly crossed: boolean
  /** Strikes all on one side of the money: no wall on the other. */
  readonly shift: number
  readonly silentFrom: number
  readonly flows: 'none' | 'still' | 'moving' | 'half'
  readonly headlines: number
  readonly vix: number
}

const market: fc.Arbitrary<Market> = fc.record({
  sessions: fc.integer({ min: 0, max: 3 }),
  move: fc.constantFrom(0, 0, 5, 800, 60_000),
  future: fc.boolean(),
  strikes: fc.constantFrom(0, 1, 2, 12),
  calls: fc.constantFrom(0, 650, 650_000),
  puts: fc.constantFrom(0, 650, 650_000),
  withoutPrice: fc.boolean(),
  crossed: fc.boolean(),
  shift: fc.constantFrom(-20, 0, 0, 0, 20),
  silentFrom: fc.constantFrom(5, MINUTES, MINUTES),
  flows: fc.constantFrom('none', 'still', 'moving', 'half'),
  headlines: fc.constantFrom(0, 5),
  vix: fc.constantFrom(0, 1_300, 9_000),
})

const priceAt = (minute: number, move: number) => Math.round(LEVEL + move * Math.sin(minute / 3)) as Paise

function sessionsBefore(count: number, move: number, volume = 0): Candle[] {
  const days: IstDate[] = []
  for (let on = nseCalendar.previousTradingDay(day); days.length < count; on = nseCalendar.previousTradingDay(on))
    days.unshift(on)
  return days.flatMap((on) =>
    Array.from({ length: 375 }, (_, i) => {
      const [open, close] = [priceAt(i, move), priceAt(i + 1, move)]
      const [high, low] = [Math.max(open, close), Math.min(open, close)]
      const start = (istInstant(on, 9, 15) + i * MINUTE_MS) as EpochMs
      return candle(start, open, high as Paise, low as Paise, close, volume)
    }),
  )
}

function fiiDiiRowsOf(kind: Market['flows']): FiiDiiRow[] {
  if (kind === 'none') return []
  return Array.from({ length: 30 }, (_, i) => {
    const on = addDays(istDate('2026-11-18'), i - 29)
    const swing = kind === 'moving' ? 1_000 * Math.sin(i) : 0
    return {
      day: on,
      fiiNet: 500 + swing,
      diiNet: kind === 'half' ? null : -500 - swing,
      cashPublishedAt: istInstant(on, 19),
      futureLong: kind === 'half' ? null : 90_000 + swing,
      futureShort: kind === 'half' ? null : 210_000,
      positionsPublishedAt: kind === 'half' ? null : istInstant(on, 20),
    }
  })
}

function ladder({ strikes, shift }: Market): OptionContract[] {
  return Array.from({ length: strikes }, (_, i) => 25_000 + (shift + i - Math.floor(strikes / 2)) * 50).flatMap(
    (strike, i) =>
      (['CE', 'PE'] as const).map((side, s) => ({
        token: 10_000_000 + (2 * i + s) * 256,
        tradingsymbol: `NIFTY26NOV${strike}${side}`,
        symbol: 'NIFTY' as const,
        expiry: istDate('2026-11-23'),
        strike,
        side,
        tickSize: paise(5),
        lotSize: 65,
      })),
  )
}

/** Lives a morning of the market and hands over what the agents report of it now and then. */
function live(drawn: Market, observe: (pipeline: SymbolPipeline, now: EpochMs) => void): void {
  const table = new QuoteTable(60)
  const near = ladder(drawn)
  const future = {
    token: 777,
    tradingsymbol: 'NIFTY26NOVFUT',
    symbol: 'NIFTY' as const,
    expiry: istDate('2026-11-23'),
    tickSize: paise(10),
    lotSize: 65,
  }
  const pipeline = new SymbolPipeline({
    symbol: 'NIFTY',
    day,
    calendar: nseCalendar,
    contracts: { near, next: [], future: drawn.future ? future : undefined },
    table,
    warmUp: {
      index: sessionsBefore(drawn.sessions, drawn.move),
      future: drawn.future ? sessionsBefore(drawn.sessions, drawn.move, drawn.puts) : [],
      flows: fiiDiiRowsOf(drawn.flows),
      headlines: Array.from({ length: drawn.headlines }, (_, i) => ({
        title: `Index number ${i} gains after results of company ${i * 7}`,
        at: istInstant(day, 8, i),
      })),
      dailyVolatility: drawn.calls === 0 ? Array.from({ length: 80 }, () => 0.1) : [],
    },
    source: 'simulated',
    onDecision: (decision) => {
      expect(JSON.parse(JSON.stringify(decision))).toEqual(decision)
      const messages = [...decision.noTrade.map(({ message }) => message), ...decision.flips]
      for (const message of messages) expect(sharedText(message).text).not.toMatch(BROKEN)
    },
  })
  const write = (token: number, price: number, at: EpochMs, openInterest: number) => {
    const slot = table.slotOf(token)
    if (slot < 0) return
    table.lastPrice[slot] = price
    table.open[slot] ||= price
    table.close[slot] = token === 256_265 ? LEVEL : 1_200
    table.exchangeAt[slot] = table.receivedAt[slot] = table.lastTradeAt[slot] = at
    table.openInterest[slot] = openInterest
    table.volume[slot] = openInterest
    table.bidPrice[slot * DEPTH_LEVELS] = drawn.crossed ? price + 10 : price
    table.askPrice[slot * DEPTH_LEVELS] = price
    table.bidQuantity[slot * DEPTH_LEVELS] = table.askQuantity[slot * DEPTH_LEVELS] = price > 0 ? 650 : 0
    pipeline.onTick(slot, at, at)
  }
  for (let minute = 0; minute < MINUTES; minute += 1)
    for (const second of [0, 20, 40]) {
      const at = (opensAt + minute * MINUTE_MS + second * 1000 + 100) as EpochMs
      pipeline.onTimer(at)
      if (minute < drawn.silentFrom) {
        const price = priceAt(minute + second / 60, drawn.move)
        write(256_265, price, at, 0)
        write(777, price + 4_000, at, drawn.calls)
        write(264_969, minute < 20 ? drawn.vix / 2 : drawn.vix, at, 0)
        for (const { token, side, strike } of near) {
          const sign = side === 'CE' ? 1 : -1
          const fair = Math.max(5, Math.round((8_000 + 50 * sign * (price / 100 - strike)) / 5) * 5)
          const interest = (side === 'CE' ? drawn.calls : drawn.puts) * (1 + minute * sign * 0.01)
          write(token, drawn.withoutPrice ? 0 : fair, at, Math.round(interest))
        }
      }
      if (second === 20 && minute % 7 === 3) observe(pipeline, at)
    }
}

function expectServable(pipeline: SymbolPipeline, now: EpochMs): void {
  const signals = signalRows(pipeline.signals(now))
  expect(Object.keys(signals)).toEqual([...AGENT_NAMES])
  // Read back as a client reads it: what became null on the way is refused here.
  const reply = signalsReply.parse(JSON.parse(JSON.stringify(signals)))
  expect(reply).toEqual(signals)
  for (const [agent, { reasons, strength }] of Object.entries(signals)) {
    expect(strength).toBeGreaterThanOrEqual(0)
    expect(strength).toBeLessThanOrEqual(1)
    for (const { text, code } of reasons) expect(`${agent} ${code}: ${text}`).not.toMatch(BROKEN)
    expect(reasons.map(({ code }) => `${agent} ${code}`)).not.toContain(`${agent} error`)
  }
  const rows = pipeline.chainRows()
  expect(JSON.parse(JSON.stringify(rows))).toEqual(rows)
  for (const plan of PLANS) {
    expect(() => signalsReply.parse(JSON.parse(String(signalsView(reply, plan).json)))).not.toThrow()
    expect(() => indicatorValuesReply.parse(JSON.parse(String(indicatorValuesView(reply, plan).json)))).not.toThrow()
  }
}

describe('what is served of the agents', { timeout: 120_000 }, () => {
  const ordinary: Market = {
    sessions: 2,
    move: 800,
    future: true,
    strikes: 12,
    calls: 650_000,
    puts: 650_000,
    withoutPrice: false,
    crossed: false,
    shift: 0,
    silentFrom: MINUTES,
    flows: 'moving',
    headlines: 5,
    vix: 1_300,
  }
  it.each<[what: string, odd: Partial<Market>]>([
    ['an ordinary morning', {}],
    ['an empty chain', { strikes: 0 }],
    ['an index that stands still: no range, no ATR', { move: 0 }],
    ['no open interest', { calls: 0, puts: 0 }],
    ['no call open interest', { calls: 0 }],
    ['every strike under the money', { shift: -20 }],
    ['every strike over the money', { shift: 20 }],
    ['no prices', { withoutPrice: true }],
    ['nothing known before today', { sessions: 0, flows: 'none', headlines: 0 }],
    ['figures that never change', { flows: 'still' }],
    ['a feed that falls silent', { silentFrom: 5 }],
  ])('of %s passes the product’s own schema', (_what, odd) => live({ ...ordinary, ...odd }, expectServable))

  it('passes it whatever comes together', () =>
    fc.assert(
      fc.property(market, (drawn) => live(drawn, expectServable)),
      { numRuns: 40 },
    ))
})
