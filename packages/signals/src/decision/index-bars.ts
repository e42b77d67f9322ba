import type { AveragePrice, OpeningRange } from '../agents/bar-agent.ts'
import { BarAgents } from '../agents/bar-agents.ts'
import { FiveMinuteIndicators } from '../agents/five-minute-indicators.ts'
import { BarFreshness } from '../agents/bar-freshness.ts'
import type { SignalParams } from '../registry/params.ts'
import { emptyBar, readBar } from '../indicators/bar.ts'
import { Vwap } from '../indicators/vwap.ts'
import { BarRollup } from '@strikewise/domain/market/bar-rollup.ts'
import { candleEnd, type Candle, type IntradayTimeframe } from '@strikewise/domain/market/candle.ts'
import { SlotVolumes } from '@strikewise/domain/market/slot-volumes.ts'
import type { SpikeProfile } from '../option-chain/spike-profile.ts'
import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'

export interface IndexBarsOptions {
  readonly calendar: TradingCalendar
  readonly params: SignalParams
  /** What is usual at each time of day; undefined: not known. */
  readonly spikeProfile?: SpikeProfile | undefined
  /** See `SymbolPipelineOptions`. */
  readonly withoutShadowAgents?: boolean | undefined
  /** Called for every bar that closes once `live` is set. */
  readonly onCandle: ((timeframe: IntradayTimeframe, candle: Candle) => void) | undefined
}

/**
 * From closed one-minute bars (of the index, and of the future for volume) to the agents that read bars. Warm-up and
 * live bars take the same way: a session found in the past leaves the same state as one lived through.
 */
export class IndexBars {
  readonly fiveMinute: FiveMinuteIndicators
  /** Every agent that reads bars, by name. */
  readonly agents: BarAgents['byName']
  readonly freshness: BarFreshness
  /** Today's closed bars, oldest first. */
  readonly closed: Readonly<Record<IntradayTimeframe, Candle[]>> = { '1m': [], '3m': [], '5m': [], '15m': [] }
  readonly #agents: BarAgents
  readonly #options: IndexBarsOptions
  readonly #rollups: readonly BarRollup[]
  readonly #futureRollup: BarRollup
  readonly #volumes: SlotVolumes
  readonly #vwap = new Vwap()
  readonly #twap = new Vwap()
  readonly #bar = emptyBar()
  #live = false
  #day: IstDate | undefined
  /** Midnights around the index's and the future's day: comparing numbers is cheaper than writing dates. */
  #dayEnds = 0
  #futureDayEnds = 0
  #rangeEnds = 0 as EpochMs
  #opensAt = 0 as EpochMs
  #indexUntil = 0 as EpochMs
  #futureDay: IstDate | undefined
  #futureOpensAt = 0 as EpochMs
  #futureClose = Number.NaN
  #futureVolume: Candle | undefined
  #futureMinute: Candle | undefined
  /** Volumes of the session under way; they join the medians when it is over. */
  readonly #pastVolumes: { start: EpochMs; opensAt: EpochMs; volume: number }[] = []
  #firstOfDay = true
  #lastMinute: Candle | undefined
  #firstFive = true
  #firstFifteen = true
  // Opening range and what came after it, in paise.
  #rangeHigh = 0
  #rangeLow = 0
  #afterHigh = 0
  #afterLow = 0

  constructor(options: IndexBarsOptions) {
    this.#options = options
    const { params } = options
    const opensAt = 0 as EpochMs
    this.fiveMinute = new FiveMinuteIndicators(params.sideways.rangeBars)
    const setup = { params, fiveMinute: this.fiveMinute, spikeProfile: options.spikeProfile }
    this.#agents = new BarAgents(setup, options.withoutShadowAgents)
    this.agents = this.#agents.byName
    this.freshness = new BarFreshness(params.candles)
    this.#volumes = new SlotVolumes(params.candle.volumeSessions)
    // The fifteen-minute bar that ends with a five-minute bar must be known when that one is judged.
    this.#rollups = [
      new BarRollup('3m', opensAt, (bar) => this.#publish('3m', bar)),
      new BarRollup('15m', opensAt, (bar) => this.#fifteen(bar)),
      new BarRollup('5m', opensAt, (bar) => this.#fiveMinutes(bar)),
    ]
    this.#futureRollup = new BarRollup('5m', opensAt, (bar) => this.#futureFive(bar))
  }

  /** Feeds stored one-minute bars in time order; the future's bar of a minute goes before the index's. */
  warmUp(index: readonly Candle[], future: readonly Candle[]): void {
    let f = 0
    for (const bar of index) {
      for (; f < future.length && future[f]!.start <= bar.start; f += 1) this.pushFuture(future[f]!)
      this.pushIndex(bar)
    }
    for (; f < future.length; f += 1) this.pushFuture(future[f]!)
  }

  /** From here on bars are today's: they are stored and published. Warm-up bars of `day` stay. */
  goLive(day: IstDate): void {
    this.#live = true
    if (this.#day === day) return
    for (const bars of Object.values(this.closed)) bars.length = 0
  }

  /** Last closed one-minute bar, of any session. */
  get lastMinute(): Candle | undefined {
    return this.#lastMinute
  }

  /** A closed one-minute bar of the index. Bars outside continuous trading of the index are kept, but no agent reads them. */
  pushIndex(minute: Candle): void {
    if (minute.start >= this.#dayEnds && !this.#startDay(istDateAt(minute.start))) return
    this.#lastMinute = minute
    this.#publish('1m', minute)
    if (minute.start >= this.#indexUntil) return
    this.freshness.push(minute.synthetic)
    this.#twap.pushEqual(readBar(this.#bar, minute, this.#firstOfDay))
    this.#firstOfDay = false
    this.#widen(minute)
    const future = this.#futureMinute
    const volume = future?.start === minute.start ? future.volume : Number.NaN
    this.#agents.pushMinute(minute, volume)
    for (const rollup of this.#rollups) rollup.push(minute)
  }

  /** A closed one-minute bar of the current-month future. */
  pushFuture(minute: Candle): void {
    const first = minute.start >= this.#futureDayEnds
    if (first) {
      const day = istDateAt(minute.start)
      const session = this.#options.calendar.sessionOn(day)
      if (session === undefined) return
      this.#futureDay = day
      this.#futureDayEnds = istInstant(day, 24)
      this.#futureOpensAt = session.opensAt
      this.#futureRollup.startSession(session.opensAt)
      this.#futureVolume = undefined
    }
    this.#vwap.push(readBar(this.#bar, minute, first))
    this.#futureMinute = minute
    this.#futureClose = minute.close / 100
    this.#futureRollup.push(minute)
  }

  /** The session is over: short last bars close. */
  finish(): void {
    for (const rollup of this.#rollups) rollup.finish()
    this.#futureRollup.finish()
  }

  #startDay(day: IstDate): boolean {
    const session = this.#options.calendar.sessionOn(day)
    if (session === undefined) return false
    // First: what is open belongs to the session before.
    for (const rollup of this.#rollups) rollup.startSession(session.opensAt)
    this.#day = day
    this.#dayEnds = istInstant(day, 24)
    this.#rangeEnds = istInstant(day, 0, this.#options.params.sideways.openingRangeEnd)
    this.#opensAt = session.opensAt
    this.#indexUntil = session.indexUntil
    this.#agents.startSession(session.opensAt)
    this.#firstOfDay = true
    for (const bars of Object.values(this.closed)) bars.length = 0
    this.#rangeHigh = this.#afterHigh = 0
    this.#rangeLow = this.#afterLow = Number.POSITIVE_INFINITY
    this.#firstFive = this.#firstFifteen = true
    return true
  }

  #fifteen(bar: Candle): void {
    this.fiveMinute.push15(readBar(this.#bar, bar, this.#firstFifteen))
    this.#firstFifteen = false
    this.#publish('15m', bar)
  }

  #fiveMinutes(candle: Candle): void {
    const bar = readBar(this.#bar, candle, this.#firstFive)
    this.#firstFive = false
    const end = candleEnd(candle, '5m')
    this.fiveMinute.push(bar)
    this.#agents.pushFiveMinutes({
      bar,
      end,
      fiveMinute: this.fiveMinute,
      volumeRatio: this.#volumeRatio(candle),
      average: this.#average(),
      openingRange: this.#openingRange(end),
    })
    this.#publish('5m', candle)
  }

  /** The future's five-minute bar: the one of the index's current bar is compared, older sessions' are remembered. */
  #futureFive(bar: Candle): void {
    this.#futureVolume = bar
    this.#pastVolumes.push({ start: bar.start, opensAt: this.#futureOpensAt, volume: bar.volume })
  }

  #volumeRatio(candle: Candle): number {
    while (this.#pastVolumes.length > 0 && this.#pastVolumes[0]!.opensAt < this.#opensAt) {
      const { start, opensAt, volume } = this.#pastVolumes.shift()!
      this.#volumes.add(start, opensAt, volume)
    }
    const future = this.#futureVolume
    return future?.start === candle.start ? this.#volumes.ratio(future.start, this.#opensAt, future.volume) : Number.NaN
  }

  #average(): AveragePrice {
    if (this.#futureDay === this.#day && this.#vwap.ready)
      return { source: 'future', price: this.#futureClose, vwap: this.#vwap.value }
    return { source: 'time-weighted', price: this.fiveMinute.close, vwap: this.#twap.value }
  }

  #widen(minute: Candle): void {
    if (minute.start < this.#rangeEnds) {
      this.#rangeHigh = Math.max(this.#rangeHigh, minute.high)
      this.#rangeLow = Math.min(this.#rangeLow, minute.low)
    } else {
      this.#afterHigh = Math.max(this.#afterHigh, minute.high)
      this.#afterLow = Math.min(this.#afterLow, minute.low)
    }
  }

  #openingRange(end: EpochMs): OpeningRange | undefined {
    const from = istInstant(this.#day!, 0, this.#options.params.sideways.openingRangeFrom)
    if (end < from || this.#rangeHigh === 0) return undefined
    return {
      high: this.#rangeHigh / 100,
      low: this.#rangeLow / 100,
      inside: this.#afterHigh <= this.#rangeHigh && this.#afterLow >= this.#rangeLow,
    }
  }

  #publish(timeframe: IntradayTimeframe, bar: Candle): void {
    this.closed[timeframe].push(bar)
    if (this.#live) this.#options.onCandle?.(timeframe, bar)
  }
}
