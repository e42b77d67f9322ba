import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paiseFromRupees, rupeesFromPaise, type Paise } from '../money/paise.ts'
import { nseCalendar } from '../time/calendar.ts'
import { istDate, istInstant, istText, MINUTE_MS, type EpochMs } from '../time/ist.ts'
import { BarRollup } from './bar-rollup.ts'
import { candle, type Candle } from './candle.ts'
import { DayBar } from './day-bar.ts'
import { normaliseMinutes } from './imported-candles.ts'
import { MinuteBars } from './minute-bars.ts'

const day = istDate('2026-11-20')
const opensAt = istInstant(day, 9, 15)
const endsAt = istInstant(day, 15, 30)
const at = (hour: number, minute: number, second = 0, ms = 0) => (istInstant(day, hour, minute, second) + ms) as EpochMs

interface Tick {
  readonly price: number
  readonly exchangeAt: EpochMs
  readonly receivedAt: EpochMs
  readonly volume?: number
}

function build(previousClose?: Paise) {
  const minutes: Candle[] = []
  const threes: { bar: Candle; at: EpochMs }[] = []
  let now = opensAt
  const rollup = new BarRollup('3m', opensAt, (bar) => threes.push({ bar, at: now }))
  const bars = new MinuteBars({
    opensAt,
    endsAt,
    graceMs: 2000,
    previousClose,
    onBar: (bar) => {
      minutes.push(bar)
      rollup.push(bar)
    },
  })
  return {
    minutes,
    threes,
    bars,
    tick(tick: Tick) {
      now = tick.receivedAt
      bars.tick(paiseFromRupees(tick.price), tick.volume ?? 0, tick.exchangeAt, tick.receivedAt)
    },
    timer(instant: EpochMs) {
      now = instant
      bars.advance(instant)
    },
  }
}

const shape = (bar: Candle) => [
  istText(bar.start).slice(11, 16),
  ...[bar.open, bar.high, bar.low, bar.close].map(rupeesFromPaise),
  bar.synthetic,
]
const live = (price: number, exchangeAt: EpochMs): Tick => ({ price, exchangeAt, receivedAt: exchangeAt })

describe('candles from ticks', () => {
  it('gives the bars of the reference vector', () => {
    const run = build()
    const ticks: Tick[] = [
      live(24990, at(9, 14, 59, 900)),
      live(25000, at(9, 15)),
      live(25004.5, at(9, 15, 20)),
      live(25002, at(9, 15, 59, 999)),
      live(25001, at(9, 16)),
      { price: 25006, exchangeAt: at(9, 15, 58), receivedAt: at(9, 16, 0, 500) },
      live(25003.25, at(9, 16, 30)),
    ]
    for (const tick of ticks) run.tick(tick)
    run.timer(at(9, 18, 1, 999))
    expect(run.threes).toEqual([])
    run.timer(at(9, 18, 2))
    run.tick(live(25010, at(9, 18, 5)))
    expect(run.minutes.map(shape)).toEqual([
      ['09:15', 25000, 25006, 25000, 25002, false],
      ['09:16', 25001, 25003.25, 25001, 25003.25, false],
      ['09:17', 25003.25, 25003.25, 25003.25, 25003.25, true],
    ])
    expect(run.threes.map(({ bar }) => shape(bar))).toEqual([['09:15', 25000, 25006, 25000, 25003.25, false]])
    expect(run.threes[0]!.at).toBe(at(9, 18, 2))
    expect(run.bars.preOpen?.price).toBe(2499000)
  })

  it('never changes a closed bar: a tick received after the grace is dropped and counted', () => {
    const run = build()
    run.tick(live(100, at(9, 15)))
    run.tick({ price: 200, exchangeAt: at(9, 15, 30), receivedAt: at(9, 16, 2) })
    expect(run.minutes.map(shape)).toEqual([['09:15', 100, 100, 100, 100, false]])
    expect(run.bars.counts.late).toBe(1)
  })

  it('takes volume as differences of the cumulative count and flags a step back', () => {
    const run = build()
    run.tick({ ...live(100, at(9, 14)), volume: 50 })
    run.tick({ ...live(100, at(9, 15)), volume: 80 })
    run.tick({ ...live(101, at(9, 16)), volume: 70 })
    run.tick({ ...live(101, at(9, 17)), volume: 100 })
    run.timer(at(9, 18, 2))
    expect(run.minutes.map((bar) => [bar.volume, bar.volumeAnomaly])).toEqual([
      [30, false],
      [0, true],
      [20, false],
    ])
  })

  it('has no bar for a minute before the first price is known, and a flat one when yesterday is', () => {
    const unknown = build()
    unknown.timer(at(9, 16, 2))
    expect([unknown.minutes, unknown.bars.counts.withoutBar]).toEqual([[], 1])
    const known = build(2500000 as Paise)
    known.timer(at(9, 16, 2))
    expect(known.minutes.map(shape)).toEqual([['09:15', 25000, 25000, 25000, 25000, true]])
  })

  it('makes 375 minutes, the last short of nothing', () => {
    const run = build(100 as Paise)
    run.timer(at(16, 0))
    expect(run.minutes.length).toBe(375)
    expect(run.bars.closesAt).toBe(Number.POSITIVE_INFINITY)
  })

  const ticks = fc
    .array(
      fc.record({
        gap: fc.integer({ min: 0, max: 40_000 }),
        delay: fc.integer({ min: 0, max: 4000 }),
        price: fc.integer({ min: 99_00, max: 101_00 }),
        traded: fc.integer({ min: -5, max: 100 }),
      }),
      { maxLength: 60 },
    )
    .map((steps) => {
      let receivedAt: number = opensAt - 30_000
      let volume = 100
      return steps.map(({ gap, delay, price, traded }): Tick => {
        receivedAt += gap
        volume += traded
        return {
          price: price / 100,
          volume,
          exchangeAt: (receivedAt - delay) as EpochMs,
          receivedAt: receivedAt as EpochMs,
        }
      })
    })

  it('builds the same bars however ticks are batched between timer calls', () =>
    fc.assert(
      fc.property(ticks, fc.integer({ min: 1, max: 20_000 }), (given, period) => {
        const [plain, timed] = [build(), build()]
        let timer: number = opensAt
        for (const tick of given) {
          plain.tick(tick)
          for (; timer <= tick.receivedAt; timer += period) timed.timer(timer as EpochMs)
          timed.tick(tick)
        }
        const end = at(10, 30)
        plain.timer(end)
        timed.timer(end)
        expect(timed.minutes).toEqual(plain.minutes)
        expect(timed.bars.counts).toEqual(plain.bars.counts)
      }),
    ))

  it('keeps every bar it published when more ticks follow', () =>
    fc.assert(
      fc.property(ticks, fc.nat(59), (given, cut) => {
        const [all, some] = [build(), build()]
        for (const tick of given.slice(0, cut)) some.tick(tick)
        for (const tick of given) all.tick(tick)
        expect(all.minutes.slice(0, some.minutes.length)).toEqual(some.minutes)
      }),
    ))

  it('keeps open and close inside low and high', () =>
    fc.assert(
      fc.property(ticks, (given) => {
        const run = build()
        for (const tick of given) run.tick(tick)
        for (const bar of run.minutes) {
          expect(Math.min(bar.open, bar.close)).toBeGreaterThanOrEqual(bar.low)
          expect(Math.max(bar.open, bar.close)).toBeLessThanOrEqual(bar.high)
        }
      }),
    ))
})

describe('rolled-up bars', () => {
  it('flags the short last bar of a longer session', () => {
    const bars: Candle[] = []
    const rollup = new BarRollup('15m', opensAt, (bar) => bars.push(bar))
    for (let i = 0; i < 385; i += 1) {
      const price = (10_000 + i) as Paise
      rollup.push(candle((opensAt + i * MINUTE_MS) as EpochMs, price, price, price, price, 1))
    }
    rollup.finish()
    expect(bars.length).toBe(26)
    expect(bars.filter((bar) => bar.partial).map((bar) => [bar.start, bar.volume])).toEqual([[at(15, 30), 10]])
  })
})

describe('imported minutes', () => {
  it('come labelled by start, once each, in order and inside the session', () => {
    const row = (start: EpochMs, price: number) =>
      candle(start, price as Paise, price as Paise, price as Paise, price as Paise)
    const imported = [row(at(9, 17), 2), row(at(9, 9), 9), row(at(9, 16), 1), row(at(9, 17), 3), row(at(15, 50), 9)]
    const bars = normaliseMinutes(imported, nseCalendar, 'end')
    expect(bars.map((bar) => [istText(bar.start).slice(11, 16), bar.close])).toEqual([
      ['09:15', 1],
      ['09:16', 3],
    ])
  })
})

describe('day bar', () => {
  it('takes change against the official previous close and holds that close', () => {
    const bar = new DayBar()
    bar.read(101_00, 102_00, 100_00, 101_50, 100_00)
    bar.read(101_00, 102_00, 100_00, 101_25, 101_25)
    expect([bar.change, bar.changeShare]).toEqual([125, 0.0125])
  })
})
