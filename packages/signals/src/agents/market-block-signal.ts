import type { EventName } from './event-tables.ts'
import type { NoTradeOf, NoTradeReason } from './no-trade-reason.ts'
import type { OptionChain } from '../option-chain/chain.ts'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Session } from '@strikewise/domain/time/calendar.ts'
import type { Holiday } from '@strikewise/domain/time/holidays.ts'
import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { AgentOutput, AgentExplanation } from './agent-output.ts'
import { crossedQuote, medianSpreadShare, risingCall } from './chain-health.ts'
import { CircuitBreaker } from './market-circuit-breaker.ts'
import type { BlockCode as Code, BlockReason } from '../registry/definitions/market-block-agent.ts'
import type { SignalParams } from '../registry/params.ts'
import type { Bias } from './signal.ts'

/** A rule that blocks new entries now. */
export type BlockRule = NoTradeOf<NoTradeReason> & {
  readonly value?: number
  readonly threshold?: number
  /** When it is over, where that is known. */
  readonly until?: EpochMs
}

/** A dated reason to stay out, with the instants between which it holds. */
export interface BlockedSpan {
  readonly event: EventName
  readonly from: EpochMs
  readonly to: EpochMs
}

/** What does not change during the session. */
export interface BlackoutDay {
  readonly day: IstDate
  /** Undefined: the exchange is shut. */
  readonly session: Session | undefined
  readonly holiday: Holiday | undefined
  /** Expiry of the symbol's near contract. */
  readonly nearExpiry: IstDate | undefined
  /** Scheduled events widened by the minutes before and after in which nothing is entered. */
  readonly events: readonly BlockedSpan[]
  readonly morningAfterFed: boolean
}

/** What the rules read each second. Shares are fractions, NaN or undefined where not known; instants of the exchange. */
export interface MarketBlockReading {
  readonly now: EpochMs
  /** Today's official open against the previous close, less 1. */
  readonly gapShare: number
  readonly vix: number
  readonly vixDayShare: number
  readonly vixFastShare: number
  /** Exchange time of the newest tick; 0: none today. */
  readonly indexTickAt: number
  /** Undefined when no future is followed. */
  readonly futureTickAt: number | undefined
  /** How far the exchange's clock and ours are apart. */
  readonly clockSkewMs: number
  readonly chain: OptionChain
  readonly table: QuoteTable
  /** Forward implied by spot and future for the chain's expiry; NaN without a future. */
  readonly impliedForward: number
  /** This index and the broad one against their previous closes. */
  readonly move: number
  readonly broadMove: number
  readonly syntheticRow: number
  /** The operator's words; undefined: not stopped. */
  readonly stopped: string | undefined
  readonly brokerDown: string | undefined
}

/** When may nothing be entered? Rules on calendar, clock, feed and market (signals reference §1.6). Exits always run. */
export class MarketBlockSignal implements AgentOutput {
  bias: Bias = 'blocked'
  strength = 1
  asOf = 0 as EpochMs
  /** Every rule that fires, most lasting first; empty when entries are allowed. */
  rules: readonly BlockRule[] = [{ code: 'starting', message: { code: 'no_trade.starting' } }]
  readonly #params: SignalParams
  readonly #day: BlackoutDay
  readonly #breaker: CircuitBreaker

  constructor(params: SignalParams, day: BlackoutDay) {
    this.#params = params
    this.#day = day
    this.#breaker = new CircuitBreaker(params.block)
  }

  update(reading: MarketBlockReading): void {
    this.#breaker.read(reading.broadMove, reading.now)
    const rules: BlockRule[] = []
    this.#operator(reading, rules)
    this.#calendar(reading, rules)
    this.#market(reading, rules)
    const session = this.#day.session
    const running = session !== undefined && reading.now >= session.opensAt && reading.now < session.indexUntil
    // Outside continuous trading a still feed is normal.
    if (running) {
      this.#feed(reading, rules)
      this.#quality(reading, rules)
    }
    this.rules = rules
    this.bias = rules.length > 0 ? 'blocked' : 'unblocked'
    this.asOf = reading.now
  }

  explanation(): AgentExplanation<Code, BlockReason | NoTradeReason> {
    const inputs = [{ input: 'market' as const, asOf: this.asOf, count: this.rules.length }]
    if (this.rules.length === 0)
      return { inputs, reasons: [{ code: 'clear', message: { code: 'agent.no_filter' }, effect: 0 }] }
    const untils = this.rules.map((rule) => rule.until)
    const known = untils.filter((until) => until !== undefined)
    return {
      inputs,
      reasons: this.rules.map(({ code, message, value, threshold }) => ({
        // No rule gives a code of the engine's.
        code: code as Code,
        message,
        ...(value !== undefined && { value }),
        ...(threshold !== undefined && { threshold }),
        effect: 0,
      })),
      // Known only when every rule reports when it ends.
      ...(known.length === untils.length && { until: Math.max(...known) as EpochMs }),
    }
  }

  #operator(reading: MarketBlockReading, rules: BlockRule[]): void {
    if (reading.stopped !== undefined)
      rules.push({ code: 'kill_switch', message: { code: 'no_trade.kill_switch', reason: reading.stopped } })
    if (reading.brokerDown !== undefined)
      rules.push({ code: 'broker_down', message: { code: 'no_trade.broker_down', reason: reading.brokerDown } })
  }

  #calendar({ now, gapShare }: MarketBlockReading, rules: BlockRule[]): void {
    const { session, holiday, day, nearExpiry, events, morningAfterFed } = this.#day
    const params = this.#params.block
    const at = (minutes: number) => istInstant(day, 0, minutes)
    if (session === undefined) {
      rules.push({
        code: 'holiday',
        message: holiday === undefined ? { code: 'no_trade.holiday.closed' } : { code: 'no_trade.holiday', holiday },
      })
      return
    }
    if (session.kind !== 'full') {
      const until = session.closesAt
      const message = { code: 'no_trade.special_session', session: session.name ?? session.kind, until } as const
      rules.push({ code: 'special_session', message, until })
    }
    const { opensAt } = session
    const openingEnd = at(params.openingEnd)
    if (now < opensAt) rules.push({ code: 'pre_open', message: { code: 'no_trade.pre_open', opensAt }, until: opensAt })
    else if (now < openingEnd)
      rules.push({
        code: 'opening_minutes',
        message: { code: 'no_trade.opening_minutes', until: openingEnd },
        until: openingEnd,
      })
    const { gapShare: threshold } = params
    const until = at(params.gapEnd)
    if (now < until && Math.abs(gapShare) >= threshold)
      rules.push({
        code: 'gap_open',
        message: { code: 'no_trade.gap_open', gap: gapShare, threshold, until },
        value: gapShare,
        threshold,
        until,
      })
    if (now < until && morningAfterFed)
      rules.push({ code: 'gap_open', message: { code: 'no_trade.gap_open.fed', until }, until })
    if (now >= at(params.closingAuction))
      rules.push({
        code: 'closing_auction',
        message: { code: 'no_trade.closing_auction' },
        until: session.closesAt,
      })
    if (now >= at(params.lastEntry))
      rules.push({ code: 'last_entry_time', message: { code: 'no_trade.last_entry_time', from: params.lastEntry } })
    else if (nearExpiry === day && now >= at(params.expiryCutoff))
      rules.push({
        code: 'expiry_day_cutoff',
        message: { code: 'no_trade.expiry_day_cutoff', from: params.expiryCutoff },
      })
    for (const { event, from, to } of events)
      if (now >= from && now < to)
        rules.push({
          code: 'scheduled_event',
          message: { code: 'no_trade.scheduled_event', event, until: to },
          until: to,
        })
  }

  #market({ now, vix, vixDayShare, vixFastShare, move }: MarketBlockReading, rules: BlockRule[]): void {
    const params = this.#params.block
    const { vixFastMinutes: minutes, vixLevel: limit } = params
    if (vixDayShare >= params.vixDayShare) {
      const [rise, threshold] = [vixDayShare, params.vixDayShare]
      const message = { code: 'no_trade.vix_spike.day', rise, threshold } as const
      rules.push({ code: 'vix_spike', message, value: rise, threshold })
    }
    if (vixFastShare >= params.vixFastShare) {
      const [rise, threshold] = [vixFastShare, params.vixFastShare]
      const message = { code: 'no_trade.vix_spike.fast', rise, threshold, minutes } as const
      rules.push({ code: 'vix_spike', message, value: rise, threshold })
    }
    if (vix >= limit) {
      const message = { code: 'no_trade.vix_spike.level', vix, limit } as const
      rules.push({ code: 'vix_spike', message, value: vix, threshold: limit })
    }
    const threshold = params.breakerNear
    if (Math.abs(move) >= threshold)
      rules.push({
        code: 'mwcb_near',
        message: { code: 'no_trade.mwcb_near', move, threshold },
        value: move,
        threshold,
      })
    const { halt } = this.#breaker
    if (halt !== undefined && this.#breaker.blocks(now)) {
      const { level, at: hitAt, until } = halt
      rules.push(
        until === undefined
          ? { code: 'mwcb_halt', message: { code: 'no_trade.mwcb_halt', level, hitAt }, value: level }
          : {
              code: 'mwcb_halt',
              message: { code: 'no_trade.mwcb_halt.until', level, hitAt, until },
              value: level,
              until,
            },
      )
    }
  }

  #feed(reading: MarketBlockReading, rules: BlockRule[]): void {
    const { now, indexTickAt, futureTickAt, clockSkewMs, chain, syntheticRow } = reading
    const params = this.#params.block
    const { syntheticRowLimit } = this.#params.candles
    const stale = (rule: 'index' | 'future' | 'chain', at: number, maxAgeMs: number) => {
      const ageMs = now - at
      if (ageMs > maxAgeMs)
        rules.push({ ...staleFeed(rule, at > 0, { ageMs, maxAgeMs }), value: ageMs, threshold: maxAgeMs })
    }
    stale('index', indexTickAt, params.indexAgeMs)
    if (futureTickAt !== undefined) stale('future', futureTickAt, params.indexAgeMs)
    if (clockSkewMs > params.skewMs)
      rules.push({
        code: 'feed_stale',
        message: { code: 'no_trade.feed_stale.clock', skewMs: clockSkewMs, maxSkewMs: params.skewMs },
        value: clockSkewMs,
        threshold: params.skewMs,
      })
    stale('chain', chain.quotedAt, params.chainAgeMs)
    if (syntheticRow > syntheticRowLimit)
      rules.push({
        code: 'missing_minutes',
        message: { code: 'no_trade.missing_minutes', minutes: syntheticRow, limit: syntheticRowLimit },
        value: syntheticRow,
        threshold: syntheticRowLimit,
      })
  }

  #quality({ chain, table, impliedForward }: MarketBlockReading, rules: BlockRule[]): void {
    const params = this.#params.block
    const { nearStrikes } = this.#params.chain
    const crossed = crossedQuote(chain, table, nearStrikes)
    if (crossed !== undefined)
      rules.push({ code: 'data_integrity', message: { code: 'no_trade.data_integrity.crossed', contract: crossed } })
    const off = Math.abs(chain.forward / impliedForward - 1)
    if (off > params.forwardShare)
      rules.push({
        code: 'data_integrity',
        message: { code: 'no_trade.data_integrity.forward', off, threshold: params.forwardShare },
        value: off,
        threshold: params.forwardShare,
      })
    const rising = risingCall(chain)
    if (rising !== undefined)
      rules.push({
        code: 'data_integrity',
        message: { code: 'no_trade.data_integrity.call', strike: rising },
        value: rising,
      })
    const spread = medianSpreadShare(chain, table, nearStrikes)
    if (!(spread <= params.spreadShare))
      rules.push({
        code: 'illiquid',
        message:
          spread === spread
            ? { code: 'no_trade.illiquid', spread, threshold: params.spreadShare }
            : { code: 'no_trade.illiquid.no_quotes' },
        ...(spread === spread && { value: spread }),
        threshold: params.spreadShare,
      })
  }
}

/** What has not come for too long, or never since the open. */
function staleFeed(
  what: 'index' | 'future' | 'chain',
  hasCome: boolean,
  ages: { readonly ageMs: number; readonly maxAgeMs: number },
): NoTradeOf<NoTradeReason> {
  switch (what) {
    case 'index':
      return {
        code: 'feed_stale',
        message: hasCome ? { code: 'no_trade.feed_stale.index', ...ages } : { code: 'no_trade.feed_stale.index_none' },
      }
    case 'future':
      return {
        code: 'feed_stale',
        message: hasCome
          ? { code: 'no_trade.feed_stale.future', ...ages }
          : { code: 'no_trade.feed_stale.future_none' },
      }
    case 'chain':
      return {
        code: 'chain_stale',
        message: hasCome ? { code: 'no_trade.chain_stale', ...ages } : { code: 'no_trade.chain_stale.none' },
      }
  }
}
