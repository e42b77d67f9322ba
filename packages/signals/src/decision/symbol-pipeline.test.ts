// @invariant deterministic-decisions
import { AGENT_NAMES } from '../registry/registry.ts'
import { describe, expect, it } from 'vitest'
import type { FiiDiiRow } from '../agents/fii-dii-row.ts'
import { hasRecording, recordedMinutes } from '@strikewise/domain/market/testing/recorded-bars.ts'
import { candle, type Candle, type IntradayTimeframe } from '@strikewise/domain/market/candle.ts'
import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import {
  addDays,
  istDate,
  istDateAt,
  istInstant,
  istIso,
  MINUTE_MS,
  type EpochMs,
  type IstDate,
} from '@strikewise/domain/time/ist.ts'
import { canonicalJson } from '@strikewise/domain/hashing/canonical-json.ts'
import { decisionsDigest } from './decision-bytes.ts'
import { recomputeDecision, type DecisionInputs } from './decision-inputs.ts'
import type { Decision } from './decision.ts'
import { SymbolPipeline } from './symbol-pipeline.ts'
import type { SymbolPipelineOptions } from './symbol-pipeline-options.ts'
import { optionLadder, quoteIndex, walkDay, type ModelledMarket } from './testing/modelled-day.ts'

const day = istDate('2026-11-19')
const opensAt = istInstant(day, 9, 15)

/** A made-up session of `count` minutes: waves on a slope, in paise. */
function wave(on: IstDate, count: number, base: number, slope: number): Candle[] {
  const start = istInstant(on, 9, 15)
  let open = base
  return Array.from({ length: count }, (_, i) => {
    const close = Math.round(base + slope * i + 1500 * Math.sin(i / 17) + 600 * Math.sin(i / 3.1))
    const [high, low] = [Math.max(open, close) + 250, Math.min(open, close) - 250]
    const bar = candle((start + i * MINUTE_MS) as EpochMs, open as Paise, high as Paise, low as Paise, close as Paise)
    open = close
    return bar
  })
}

const yesterday = wave(istDate('2026-11-18'), 375, 2_490_000, 12)
const today = wave(day, 120, 2_496_000, 45)
const previousClose = yesterday.at(-1)!.close
const contracts = optionLadder('NIFTY', istDate('2026-11-23'), 25000, 50, 15)
const market: ModelledMarket = {
  contracts,
  sigma: 0.12,
  openInterest: (contract, minute) => 65 * (20_000 + (contract.side === 'PE' ? 60 : -10) * minute),
}

/** A month of figures, steady but for the last day's buying. */
const flows: FiiDiiRow[] = Array.from({ length: 30 }, (_, i) => {
  const on = addDays(istDate('2026-11-18'), i - 29)
  return {
    day: on,
    fiiNet: i === 29 ? 3000 : i % 2 === 0 ? 1000 : -1000,
    diiNet: i % 2 === 0 ? -500 : 500,
    cashPublishedAt: istInstant(on, 19),
    futureLong: i % 2 === 0 ? 90_000 : 91_000,
    futureShort: 210_000,
    positionsPublishedAt: istInstant(on, 20),
  }
})

function make(change: Partial<SymbolPipelineOptions> = {}) {
  const table = new QuoteTable(200)
  const decisions: Decision[] = []
  const inputs: DecisionInputs[] = []
  const bars: [IntradayTimeframe, Candle][] = []
  const pipeline = new SymbolPipeline({
    symbol: 'NIFTY',
    day,
    calendar: nseCalendar,
    contracts: { near: contracts, next: [], future: undefined },
    table,
    warmUp: { index: yesterday, future: [], previousClose, flows },
    source: 'simulated',
    onDecision(decision, from) {
      decisions.push(decision)
      inputs.push(from)
    },
    onCandle: (timeframe, bar) => bars.push([timeframe, bar]),
    ...change,
  })
  return { table, pipeline, decisions, inputs, bars }
}

const end = (opensAt + 120 * MINUTE_MS + 2000) as EpochMs

function run(minutes = today, extraTimers = false) {
  const made = make()
  const { pipeline, table } = made
  if (extraTimers) {
    const onTimer = pipeline.onTimer.bind(pipeline)
    let n = 0
    pipeline.onTimer = (now: EpochMs) => {
      // Late, doubled and backward calls: none may change a thing.
      n += 1
      onTimer(now)
      if (n % 3 === 0) onTimer((now + 1) as EpochMs)
      if (n % 7 === 0) onTimer((now - 5000) as EpochMs)
    }
  }
  walkDay(pipeline, table, 'NIFTY', minutes, previousClose, market, 5)
  return made
}

describe('the pipeline of one index', () => {
  const whole = run()
  whole.pipeline.onTimer(end)

  it('leaves one decision a closed minute, in order', () => {
    expect(whole.decisions.map((d) => d.barEnd)).toEqual(today.map((bar) => bar.start + MINUTE_MS))
    expect(new Set(whole.decisions.map((d) => d.id)).size).toBe(120)
  })

  it('decides this session to the bit as the agents of version 1.2.0 did, also beside further shadow agents', () =>
    expect(decisionsDigest(whole.decisions)).toBe('962f78e6a09d5ca8f9f85820bd55a9308c8f0625366c36bec91785c99feb5822'))

  it('builds the bars the ticks were made from', () => {
    const minutes = whole.pipeline.candles('1m')
    expect(minutes.map(({ start, open, high, low, close }) => [start, open, high, low, close])).toEqual(
      today.map(({ start, open, close }, i) => [start, open, minutes[i]!.high, minutes[i]!.low, close]),
    )
    expect(whole.bars.filter(([timeframe]) => timeframe === '5m').length).toBe(24)
    expect(whole.pipeline.candles('15m').length).toBe(8)
  })

  it('explains every decision: a trade with its contract, or the reasons why none', () => {
    for (const decision of whole.decisions) {
      expect(decision.action === 'none').toBe(decision.noTrade.length > 0)
      expect(decision.action === 'none').toBe(decision.entry === null)
      expect(decision.flips.length).toBeGreaterThan(0)
    }
  })

  it('makes every decision again from what it recorded, after a round trip through text', () => {
    expect(whole.inputs).toHaveLength(whole.decisions.length)
    expect(whole.inputs.some(({ strike }) => strike?.found)).toBe(true)
    for (const [i, decision] of whole.decisions.entries()) {
      const recorded = JSON.parse(canonicalJson(whole.inputs[i])) as DecisionInputs
      expect(canonicalJson(recomputeDecision(recorded))).toBe(canonicalJson(decision))
    }
  })

  it('refuses to decide again when the record lacks the contract that was asked for', () => {
    const recorded = whole.inputs.find(({ strike }) => strike?.found)!
    expect(() => recomputeDecision({ ...recorded, strike: null })).toThrow(/no search for a contract/)
  })

  it('buys calls in a rising market with put writers adding', () => {
    const trades = whole.decisions.filter((d) => d.action !== 'none')
    expect(trades.length).toBeGreaterThan(0)
    for (const { action, entry, barEnd } of trades) {
      expect(action).toBe('buy_call')
      expect(entry!.quotedAt).toBeLessThan(barEnd + 2000)
      expect(Math.abs(entry!.delta - 0.55)).toBeLessThan(0.1)
    }
  })

  it('is blocked in the first 15 minutes and in no minute without a reason', () => {
    const first = whole.decisions.slice(0, 14)
    for (const decision of first) expect(decision.noTrade[0]!.code).toBe('opening_minutes')
  })

  it('gives the same decisions to the bit again, whatever further timer calls come', () => {
    const again = run()
    again.pipeline.onTimer(end)
    const jittered = run(today, true)
    jittered.pipeline.onTimer(end)
    expect(decisionsDigest(again.decisions)).toBe(decisionsDigest(whole.decisions))
    expect(decisionsDigest(jittered.decisions)).toBe(decisionsDigest(whole.decisions))
    expect(again.decisions).toEqual(whole.decisions)
  })

  it('never looks ahead: a shorter day leaves the same decisions as far as it goes', () => {
    const part = run(today.slice(0, 77))
    const count = part.decisions.length
    expect(count).toBeGreaterThan(70)
    expect(part.decisions).toEqual(whole.decisions.slice(0, count))
  })

  it('serves every agent, the same object while nothing changes', () => {
    const signals = whole.pipeline.signals(end)
    expect(Object.keys(signals).sort()).toEqual([...AGENT_NAMES].sort())
    expect(whole.pipeline.signals(end)).toBe(signals)
    for (const signal of Object.values(signals)) {
      expect(signal.bias).toBe(signal.meta.bias)
      expect(signal.reasons.length).toBeGreaterThan(0)
      expect(signal.inputs.every((input) => input.source === 'simulated')).toBe(true)
    }
    for (const { asOf } of [signals.candle_signal, signals.option_chain_signal, signals.spike_signal])
      expect(asOf).toMatch(/^2026-11-19T1[01]:\d\d:\d\d\+05:30$/)
    expect(signals.fii_dii_signal.asOf).toBe('2026-11-18T20:00:00+05:30')
    expect(signals.indicator_signal.meta.components).toMatchObject({
      rsi: expect.any(Number),
      macd: expect.any(Number),
      timeWeightedAverage: expect.any(Number),
    })
    // Without the future's volume there is no VWAP, and what stands in for it reports it.
    expect(signals.indicator_signal.meta.components).not.toHaveProperty('vwap')
    expect(signals.indicator_signal.meta).toMatchObject({ vwapSource: 'time-weighted', degraded: ['vwap'] })
    expect(signals.indicator_signal.reasons.map(({ code }) => code)).toContain('time_weighted_average')
  })

  it('receives all five voters, each with the age of what it read', () => {
    const { contributions, barEnd } = whole.decisions.at(-1)!
    expect(contributions.map(({ agent, stale }) => [agent, stale])).toEqual([
      ['candle_signal', false],
      ['indicator_signal', false],
      ['option_chain_signal', false],
      ['fii_dii_signal', false],
      ['spike_signal', false],
    ])
    expect(contributions.at(-1)!.asOf).toBe(istIso(barEnd))
    expect(contributions[3]!.signed).toBeGreaterThan(0.2)
  })

  it('goes stale when nothing comes any more: neutral, strength 0, blocked', () => {
    const signals = whole.pipeline.signals((end + 600_000) as EpochMs)
    for (const [name, { stale, strength }] of Object.entries(signals))
      if (name !== 'fii_dii_signal') expect([stale, strength]).toEqual([true, 0])
    // Yesterday's figures speak for three sessions.
    expect(signals.fii_dii_signal.stale).toBe(false)
    expect(signals.market_block_signal.bias).toBe('blocked')
    expect(signals.indicator_signal.bias).toBe('neutral')
  })

  it('offers the chain with the at-the-money row first', () => {
    const rows = whole.pipeline.chainRows(250)
    expect(rows.length).toBe(11)
    expect(Math.abs(rows[0]!.strike - whole.pipeline.day.last! / 100)).toBeLessThan(60)
    expect(rows[0]).toMatchObject({ callAboveEma: expect.any(Boolean), putAboveEma: expect.any(Boolean) })
  })
})

describe('on the expiry day', () => {
  const near = optionLadder('NIFTY', day, 25000, 50, 15)
  const lived = (next: SymbolPipelineOptions['contracts']['next']) => {
    // Dear enough that even the farthest call of an expiry day costs more than the one above it.
    const quoted = { ...market, sigma: 0.5, contracts: [...near, ...next] }
    const made = make({ contracts: { near, next, future: undefined } })
    walkDay(made.pipeline, made.table, 'NIFTY', today, previousClose, quoted, 5)
    return made.decisions
  }

  it('buys the next expiry, and nothing where that is not listed: never what expires today', () => {
    const later = optionLadder('NIFTY', istDate('2026-11-23'), 25000, 50, 15)
    const next = later.map((option) => ({ ...option, token: option.token + 1_000_000 }))
    const bought = lived(next).flatMap(({ entry }) => entry?.contract.expiry ?? [])
    expect(new Set(bought)).toEqual(new Set(['2026-11-23']))
    const without = lived([])
    expect(without.flatMap(({ entry }) => entry ?? [])).toEqual([])
    const reasons = without.flatMap(({ noTrade }) => noTrade.map(({ message }) => message))
    expect(reasons).toContainEqual({ code: 'no_trade.no_liquid_strike.expiry', side: 'CE' })
  })
})

describe('interruptions', () => {
  it('makes flat synthetic bars of silent minutes, blocks after two in a row and reports it', () => {
    const { pipeline, decisions } = run(today.slice(0, 60))
    pipeline.onTimer((opensAt + 64 * MINUTE_MS + 2000) as EpochMs)
    const silent = pipeline.candles('1m').slice(60)
    expect(silent.map((bar) => [bar.synthetic, bar.open === bar.close])).toEqual(
      Array.from({ length: 4 }, () => [true, true]),
    )
    const codes = decisions.at(-1)!.noTrade.map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(['feed_stale', 'chain_stale', 'missing_minutes', 'coverage_low']))
  })

  it('takes up a session from warm-up bars where they end, with the same bar agents as one that lived through it', () => {
    const cut = 75
    const whole = run(today)
    const late = make({
      warmUp: {
        index: [...yesterday, ...whole.pipeline.candles('1m').slice(0, cut)],
        future: [],
        previousClose,
        flows,
      },
    })
    walkDay(late.pipeline, late.table, 'NIFTY', today.slice(cut), previousClose, market, 5)
    whole.pipeline.onTimer(end)
    late.pipeline.onTimer(end)
    expect(late.decisions[0]!.barEnd).toBe(opensAt + (cut + 1) * MINUTE_MS)
    const [a, b] = [whole.pipeline.signals(end), late.pipeline.signals(end)]
    for (const name of [
      'candle_signal',
      'indicator_signal',
      'sideways_detector_signal',
      'fii_dii_signal',
      'spike_signal',
      'day_momentum',
      'opening_range_break',
      'hour_trend',
      'time_of_day_profile',
    ] as const)
      expect(b[name]).toEqual(a[name])
    expect(late.pipeline.candles('5m')).toEqual(whole.pipeline.candles('5m'))
  })

  it('goes on with the other agents when one cannot take what it is given', () => {
    const { pipeline, decisions, table } = make()
    pipeline.addFiiDiiFlows([{ ...flows.at(-1)!, day: '2026-99-99' as IstDate }])
    walkDay(pipeline, table, 'NIFTY', today.slice(0, 20), previousClose, market, 5)
    const { fii_dii_signal, ...others } = pipeline.signals((opensAt + 19 * MINUTE_MS) as EpochMs)
    expect(fii_dii_signal).toMatchObject({ bias: 'neutral', strength: 0, stale: true, reasons: [{ code: 'error' }] })
    for (const { reasons } of Object.values(others)) expect(reasons.map(({ code }) => code)).not.toContain('error')
    expect(decisions).toHaveLength(19)
    expect(decisions.at(-1)!.contributions.find(({ agent }) => agent === 'fii_dii_signal')!.stale).toBe(true)
  })

  it('stops new entries on the operator’s word', () => {
    const { pipeline, decisions } = make()
    pipeline.setStopped('maintenance')
    pipeline.onTimer((opensAt + MINUTE_MS + 2000) as EpochMs)
    expect(decisions[0]!.noTrade.map(({ code }) => code)).toContain('kill_switch')
  })

  it('has nothing to decide on a holiday', () => {
    const { pipeline, decisions } = make({ day: istDate('2026-11-21') })
    pipeline.onTimer(istInstant(istDate('2026-11-21'), 16, 0))
    expect(decisions).toEqual([])
    expect(pipeline.signals(istInstant(istDate('2026-11-21'), 16, 0)).market_block_signal.reasons[0]!.code).toBe(
      'holiday',
    )
  })

  it('ignores ticks of instruments it does not follow', () => {
    const { pipeline, table } = make()
    const slot = table.add(999)
    table.lastPrice[slot] = 100
    pipeline.onTick(slot, opensAt, opensAt)
    expect(pipeline.forming()).toBeUndefined()
    pipeline.onTick(quoteIndex(table, 'NIFTY', 2_500_000, 2_490_000, opensAt), opensAt, opensAt)
    expect(pipeline.forming()).toMatchObject({ open: 2_500_000, forming: true })
  })

  it('leaves 385 decisions on a long session, the index quiet at its end', () => {
    const { pipeline, decisions } = make()
    pipeline.onTimer(istInstant(day, 16, 0))
    expect(decisions.length).toBe(385)
    expect(pipeline.candles('1m').length).toBe(375)
  })
})

const FILE = 'bars/NIFTY_1m_2024.csv.gz'

describe.skipIf(!hasRecording(FILE))('a recorded day (skipped: the shared recordings are not here)', () => {
  it('is decided the same way twice, every minute of it', () => {
    const on = istDate('2024-01-16')
    const all = recordedMinutes(FILE)
    const before = all.filter((bar) => istDateAt(bar.start) < on).slice(-375 * 3)
    const minutes = all.filter((bar) => istDateAt(bar.start) === on)
    const near = optionLadder('NIFTY', istDate('2024-01-18'), Math.round(minutes[0]!.open / 5000) * 50, 50, 15)
    const once = (seen = minutes) => {
      const made = make({
        day: on,
        contracts: { near, next: [], future: undefined },
        warmUp: { index: before, future: [] },
      })
      walkDay(made.pipeline, made.table, 'NIFTY', seen, before.at(-1)!.close, { ...market, contracts: near }, 15)
      if (seen === minutes) made.pipeline.onTimer(istInstant(on, 15, 31))
      return made.decisions
    }
    const first = once()
    expect(first.length).toBe(375)
    expect(decisionsDigest(once())).toBe(decisionsDigest(first))
    // What was decided of the morning does not change with the afternoon.
    const morning = once(minutes.slice(0, 160))
    expect(morning.length).toBeGreaterThan(155)
    expect(morning).toEqual(first.slice(0, morning.length))
  })
})
