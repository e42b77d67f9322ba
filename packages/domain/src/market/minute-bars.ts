import type { Paise } from '../money/paise.ts'
import { MINUTE_MS, type EpochMs } from '../time/ist.ts'
import type { Candle, FormingCandle } from './candle.ts'

/** What happened to ticks that made no bar. */
export interface MinuteBarCounts {
  /** Before the session's first instant: kept in `preOpen`, never in a bar. */
  preOpen: number
  /** Received after their bar had closed: dropped. */
  late: number
  /** With an exchange time at or after the session's end: dropped. */
  afterClose: number
  /** Minutes for which not even an earlier close was known: no bar. */
  withoutBar: number
}

/** A minute that has not closed: prices in exchange-time order, whatever the order of arrival. */
interface OpenMinute {
  start: EpochMs
  open: Paise
  high: Paise
  low: Paise
  close: Paise
  firstAt: number
  lastAt: number
  /** Highest cumulative volume seen inside the minute. */
  volume: number
  anomaly: boolean
  ticks: number
}

export interface MinuteBarOptions {
  readonly opensAt: EpochMs
  /** First minute to build, when the program starts inside the session; default `opensAt`. */
  readonly startsAt?: EpochMs
  /** No bar starts at or after this instant. */
  readonly endsAt: EpochMs
  /** A bar closes this long after its end; until then a late tick amends it (signals reference §1.1.2: 2 s). */
  readonly graceMs: number
  /** The close before the session, for a first minute without ticks; undefined: such a minute has no bar. */
  readonly previousClose?: Paise | undefined
  readonly onBar: (bar: Candle) => void
}

/**
 * One-minute bars of one instrument and one session (signals reference §1.1). Which bar a tick belongs to is decided
 * by its exchange time, whether it still counts by the time it was received: so the bars depend on the ticks alone and
 * not on how often `advance` is called, as long as no call runs ahead of ticks received earlier.
 */
export class MinuteBars {
  readonly counts: MinuteBarCounts = { preOpen: 0, late: 0, afterClose: 0, withoutBar: 0 }
  /** The last price before the open, e.g. the pre-open auction's. */
  preOpen: { at: EpochMs; price: Paise } | undefined
  readonly #options: MinuteBarOptions
  /** The oldest minute that has not closed, and the one after it, which ticks reach during the grace. */
  #current: OpenMinute
  #following: OpenMinute
  #previousClose: Paise | undefined
  /** Cumulative volume at the end of the last closed bar; undefined: the first tick shows it (start inside a session). */
  #volumeBefore: number | undefined

  constructor(options: MinuteBarOptions) {
    this.#options = options
    this.#previousClose = options.previousClose
    const startsAt = Math.max(options.opensAt, options.startsAt ?? 0) as EpochMs
    this.#volumeBefore = startsAt > options.opensAt ? undefined : 0
    this.#current = emptyMinute(startsAt)
    this.#following = emptyMinute((startsAt + MINUTE_MS) as EpochMs)
  }

  /** Start of the oldest bar that has not closed. */
  get openMinute(): EpochMs {
    return this.#current.start
  }

  /** When the oldest open bar closes; past the session's end there is none (Infinity). */
  get closesAt(): number {
    return this.#current.start >= this.#options.endsAt
      ? Number.POSITIVE_INFINITY
      : this.#current.start + MINUTE_MS + this.#options.graceMs
  }

  /** `cumulativeVolume`: units traded today as the feed counts them; 0 for an index. */
  tick(price: Paise, cumulativeVolume: number, exchangeAt: EpochMs, receivedAt: EpochMs): void {
    this.advance(receivedAt)
    if (exchangeAt < this.#options.opensAt) {
      this.counts.preOpen += 1
      this.preOpen = { at: exchangeAt, price }
      // Volume before the first bar belongs to no bar.
      if (this.#current.ticks === 0) this.#volumeBefore = Math.max(this.#volumeBefore ?? 0, cumulativeVolume)
      return
    }
    this.#volumeBefore ??= cumulativeVolume
    if (exchangeAt >= this.#options.endsAt) {
      this.counts.afterClose += 1
      return
    }
    if (exchangeAt < this.#current.start) {
      this.counts.late += 1
      return
    }
    if (exchangeAt < this.#following.start) add(this.#current, price, cumulativeVolume, exchangeAt)
    else if (exchangeAt < this.#following.start + MINUTE_MS) add(this.#following, price, cumulativeVolume, exchangeAt)
    // The exchange's clock is more than a minute ahead of ours: no bar of ours is open for it.
    else this.counts.late += 1
  }

  /** Closes every bar whose end and grace have passed at `now`. */
  advance(now: EpochMs): void {
    while (this.closesAt <= now) this.#close()
  }

  forming(): FormingCandle | undefined {
    const m = this.#following.ticks > 0 ? this.#following : this.#current
    if (m.ticks === 0) return undefined
    const { start, open, high, low, close, anomaly } = m
    const volume = Math.max(0, m.volume - (this.#volumeBefore ?? 0))
    return { start, open, high, low, close, volume, synthetic: false, volumeAnomaly: anomaly, forming: true }
  }

  #close(): void {
    const m = this.#current
    const bar = this.#barOf(m)
    this.#current = this.#following
    this.#following = resetMinute(m, (this.#current.start + MINUTE_MS) as EpochMs)
    if (bar === undefined) {
      this.counts.withoutBar += 1
      return
    }
    this.#previousClose = bar.close
    this.#options.onBar(bar)
  }

  #barOf(m: OpenMinute): Candle | undefined {
    if (m.ticks === 0) {
      const flat = this.#previousClose
      if (flat === undefined) return undefined
      return bar(m.start, flat, flat, flat, flat, 0, true, false)
    }
    const before = this.#volumeBefore ?? 0
    const step = m.volume - before
    if (step > 0) this.#volumeBefore = m.volume
    const anomaly = m.anomaly || step < 0
    return bar(m.start, m.open, m.high, m.low, m.close, Math.max(0, step), false, anomaly)
  }
}

function bar(
  start: EpochMs,
  open: Paise,
  high: Paise,
  low: Paise,
  close: Paise,
  volume: number,
  synthetic: boolean,
  volumeAnomaly: boolean,
): Candle {
  return { start, open, high, low, close, volume, synthetic, partial: false, volumeAnomaly }
}

function emptyMinute(start: EpochMs): OpenMinute {
  const none = 0 as Paise
  return {
    start,
    open: none,
    high: none,
    low: none,
    close: none,
    firstAt: 0,
    lastAt: 0,
    volume: 0,
    anomaly: false,
    ticks: 0,
  }
}

/** The object is re-used: no allocation on the path of a tick. */
function resetMinute(m: OpenMinute, start: EpochMs): OpenMinute {
  m.start = start
  m.ticks = 0
  m.volume = 0
  m.anomaly = false
  return m
}

function add(m: OpenMinute, price: Paise, cumulativeVolume: number, at: EpochMs): void {
  if (m.ticks === 0) {
    m.open = m.high = m.low = m.close = price
    m.firstAt = m.lastAt = at
    m.volume = cumulativeVolume
    m.ticks = 1
    return
  }
  m.ticks += 1
  if (price > m.high) m.high = price
  if (price < m.low) m.low = price
  // Ticks of the same exchange second keep their order of arrival.
  if (at < m.firstAt) {
    m.firstAt = at
    m.open = price
  }
  if (at >= m.lastAt) {
    m.lastAt = at
    m.close = price
    if (cumulativeVolume < m.volume) m.anomaly = true
  }
  if (cumulativeVolume > m.volume) m.volume = cumulativeVolume
}
