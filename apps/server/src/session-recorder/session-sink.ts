import type { FiiDiiRow } from '@strikewise/signals/agents/fii-dii-row.ts'
import type { Headline } from '@strikewise/signals/agents/sentiment.ts'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { RecordingHeader } from '@strikewise/signals/session-recording/recording-header.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'

/**
 * Records what the pipelines of a market day receive, in its order. Each is called right before
 * the pipelines are, `frame` once the table holds the frame. None of them throws, waits or reads a clock.
 */
export interface SessionSink {
  /** The pipelines were made. */
  opening(at: EpochMs, opening: RecordingHeader, table: QuoteTable): void
  /** The pipelines are given the time. Within one whole second only the first call counts, as it does for them. */
  timer(at: EpochMs): void
  /** A frame received at `at` was written into the opening's table. */
  frame(at: EpochMs, slots: Uint32Array): void
  flows(at: EpochMs, rows: readonly FiiDiiRow[]): void
  headlines(at: EpochMs, headlines: readonly Headline[]): void
  /** The feed's connection entered this state. */
  feed(at: EpochMs, state: string): void
}

const ignore = () => undefined

/** Where nothing is recorded. */
export const NO_SESSION_SINK: SessionSink = {
  opening: ignore,
  timer: ignore,
  frame: ignore,
  flows: ignore,
  headlines: ignore,
  feed: ignore,
}
