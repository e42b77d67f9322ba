import { optionLadder, quoteOptions } from '@strikewise/signals/decision/testing/modelled-day.ts'
import { IndexBars } from '@strikewise/signals/decision/index-bars.ts'
import { SymbolPipeline } from '@strikewise/signals/decision/symbol-pipeline.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { INDEX_TOKENS } from '@strikewise/domain/instruments/contract.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { OptionChain } from '@strikewise/signals/option-chain/chain.ts'
import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Size } from '../bench.ts'
import { BENCH_DAY } from '../market/bench-session.ts'
import { NO_EFFORT, warmMsPerRun, type Effort } from '../measure.ts'
import { sessionsBefore } from './past-sessions.ts'

/** How much work there is at 1 ×, 10 × and 100 ×. */
export const SESSIONS = [1, 10, 100] as const
export const STRIKES = [10, 100, 1000] as const

const EFFORT: Readonly<Record<Size, Effort>> = { full: { warmMs: 300, timedMs: 700 }, smallest: NO_EFFORT }
/** All ladders span the same money, so that a strike is the same work whatever their number. */
const LADDER_POINTS = 2500
const CENTRE = 25_000
const EXPIRY = istDate('2026-09-22')
const OPENS_AT = istInstant(BENCH_DAY, 9, 15)
const TICKS = 20_000
const TICK_MS = 500

/** By size, 1 × first. */
export interface GrowthMeasured {
  /** A closed minute through indicators and bar agents. */
  readonly nsPerBar: readonly number[]
  /** A chain recomputed, a leg. */
  readonly nsPerLeg: readonly number[]
  /** A tick of the index, decisions included, after so many sessions of history. */
  readonly nsPerTick: readonly number[]
}

export function growthCompetitor(size: Size): GrowthMeasured {
  const effort = EFFORT[size]
  const times = size === 'full' ? 100 : 2
  const bars = SESSIONS.map((count) => sessionsBefore(BENCH_DAY, Math.min(count, times)))
  return {
    nsPerBar: timed(bars, (of) => barTime(of, effort)),
    nsPerLeg: timed(STRIKES, (of) => legTime(of, effort)),
    nsPerTick: timed(bars, (of) => tickTime(of, effort)),
  }
}

/** The largest goes first, once more: what is timed first would pay for the compiling. */
function timed<T>(sizes: readonly T[], time: (of: T) => number): number[] {
  time(sizes.at(-1)!)
  return sizes.map(time)
}

function barTime(bars: readonly Candle[], effort: Effort): number {
  const ms = warmMsPerRun(
    () => new IndexBars({ calendar: nseCalendar, params: SIGNAL_PARAMS, onCandle: undefined }),
    (indexBars) => indexBars.warmUp(bars, []),
    effort,
  )
  return (ms * 1e6) / bars.length
}

/** The books move by a few points before each look, so that every volatility must be solved again, from the last one. */
function legTime(strikes: number, effort: Effort): number {
  const ladder = optionLadder('NIFTY', EXPIRY, CENTRE, LADDER_POINTS / strikes, strikes / 2)
  const contracts = ladder.slice(0, 2 * strikes)
  const table = new QuoteTable(2 * strikes)
  const expiresAt = istInstant(EXPIRY, 15, 30)
  const { chain: params } = SIGNAL_PARAMS
  const chain = new OptionChain({ symbol: 'NIFTY', contracts, table, opensAt: OPENS_AT, expiresAt, params })
  const market = { contracts, sigma: 0.13, openInterest: ({ strike }: { strike: number }) => 1000 + (strike % 7) }
  const at = (OPENS_AT + MINUTE_MS) as EpochMs
  let spot = CENTRE
  const ms = warmMsPerRun(
    () => {
      spot = spot === CENTRE ? CENTRE + 3 : CENTRE
      quoteOptions(table, market, spot, 0, at)
    },
    () => chain.snapshot(at),
    effort,
  )
  return (ms * 1e6) / (2 * strikes)
}

/** Twice a second the index moves; every minute closes, every second looks, though at a chain without contracts. */
function tickTime(bars: readonly Candle[], effort: Effort): number {
  const ms = warmMsPerRun(
    () => {
      const table = new QuoteTable(8)
      const pipeline = new SymbolPipeline({
        symbol: 'NIFTY',
        day: BENCH_DAY,
        calendar: nseCalendar,
        contracts: { near: [], next: [], future: undefined },
        table,
        warmUp: { index: bars, future: [] },
        source: 'simulated',
        onDecision: () => undefined,
      })
      return { table, pipeline, slot: table.slotOf(INDEX_TOKENS.NIFTY) }
    },
    ({ table, pipeline, slot }) => {
      for (let tick = 0; tick < TICKS; tick += 1) {
        const at = (OPENS_AT + tick * TICK_MS) as EpochMs
        table.lastPrice[slot] = 100 * CENTRE + ((tick * 7919) % 2000)
        pipeline.onTick(slot, at, at)
      }
    },
    effort,
  )
  return (ms * 1e6) / TICKS
}
