import { CandlePatterns, PATTERNS } from '@strikewise/signals/agents/candle-patterns.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import type { Bias } from '@strikewise/signals/agents/signal.ts'
import { SpikeSignal } from '@strikewise/signals/agents/spike-signal.ts'
import { CANDLE_AGENT } from '@strikewise/signals/registry/definitions/candle-agent.ts'
import { INDICATOR_AGENT } from '@strikewise/signals/registry/definitions/indicator-agent.ts'
import { SIDEWAYS_AGENT } from '@strikewise/signals/registry/definitions/sideways-agent.ts'
import { IndexBars } from '@strikewise/signals/decision/index-bars.ts'
import { emptyBar, readBar } from '@strikewise/signals/indicators/bar.ts'
import { median } from '@strikewise/domain/market/median.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { spikeProfile } from '@strikewise/signals/option-chain/spike-profile.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { IndexFacts, DirectionCounts, Observation } from './session-facts.ts'

/** A session's closed one-minute bars, oldest first. */
export interface SessionMinutes {
  readonly day: IstDate
  readonly bars: readonly Candle[]
}

/**
 * Plays sessions through the agents that read bars, and notes what they show: the same code for a made-up market and for
 * a recorded one. Sessions go in order; the first ones only warm up. Without the future's volume, as it was measured on
 * records, which have no future: VWAP is time-weighted and patterns weigh a little less.
 */
export class IndexWatch {
  readonly #bars: IndexBars
  readonly #patterns = new CandlePatterns(SIGNAL_PARAMS.candle.gapTolerance)
  readonly #bar = emptyBar()
  readonly #past: SessionMinutes[] = []
  #notes = new Notes()
  #lastIndicator: Bias = 'neutral'

  constructor() {
    this.#bars = new IndexBars({
      calendar: nseCalendar,
      params: SIGNAL_PARAMS,
      onCandle: (timeframe, candle) => {
        if (timeframe === '5m') this.#five(candle)
      },
    })
  }

  /** The session's facts; undefined while the sessions before it are too few to distinguish a spike from the time of day. */
  play({ day, bars }: SessionMinutes): IndexFacts | undefined {
    if (this.#past.length === 0) this.#bars.goLive(day)
    const known = this.#past.flatMap((session) => session.bars)
    const profile = spikeProfile(nseCalendar, day, known, [], SIGNAL_PARAMS.spike)
    const spikes =
      profile === undefined ? 0 : spikesOf({ day, bars }, known, new SpikeSignal(SIGNAL_PARAMS.spike, profile))
    this.#notes = new Notes()
    for (const minute of bars) this.#bars.pushIndex(minute)
    const gap = gapOf(this.#past.at(-1), { day, bars })
    this.#past.push({ day, bars })
    if (this.#past.length > SIGNAL_PARAMS.spike.sessions) this.#past.shift()
    return profile === undefined ? undefined : { day, spikes, gap, ...movesOf(bars), ...this.#notes.read() }
  }

  #five(candle: Candle): void {
    const { fiveMinute: board, agents } = this.#bars
    const { agent: candles } = agents[CANDLE_AGENT.name]
    const { agent: indicator } = agents[INDICATOR_AGENT.name]
    this.#patterns.push(readBar(this.#bar, candle, false))
    if (board.count < SIGNAL_PARAMS.indicator.warmUpBars) return
    const notes = this.#notes
    notes.fives += 1
    notes.adx.push(board.adx.value)
    notes.choppiness.push(board.choppiness.value)
    notes.rangeToAtr.push(board.range / board.atr.value)
    for (const [i, pattern] of PATTERNS.entries()) {
      if (this.#patterns.strict[i] !== 0) notes.observed(`${pattern} strict`)
      if (this.#patterns.variant[i] !== 0) notes.observed(`${pattern} variant`)
    }
    count(notes.candle, candles.bias)
    count(notes.indicator, indicator.bias)
    if (indicator.bias !== this.#lastIndicator) notes.indicatorChanges += 1
    this.#lastIndicator = indicator.bias
    if (agents[SIDEWAYS_AGENT.name].agent.regime === 'range') notes.ranges += 1
  }
}

class Notes {
  fives = 0
  ranges = 0
  indicatorChanges = 0
  readonly adx: number[] = []
  readonly choppiness: number[] = []
  readonly rangeToAtr: number[] = []
  readonly patterns = new Map<Observation, number>()
  readonly candle = noDirectionCounts()
  readonly indicator = noDirectionCounts()

  observed(sighting: Observation): void {
    this.patterns.set(sighting, (this.patterns.get(sighting) ?? 0) + 1)
  }

  read() {
    const { fives, ranges, indicatorChanges, adx, choppiness, rangeToAtr, patterns, candle, indicator } = this
    return { fives, ranges, indicatorChanges, adx, choppiness, rangeToAtr, patterns, candle, indicator }
  }
}

/** Counters of what an agent shows. */
export function noDirectionCounts(): { -readonly [K in keyof DirectionCounts]: number } {
  return { bullish: 0, bearish: 0, neutral: 0 }
}

/** Counts a bias; one that shows nothing about a direction is not counted. */
export function count(leanings: ReturnType<typeof noDirectionCounts>, bias: Bias): void {
  if (bias === 'bullish' || bias === 'bearish' || bias === 'neutral') leanings[bias] += 1
}

/** From the close before; NaN where the session before is not of the trading day before. */
function gapOf(before: SessionMinutes | undefined, { day, bars }: SessionMinutes): number {
  if (before === undefined || before.day !== nseCalendar.previousTradingDay(day)) return Number.NaN
  return 1e4 * Math.log(bars[0]!.open / before.bars.at(-1)!.close)
}

/** Minutes each side that a local deviation is taken from, by the median of their moves, and how many are a jump. */
const LOCAL_MINUTES = 30
const JUMP_DEVIATIONS = 8
/** Median of |x| of a normal variable of deviation 1. */
const NORMAL_MEDIAN = 0.6745

function jumpsOf(returns: readonly number[]): number {
  const sizes = returns.map(Math.abs)
  return sizes.filter((size, i) => {
    const around = sizes.slice(Math.max(0, i - LOCAL_MINUTES), i + LOCAL_MINUTES + 1)
    const local = median(Float64Array.from(around), around.length) / NORMAL_MEDIAN
    return local > 0 && size > JUMP_DEVIATIONS * local
  }).length
}

function movesOf(bars: readonly Candle[]): Pick<IndexFacts, 'returns' | 'rangePct' | 'jumps'> {
  const returns = bars.slice(1).map((bar, i) => 1e4 * Math.log(bar.close / bars[i]!.close))
  const high = Math.max(...bars.map((bar) => bar.high))
  const low = Math.min(...bars.map((bar) => bar.low))
  return { returns, jumps: jumpsOf(returns), rangePct: (100 * (high - low)) / bars[0]!.open }
}

/** Spikes of a session, the agent having lived through what its volatility is the mean of. */
function spikesOf(session: SessionMinutes, known: readonly Candle[], agent: SpikeSignal): number {
  let spikes = 0
  let day: IstDate | undefined
  for (const bar of [...known.slice(-2 * SIGNAL_PARAMS.spike.pairs), ...session.bars]) {
    const of = istDateAt(bar.start)
    if (of !== day) agent.startSession(nseCalendar.sessionOn(of)?.opensAt ?? bar.start)
    day = of
    agent.push(bar, Number.NaN)
    if (of === session.day && agent.isFresh) spikes += 1
  }
  return spikes
}
