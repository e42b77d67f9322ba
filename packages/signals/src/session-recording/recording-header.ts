import type { SignalSource } from '../agents/signal.ts'
import type { SignalParams } from '../registry/params.ts'
import type { SessionContracts, WarmUp } from '../decision/symbol-pipeline-options.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { candle, type Candle } from '@strikewise/domain/market/candle.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'

/** What one index's pipeline was made with. */
export interface RecordedPipeline {
  readonly contracts: SessionContracts
  readonly warmUp: WarmUp
  /** The instant it was made at (`SymbolPipelineOptions.startsAt`). */
  readonly startsAt: EpochMs
}

/** Everything a market day was opened with, whether in the morning or again inside the session. */
export interface RecordingHeader {
  readonly day: IstDate
  /** Speed of the market's clock; 1 in production. */
  readonly speed: number
  readonly source: Exclude<SignalSource, 'recorded'>
  /** Version of the code and parameters that decided; together they are the hash in each decision. */
  readonly version: string
  readonly params: SignalParams
  /** Instruments of the quote table, in the order of their slots. */
  readonly tokens: readonly number[]
  readonly pipelines: Readonly<Record<IndexSymbol, RecordedPipeline>>
}

/** A bar in the note: start, open, high, low, close, volume, flags. */
type Row = readonly [number, number, number, number, number, number, number]
const SYNTHETIC = 1
const PARTIAL = 2
const ANOMALY = 4

type StoredPipeline = Omit<RecordedPipeline, 'warmUp'> & {
  readonly warmUp: Omit<WarmUp, 'index' | 'future'> & {
    readonly index: readonly Row[]
    readonly future: readonly Row[]
  }
}
type StoredOpening = Omit<RecordingHeader, 'pipelines'> & {
  readonly pipelines: Readonly<Record<IndexSymbol, StoredPipeline>>
}

/** An opening as JSON. Thousands of warm-up bars are rows of numbers in it. */
export function headerText(opening: RecordingHeader): string {
  const stored = (pipeline: RecordedPipeline): StoredPipeline => {
    const { warmUp } = pipeline
    return { ...pipeline, warmUp: { ...warmUp, index: warmUp.index.map(rowOf), future: warmUp.future.map(rowOf) } }
  }
  const { NIFTY, BANKNIFTY } = opening.pipelines
  const text: StoredOpening = { ...opening, pipelines: { NIFTY: stored(NIFTY), BANKNIFTY: stored(BANKNIFTY) } }
  return JSON.stringify(text)
}

/** The opening that `headerText` wrote. Throws SyntaxError on other text. */
export function headerOf(text: string): RecordingHeader {
  const stored: StoredOpening = JSON.parse(text)
  const pipeline = ({ contracts, warmUp, startsAt }: StoredPipeline): RecordedPipeline => ({
    // JSON has no undefined: a month without a future has no such field.
    contracts: { ...contracts, future: contracts.future },
    warmUp: { ...warmUp, index: warmUp.index.map(candleOf), future: warmUp.future.map(candleOf) },
    startsAt,
  })
  const { NIFTY, BANKNIFTY } = stored.pipelines
  return { ...stored, pipelines: { NIFTY: pipeline(NIFTY), BANKNIFTY: pipeline(BANKNIFTY) } }
}

function rowOf(bar: Candle): Row {
  const flags = (bar.synthetic ? SYNTHETIC : 0) + (bar.partial ? PARTIAL : 0) + (bar.volumeAnomaly ? ANOMALY : 0)
  return [bar.start, bar.open, bar.high, bar.low, bar.close, bar.volume, flags]
}

function candleOf([start, open, high, low, close, volume, flags]: Row): Candle {
  const bar = candle(start as EpochMs, open as Paise, high as Paise, low as Paise, close as Paise, volume)
  if (flags === 0) return bar
  return {
    ...bar,
    synthetic: (flags & SYNTHETIC) !== 0,
    partial: (flags & PARTIAL) !== 0,
    volumeAnomaly: (flags & ANOMALY) !== 0,
  }
}
