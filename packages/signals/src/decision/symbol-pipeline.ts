// @invariant deterministic-decisions The same ticks give the same decisions to the bit, without look-ahead.
// @invariant one-path
import type { Direction } from '@strikewise/domain/trading/direction.ts'
import { medianSpreadShare } from '../agents/chain-health.ts'
import { ChainMinuteAgents } from '../agents/chain-minute-agents.ts'
import { configHash } from '../registry/config-hash.ts'
import { FII_DII_AGENT } from '../registry/definitions/fii-dii-agent.ts'
import { MARKET_BLOCK_AGENT } from '../registry/definitions/market-block-agent.ts'
import { OPTION_CHAIN_AGENT } from '../registry/definitions/option-chain-agent.ts'
import { SIDEWAYS_AGENT } from '../registry/definitions/sideways-agent.ts'
import { SPIKE_AGENT } from '../registry/definitions/spike-agent.ts'
import { GuardedAgent } from '../agents/guarded-agent.ts'
import type { FiiDiiRow } from '../agents/fii-dii-row.ts'
import { OptionChainSignal } from '../agents/option-chain-signal.ts'
import type { Headline } from '../agents/sentiment.ts'
import { SpikeWatch } from '../agents/spike-watch.ts'
import { SIGNAL_PARAMS, SIGNALS_VERSION, type SignalParams } from '../registry/params.ts'
import type { SignalSet } from '../agents/signal.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Candle, FormingCandle, IntradayTimeframe } from '@strikewise/domain/market/candle.ts'
import { OptionChain } from '../option-chain/chain.ts'
import { volatilityRank } from '@strikewise/domain/market/iv-rank.ts'
import { chainRows, type ChainRow } from '../option-chain/chain-rows.ts'
import type { DayBar } from '@strikewise/domain/market/day-bar.ts'
import { MinuteBars } from '@strikewise/domain/market/minute-bars.ts'
import { spikeProfile } from '../option-chain/spike-profile.ts'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { Session } from '@strikewise/domain/time/calendar.ts'
import { istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { coverageFloor } from './coverage-floor.ts'
import { MarketBlockInput } from './market-block-input.ts'
import { decideOnRecord } from './decision-inputs.ts'
import { DecisionEngine } from './engine.ts'
import { entryExpiry } from './entry-expiry.ts'
import { endOfWarmUp, expiryClock, floorMinute } from './session-clock.ts'
import { chooseStrike, type StrikeChoice } from './entry-plan.ts'
import { IndexBars } from './index-bars.ts'
import { PipelineAgents } from './pipeline-agents.ts'
import { FIRST_LEG, FUTURE, INDEX, NO_SLOT, pipelineSlots, VIX, type PipelineSlots } from './pipeline-slots.ts'
import { LowFrequencyInputs } from './low-frequency-inputs.ts'
import type { SymbolPipelineOptions } from './symbol-pipeline-options.ts'

/** Minutes of the index's own bars a day (15:30 at the latest, also when options trade on). */
const INDEX_MINUTES = 375

/**
 * Everything the product thinks about one index during one session: ticks in; candles, option chain, the agents'
 * signals and one decision a closed minute out. Live, replay and backtest drive this same object, and the same calls
 * give the same output to the bit: it has no clock, no timer, no randomness and no I/O.
 *
 * How to drive it:
 * 1. Make one per index and session, with bars of earlier sessions in `warmUp`; subscribe the feed to `tokens`.
 * 2. **Before** a frame of the feed is decoded into the quote table: `onTimer(receivedAt)`. Whatever was due by then is
 *    computed from the quotes as they stood, so a decision never sees a quote received after it.
 * 3. After decoding: `onTicks(slots)` with the slots the frame wrote, or `onTick` for each. Slots of other instruments
 *    are ignored, so all pipelines may get every slot.
 * 4. Also call `onTimer(now)` about once a second of market time, for the seconds without a frame. Calls that come too
 *    late, twice, or with a clock that stepped back change nothing: work is done once per whole second of market time.
 *    A call that skips seconds closes every minute in between, in order, and looks at the chain once at the end.
 *
 * Minutes close `params.candles.graceMs` (2 s) after their end; then, in this order: future bar, index bars (15m before
 * 5m), bar agents, chain averages, chain agent, market block, decision → `onDecision`. Prices in `Decision` and
 * `Candle` are paise; chain figures rupees and index points.
 */
export class SymbolPipeline {
  /** Instruments to subscribe to. */
  readonly tokens: readonly number[]
  readonly configHash: string
  /** The chain of the nearest expiry: what screens show and the chain agent reads. */
  readonly chain: OptionChain
  /** The chain entries are chosen from: the near one, or the next (signals reference §3.2). */
  readonly entryChain: OptionChain
  /** The index's day so far. */
  readonly day: DayBar
  readonly #options: SymbolPipelineOptions
  readonly #params: SignalParams
  readonly #table: QuoteTable
  readonly #session: Session | undefined
  readonly #slots: PipelineSlots
  readonly #legsOfNear: number
  readonly #bars: IndexBars
  readonly #indexMinutes: MinuteBars | undefined
  readonly #futureMinutes: MinuteBars | undefined
  readonly #chainAgent: GuardedAgent<OptionChainSignal>
  readonly #chainMinutes: ChainMinuteAgents
  /** False: no agent may read the chain. Entries still need its prices. */
  readonly #isChainRead: boolean
  readonly #block: MarketBlockInput
  readonly #lowFrequency: LowFrequencyInputs
  readonly #spikes: SpikeWatch
  readonly #agents: PipelineAgents
  readonly #engine: DecisionEngine
  /** End of the oldest minute that has not closed. */
  #minuteEnd: EpochMs
  /** Last whole second that was dealt with. */
  #second = 0

  /** Throws RangeError when contracts of another expiry or index are mixed in, or the quote table is full. */
  constructor(options: SymbolPipelineOptions) {
    const { symbol, day, calendar, contracts, table, warmUp, withoutInputs = [] } = options
    const params = options.params ?? SIGNAL_PARAMS
    const session = calendar.sessionOn(day)
    this.#options = options
    const engine = { ...params.engine, minCoverage: coverageFloor(params.engine, withoutInputs) }
    this.#params = { ...params, engine }
    this.#isChainRead = !withoutInputs.includes(OPTION_CHAIN_AGENT.name)
    this.#table = table
    this.#session = session?.windows.length === 0 ? undefined : session
    this.configHash = configHash(params)

    const opensAt = session?.opensAt ?? istInstant(day, 9, 15)
    const startsAt = Math.max(opensAt, floorMinute(options.startsAt ?? endOfWarmUp(warmUp.index))) as EpochMs
    this.#minuteEnd = (startsAt + MINUTE_MS) as EpochMs
    const chainOf = (of: readonly OptionContract[]) =>
      new OptionChain({
        symbol,
        contracts: of,
        table,
        opensAt: startsAt,
        expiresAt: expiryClock(options, of),
        params: params.chain,
        onDemand: options.quotesOnDemand,
      })
    this.chain = chainOf(contracts.near)
    const nearExpiry = contracts.near[0]?.expiry
    // Where the next expiry is asked for and not listed, its chain is empty: no entry, rather than one that expires today.
    const useNext = nearExpiry === undefined || entryExpiry(symbol, day, nearExpiry, calendar, params.entry) === 'next'
    this.entryChain = useNext ? chainOf(contracts.next) : this.chain

    const chains = useNext ? [this.chain, this.entryChain] : [this.chain]
    this.#slots = pipelineSlots(symbol, contracts.future, chains, table)
    this.#legsOfNear = this.chain.legs.slots.length
    this.tokens = this.#slots.tokens
    this.#block = new MarketBlockInput({ options, params, session, chain: this.chain, slots: this.#slots })
    this.day = this.#block.day

    const { index, future } = warmUp
    const profile = warmUp.spikeProfile ?? spikeProfile(calendar, day, index, future, params.spike)
    const { onCandle, withoutShadowAgents } = options
    this.#bars = new IndexBars({ calendar, params, spikeProfile: profile, onCandle, withoutShadowAgents })
    const known = (bar: Candle) => bar.start < startsAt
    this.#bars.warmUp(index.filter(known), future.filter(known))
    this.#bars.goLive(day)
    if (this.#session !== undefined) {
      const { graceMs } = params.candles
      const closesAt = this.#session.closesAt
      const indexEnd = Math.min(closesAt, opensAt + INDEX_MINUTES * MINUTE_MS) as EpochMs
      const previousClose = this.#bars.lastMinute?.close ?? warmUp.previousClose
      const onIndexBar = (bar: Candle) => this.#bars.pushIndex(bar)
      const minutes = { opensAt, startsAt, graceMs }
      this.#indexMinutes = new MinuteBars({ ...minutes, endsAt: indexEnd, previousClose, onBar: onIndexBar })
      if (this.#slots.future >= 0) {
        const onFutureBar = (bar: Candle) => this.#bars.pushFuture(bar)
        this.#futureMinutes = new MinuteBars({ ...minutes, endsAt: closesAt, onBar: onFutureBar })
      }
    }
    this.#chainAgent = new GuardedAgent(
      new OptionChainSignal(symbol, params.chain, this.chain, warmUp.dailyVolatility),
      params.ttl.chainMs,
    )
    this.#lowFrequency = new LowFrequencyInputs(params, calendar, warmUp)
    this.#spikes = new SpikeWatch(params.spike, this.#bars.agents[SPIKE_AGENT.name].agent)
    this.#chainMinutes = new ChainMinuteAgents(params, withoutShadowAgents)
    const agents = {
      ...this.#bars.agents,
      ...this.#chainMinutes.byName,
      [OPTION_CHAIN_AGENT.name]: this.#chainAgent,
      [MARKET_BLOCK_AGENT.name]: this.#block.agent,
      [FII_DII_AGENT.name]: this.#lowFrequency.flows,
    }
    const identity = { symbol, source: options.source, version: SIGNALS_VERSION, configHash: this.configHash }
    this.#agents = new PipelineAgents(agents, this.#bars.freshness, identity, withoutInputs)
    this.#engine = new DecisionEngine(symbol, engine, this.configHash)
  }

  /** The quote table holds a new packet of `slot`. `exchangeAt` 0: the packet had no time, the receipt counts. */
  onTick(slot: number, exchangeAt: EpochMs, receivedAt: EpochMs): void {
    const role = this.#slots.roles[slot]!
    if (role === NO_SLOT) return
    this.onTimer(receivedAt)
    const at = exchangeAt > 0 ? exchangeAt : receivedAt
    if (role >= FIRST_LEG) {
      this.#tickLeg(role - FIRST_LEG, at)
      return
    }
    const table = this.#table
    if (role === INDEX) {
      this.#block.index.tick(at, receivedAt)
      this.#readDay(this.day, slot)
      this.#indexMinutes?.tick(table.last(slot), 0, at, receivedAt)
    } else if (role === FUTURE) {
      this.#block.future?.tick(at, receivedAt)
      this.#futureMinutes?.tick(table.last(slot), table.volume[slot]!, at, receivedAt)
    } else if (role === VIX) this.#block.vix.read(table.lastPrice[slot]! / 100, table.close[slot]! / 100)
    // NIFTY's own pipeline needs no second reading of its index.
    if (slot === this.#slots.broad) this.#readDay(this.#block.broad, slot)
  }

  /** `onTick` for each of a frame's slots, with the instants the table holds for them. */
  onTicks(slots: Uint32Array): void {
    const { exchangeAt, receivedAt } = this.#table
    const { roles } = this.#slots
    for (let i = 0; i < slots.length; i += 1) {
      const slot = slots[i]!
      const role = roles[slot]!
      // Most packets are options', or another index's: they are separated before an instant becomes an argument, which
      // would put it on the heap.
      if (role === NO_SLOT) continue
      const at = exchangeAt[slot]! as EpochMs
      const now = receivedAt[slot]! as EpochMs
      if (role < FIRST_LEG) this.onTick(slot, at, now)
      else {
        if (now - this.#second >= 1000) this.onTimer(now)
        this.#tickLeg(role - FIRST_LEG, at > 0 ? at : now)
      }
    }
  }

  #tickLeg(leg: number, at: EpochMs): void {
    if (leg < this.#legsOfNear) this.chain.tick(leg, at)
    else this.entryChain.tick(leg - this.#legsOfNear, at)
  }

  /** Does what is due by `now`: closes minutes, looks at chain and rules once a second. See the class for when to call. */
  onTimer(now: EpochMs): void {
    const second = (now - (now % 1000)) as EpochMs
    if (second <= this.#second) return
    const { graceMs } = this.#params.candles
    const lastEnd = this.#session?.closesAt ?? 0
    while (this.#minuteEnd <= lastEnd && this.#minuteEnd + graceMs <= second) {
      const at = (this.#minuteEnd + graceMs) as EpochMs
      this.#updateSecond(at)
      this.#closeMinute(this.#minuteEnd, at)
      this.#second = at
    }
    if (second > this.#second) this.#updateSecond(second)
    this.#second = second
  }

  /** Every agent at `now`, keyed by name; the same object while nothing changed. */
  signals(now: EpochMs): SignalSet {
    return this.#agents.signals(now)
  }

  /** FII and DII rows that came after the pipeline was made; each counts from its publication. */
  addFiiDiiFlows(rows: readonly FiiDiiRow[]): void {
    this.#lowFrequency.addFiiDiiFlows(rows)
  }

  /** Headlines that came after the pipeline was made; they count from the next whole minute. */
  addHeadlines(headlines: readonly Headline[]): void {
    this.#lowFrequency.addHeadlines(headlines)
  }

  /** Today's closed bars of the index, oldest first. The array grows by a bar at a time: copy it to keep it. */
  candles(timeframe: IntradayTimeframe): readonly Candle[] {
    return this.#bars.closed[timeframe]
  }

  /** The one-minute bar under way, for screens. */
  forming(): FormingCandle | undefined {
    return this.#indexMinutes?.forming()
  }

  /** Rows of the near chain, at-the-money strike first; see `chainRows`. */
  chainRows(within?: number): ChainRow[] {
    return chainRows(this.chain, this.#table, within, (this.day.last ?? Number.NaN) / 100)
  }

  /** Ticks that made no bar, for metrics. */
  get counts(): MinuteBars['counts'] | undefined {
    return this.#indexMinutes?.counts
  }

  /** Stops new entries (exits are not this object's business). `reason` in the operator's words; undefined: go on. */
  setStopped(reason: string | undefined): void {
    this.#block.stopped = reason
  }

  /** Marks broker or exchange as not available, with the reason as text; undefined: available again. */
  brokerDown(reason: string | undefined): void {
    this.#block.brokerDown = reason
  }

  #readDay(day: DayBar, slot: number): void {
    const { open, high, low, lastPrice, close } = this.#table
    day.read(open[slot]!, high[slot]!, low[slot]!, lastPrice[slot]!, close[slot]!)
  }

  /** End of the newest closed minute. */
  get #lastClosed(): EpochMs {
    return (this.#minuteEnd - MINUTE_MS) as EpochMs
  }

  #updateSecond(now: EpochMs): void {
    const lastClosed = this.#lastClosed
    if (this.#isChainRead) {
      this.chain.snapshot(now)
      this.#chainAgent.update((agent) => agent.update(lastClosed))
    } else this.chain.snapshotPrices(now)
    this.#lowFrequency.update(now)
    this.#watchSpikes(now)
    this.#updateBlock(now)
  }

  #watchSpikes(now: EpochMs): void {
    const session = this.#session
    // Before the open and in the closing auction the index has no price that could jump.
    if (session === undefined || now < session.opensAt || now >= session.indexUntil) return
    const spread = medianSpreadShare(this.chain, this.#table, 0)
    this.#spikes.advance(now, this.#table.lastPrice[this.#slots.index]!, spread)
    this.#setSpikeHold()
  }

  #setSpikeHold(): void {
    const spike = this.#bars.agents[SPIKE_AGENT.name]
    const { hold } = this.#spikes
    if (spike.agent.hold !== hold) spike.update((agent) => (agent.hold = hold))
  }

  #updateBlock(now: EpochMs): void {
    this.#block.update(now, this.#lastClosed, this.#bars.freshness.row)
  }

  #closeMinute(end: EpochMs, at: EpochMs): void {
    this.#futureMinutes?.advance(at)
    this.#indexMinutes?.advance(at)
    this.#spikes.confirm()
    this.#setSpikeHold()
    if (this.#isChainRead) this.#closeChains(end, at)
    else if (this.entryChain !== this.chain) this.entryChain.snapshotPrices(at)
    this.#block.vix.closeMinute(end)
    this.#minuteEnd = (end + MINUTE_MS) as EpochMs
    if (this.#isChainRead) this.#readClosedMinute(end)
    this.#updateBlock(at)
    this.#decide(end, at)
    if (end === this.#session?.closesAt) this.#bars.finish()
  }

  #closeChains(end: EpochMs, at: EpochMs): void {
    if (this.entryChain !== this.chain) {
      this.entryChain.snapshot(at)
      this.entryChain.closeMinute(end)
    }
    this.chain.closeMinute(end)
  }

  #readClosedMinute(end: EpochMs): void {
    const pcrBaseAt = istInstant(this.#options.day, 0, this.#params.chain.pcrBase)
    this.#chainAgent.update((agent) => {
      agent.holdBase(end, pcrBaseAt)
      agent.update(end)
    })
    const { closed, freshness } = this.#bars
    this.#chainMinutes.push({ end, minutes: closed['1m'], poorBars: freshness.poor, chain: this.chain })
  }

  #decide(end: EpochMs, at: EpochMs): void {
    const { agents, freshness, fiveMinute } = this.#bars
    const { agent: spike } = agents[SPIKE_AGENT.name]
    const sideways = agents[SIDEWAYS_AGENT.name]
    const isSpike = spike.asOf === end && spike.isFresh
    const spot = this.#table.lastPrice[this.#slots.index]!
    const as = { symbol: this.#options.symbol, params: this.#params.engine, configHash: this.configHash }
    const { decision, inputs } = decideOnRecord(this.#engine, as, {
      barEnd: end,
      votes: this.#agents.votes(at),
      block: { stale: this.#block.agent.isStale(at, false), rules: this.#block.agent.agent.rules },
      regime: { stale: sideways.isStale(at, freshness.poor), regime: sideways.agent.regime },
      spike: { paused: this.#spikes.hold !== undefined, l: isSpike ? spike.l : 0, pauseMs: this.#params.spike.pauseMs },
      spot: (spot > 0 ? spot : (this.#bars.lastMinute?.close ?? 0)) as Paise,
      atr5: (fiveMinute.atr.ready ? Math.round(100 * fiveMinute.atr.value) : 0) as Paise,
      chooseStrike: (direction) => this.#chooseStrike(direction, at),
    })
    this.#options.onDecision(decision, inputs)
  }

  /** The share of past days, 0 to 1, whose at-the-money volatility was lower than now; undefined: not known. */
  get ivPercentile(): number | undefined {
    return volatilityRank(this.#options.warmUp.dailyVolatility ?? [], this.chain.atmIv)?.percentile
  }

  #chooseStrike(direction: Direction, now: EpochMs): StrikeChoice {
    if (!this.#isChainRead) this.entryChain.solveNear(this.#params.entry)
    return chooseStrike({
      direction,
      chain: this.entryChain,
      table: this.#table,
      now,
      atr5: this.#bars.fiveMinute.atr.value,
      ivPercentile: this.ivPercentile,
      params: this.#params.entry,
    })
  }
}
