import type { Decision } from '@strikewise/signals/decision/decision.ts'
import { SymbolPipeline } from '@strikewise/signals/decision/symbol-pipeline.ts'
import type { SymbolPipelineOptions } from '@strikewise/signals/decision/symbol-pipeline-options.ts'
import { contractIndex } from '@strikewise/domain/instruments/contract-index.ts'
import { INDEX_SYMBOLS, INDEX_TOKENS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { candle, type Candle } from '@strikewise/domain/market/candle.ts'
import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { PricePath } from '@strikewise/exchange/price-path.ts'
import { syntheticPath } from '@strikewise/exchange/prices/market-path.ts'
import { FrameEncoder } from '@strikewise/kite/ticker/encode.ts'

/** An ordinary Wednesday, the same one in every process: the market is made of its seed. */
export const BENCH_DAY = istDate('2026-09-16')
const STARTS_AT = istInstant(BENCH_DAY, 10)
const SEED = 'bench'
const STEP_MS = 500
const STRIKES_EACH_SIDE = 40
/** A minute closes two seconds after its end: the last one needs them, too. */
const TAIL_MS = 3000
const TABLE_CAPACITY = 1024
/** As many sessions of bars as the market role fetches. */
const INDEX_SESSIONS = 6
const FUTURE_SESSIONS = 20

export interface RecordedFrame {
  readonly receivedAt: EpochMs
  readonly bytes: Buffer
}

/** A stretch of the made-up market as the ticker sends it: full packets of every instrument twice a second. */
export interface BenchSession {
  readonly frames: readonly RecordedFrame[]
  readonly ticks: number
  /** In the order in which the pipelines take their slots of a table. */
  readonly tokens: readonly number[]
  /** Makes the two pipelines that think about it, on a table of their own. */
  pipelines(
    table: QuoteTable,
    onDecision: (decision: Decision) => void,
    withoutShadowAgents?: boolean,
  ): readonly SymbolPipeline[]
}

export function newTable(): QuoteTable {
  return new QuoteTable(TABLE_CAPACITY)
}

/** The market path at 10:00 of the bench day. */
export function benchPath(strikesEachSide = STRIKES_EACH_SIDE): PricePath {
  return syntheticPath({ seed: SEED, now: STARTS_AT, strikesEachSide })
}

/** Records `minutes` of the market from 10:00, for the instruments two pipelines subscribe to. */
export function benchSession(minutes: number, strikesEachSide = STRIKES_EACH_SIDE): BenchSession {
  const path = benchPath(strikesEachSide)
  const options = INDEX_SYMBOLS.map((symbol) => pipelineOptions(path, symbol))
  const pipelines: BenchSession['pipelines'] = (table, onDecision, withoutShadowAgents) =>
    options.map((one) => new SymbolPipeline({ ...one, table, onDecision, withoutShadowAgents }))
  const table = newTable()
  pipelines(table, () => undefined)
  const tokens = [...table.tokens.subarray(0, table.size)]
  const frames = recordFrames(path, tokens, minutes * MINUTE_MS + TAIL_MS)
  return { frames, ticks: frames.length * tokens.length, tokens, pipelines }
}

/** Moves `path` on by `lengthMs`, with one frame of full packets of `tokens` after each step. */
export function recordFrames(path: PricePath, tokens: readonly number[], lengthMs: number): RecordedFrame[] {
  const slots = tokens.map((token) => path.quotes.slotOf(token))
  const encoder = new FrameEncoder(path.quotes)
  const endsAt = path.now + lengthMs
  const frames: RecordedFrame[] = []
  while (path.now < endsAt) {
    path.step((path.now + STEP_MS) as EpochMs)
    encoder.begin()
    for (const slot of slots) encoder.add(slot, 'full')
    frames.push({ receivedAt: path.now, bytes: Buffer.from(encoder.end()) })
  }
  return frames
}

function pipelineOptions(path: PricePath, symbol: IndexSymbol): Omit<SymbolPipelineOptions, 'table' | 'onDecision'> {
  const index = contractIndex(path.instruments)
  const [near, next] = index.expiries(symbol).map((expiry) => index.optionsOf(symbol, expiry))
  const future = index.nearFuture(symbol)
  return {
    symbol,
    day: BENCH_DAY,
    calendar: nseCalendar,
    contracts: { near: near ?? [], next: next ?? [], future },
    warmUp: {
      index: closedMinutes(path, INDEX_TOKENS[symbol], INDEX_SESSIONS),
      future: future === undefined ? [] : closedMinutes(path, future.token, FUTURE_SESSIONS),
    },
    startsAt: path.now,
    source: 'simulated',
  }
}

function closedMinutes(path: PricePath, token: number, sessions: number): Candle[] {
  let day = path.day
  for (let i = 0; i < sessions; i += 1) day = nseCalendar.previousTradingDay(day)
  return path
    .history(token, 1, istInstant(day, 9), path.now)
    .filter((bar) => bar.start + MINUTE_MS <= path.now)
    .map((bar) => candle(bar.start, bar.open, bar.high, bar.low, bar.close, bar.volume))
}
