import type { Direction } from '@strikewise/domain/trading/direction.ts'
import type { InstrumentList } from '@strikewise/domain/instruments/contract.ts'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'

/** What an exchange needs to see of a market. A price path is one; tests may hand over a table they fill themselves. */
export interface MarketView {
  /** The day whose contracts are listed; on a day without session the last one that had a session. */
  readonly day: IstDate
  /** Replaced when a new day's instruments are listed: read it again after each step. */
  readonly quotes: QuoteTable
  readonly instruments: InstrumentList
  /** The day's price band of a contract (the broker's lower and upper circuit limit). */
  circuitLimits(token: number): CircuitLimits
  /** Mean trade price of about the last 30 seconds, the reference of limit price protection; 0 when never traded. */
  referencePrice(token: number): Paise
}

export interface CircuitLimits {
  readonly lower: Paise
  readonly upper: Paise
}

/** A simulated market: one source of prices for index, VIX, futures and options. Same seed, same steps, same prices. */
export interface PricePath extends MarketView {
  /** The instant the market has been moved to. */
  readonly now: EpochMs
  /**
   * Moves the market to `now` in fixed sub-steps of 500 ms, so the prices do not depend on how the calls are batched.
   * An instant that has passed already changes nothing.
   */
  step(now: EpochMs): void
  /** Moves to `now` with options repriced once a minute only: the fast way over hours without an observer. */
  skipTo(now: EpochMs): void
  /** Changes the course of the market from the next sub-step on. */
  command(command: ScenarioCommand): void
  /**
   * Bars of `token` starting in [`from`, `to`], oldest first, the forming one included; empty for a token not listed.
   * Earlier sessions come from the same seed. `intervalMinutes`: 1, 3, 5, 10, 15, 30, 60, or `DAY_INTERVAL` for days.
   * A future's bars begin when it was listed; with `continuous` its days go on with those of the months before it.
   */
  history(...query: HistoryQuery): HistoryBar[]
  /**
   * The same bars, made in slices of a few milliseconds: `pause` is awaited between them, so that a program that serves
   * others meanwhile is not held. Today's bars are those of the instant the last slice ran.
   */
  historyInSlices(pause: () => Promise<void> | void, ...query: HistoryQuery): Promise<HistoryBar[]>
  /** The day's instrument dump as the broker serves it (kite-connect fact sheet §18.1). */
  instrumentsCsv(): string
}

/** What `history` is asked for. */
export type HistoryQuery = [token: number, intervalMinutes: number, from: EpochMs, to: EpochMs, continuous?: boolean]

/** `intervalMinutes` that asks for one bar a session. */
export const DAY_INTERVAL = 1440

export interface HistoryBar {
  readonly start: EpochMs
  readonly open: Paise
  readonly high: Paise
  readonly low: Paise
  readonly close: Paise
  /** Units; 0 for an index. */
  readonly volume: number
  readonly openInterest: number
}

/** A recorded bar to play back. Prices in paise; `start` may lie on any day: the time of day counts. */
export interface RecordedBar {
  readonly start: EpochMs
  readonly open: Paise
  readonly high: Paise
  readonly low: Paise
  readonly close: Paise
}

/** What a person at the controls, or a test, can do to the market. Durations are market time. */
export type ScenarioCommand =
  /** A drift of `sigmasPer15Min` local standard deviations every 15 minutes. Default 1.5. */
  | { kind: 'trend'; direction: Direction; durationMs: number; sigmasPer15Min?: number }
  /** A tight range around the present level. */
  | { kind: 'chop'; durationMs: number }
  /** The next print is `pct` per cent away (negative: below). */
  | { kind: 'gap'; pct: number }
  /** `pct` per cent within `overMs` (default 20 s), then the aftershock of a jump. */
  | { kind: 'spike'; pct: number; overMs?: number }
  /** More or less movement, as a factor on the standard deviation. */
  | { kind: 'volatility'; factor: number; durationMs: number }
  /** The exchange stops trading: no price moves, no order matches, books are empty. */
  | { kind: 'halt'; durationMs: number }
  /** The market goes on, but the table stands still: what a dead feed looks like. */
  | { kind: 'freeze_feed'; durationMs: number }
  /** The indices are not printed, futures and options go on: minutes without a bar. */
  | { kind: 'silent_index'; durationMs: number }
  /** Option and future spreads multiplied. Default factor 5. */
  | { kind: 'wide_spread'; durationMs: number; factor?: number }
  /** Displayed quantities multiplied (0.05: almost nothing to take). */
  | { kind: 'thin_book'; durationMs: number; factor: number }
  /** Some options show a bid above their ask. */
  | { kind: 'crossed_chain'; durationMs: number }
  /** Ends every running command at once. */
  | { kind: 'normal' }
