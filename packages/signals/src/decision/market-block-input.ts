import { impliedForward } from '../agents/chain-health.ts'
import { GuardedAgent } from '../agents/guarded-agent.ts'
import { MarketBlockSignal } from '../agents/market-block-signal.ts'
import type { SignalParams } from '../registry/params.ts'
import { YEAR_SECONDS } from '@strikewise/domain/market/black76.ts'
import type { OptionChain } from '../option-chain/chain.ts'
import { DayBar } from '@strikewise/domain/market/day-bar.ts'
import type { Session } from '@strikewise/domain/time/calendar.ts'
import { istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { blackoutDayOf } from './blackout-day.ts'
import { FeedFreshness, VixTracker } from './vix-and-feed.ts'
import type { PipelineSlots } from './pipeline-slots.ts'
import type { SymbolPipelineOptions } from './symbol-pipeline-options.ts'

/** What a `MarketBlockInput` is made of. */
export interface WatchedMarket {
  readonly options: SymbolPipelineOptions
  readonly params: SignalParams
  /** Undefined: the exchange is closed on that day. */
  readonly session: Session | undefined
  readonly chain: OptionChain
  readonly slots: PipelineSlots
}

/** The market block of one index, with everything it looks at beside the bars. */
export class MarketBlockInput {
  readonly agent: GuardedAgent<MarketBlockSignal>
  /** The index's day so far. */
  readonly day: DayBar
  /** NIFTY's, which the market-wide circuit breaker watches. */
  readonly broad = new DayBar()
  readonly vix: VixTracker
  readonly index: FeedFreshness = new FeedFreshness()
  /** Undefined without a future, or without a session. */
  readonly future: FeedFreshness | undefined
  /** Why an operator has stopped entries; undefined: they have not. */
  stopped: string | undefined
  /** What of broker or exchange is not available; undefined: all is. */
  brokerDown: string | undefined
  readonly #market: WatchedMarket

  constructor(market: WatchedMarket) {
    const { options, params, session, slots } = market
    this.#market = market
    this.day = new DayBar(options.warmUp.previousClose)
    this.vix = new VixTracker(params.block.vixFastMinutes)
    const hasHours = session !== undefined && session.windows.length > 0
    this.future = hasHours && slots.future >= 0 ? new FeedFreshness() : undefined
    const rules = new MarketBlockSignal(params, blackoutDayOf(options, session, params.block))
    this.agent = new GuardedAgent(rules, params.ttl.blockMs)
  }

  /** Looks at the market as it stands. `lastClosed`: end of the newest closed minute; `syntheticRow`: bars without a tick in a row. */
  update(now: EpochMs, lastClosed: EpochMs, syntheticRow: number): void {
    const { chain, options } = this.#market
    const gapShare = (this.day.open ?? Number.NaN) / (this.day.previousClose ?? Number.NaN) - 1
    this.agent.update((agent) =>
      agent.update({
        now,
        gapShare,
        vix: this.vix.last,
        vixDayShare: this.vix.dayShare,
        vixFastShare: this.vix.fastShare(lastClosed),
        indexTickAt: this.index.tickAt,
        futureTickAt: this.future?.tickAt,
        clockSkewMs: this.index.clockSkewMs,
        chain,
        table: options.table,
        impliedForward: this.#impliedForward(now),
        move: this.day.changeShare ?? Number.NaN,
        broadMove: this.broad.changeShare ?? Number.NaN,
        syntheticRow,
        stopped: this.stopped,
        brokerDown: this.brokerDown,
      }),
    )
  }

  #impliedForward(now: EpochMs): number {
    const { options, slots, chain } = this.#market
    const { contracts, calendar, table } = options
    const { future } = contracts
    if (future === undefined || this.future?.tickAt === 0) return Number.NaN
    const closesAt = calendar.sessionOn(future.expiry)?.closesAt ?? istInstant(future.expiry, 15, 30)
    const futureYears = (closesAt - now) / 1000 / YEAR_SECONDS
    const spot = table.lastPrice[slots.index]! / 100
    return impliedForward(spot, table.lastPrice[slots.future]! / 100, chain.years, futureYears)
  }
}
