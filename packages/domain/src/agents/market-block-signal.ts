import type { NoTradeCode } from '../decision/no-trade-codes.ts'
import type { OptionChain } from '../market/chain.ts'
import type { QuoteTable } from '../market/quote-table.ts'
import type { Session } from '../time/calendar.ts'
import { istInstant, type EpochMs, type IstDate } from '../time/ist.ts'
import type { AgentOutput, AgentExplanation } from './agent-output.ts'
import { crossedQuote, medianSpreadShare, risingCall } from './chain-health.ts'
import { CircuitBreaker } from './market-circuit-breaker.ts'
import type { Explanations } from './definition.ts'
import type { BlockCode as Code } from './definitions/market-block-agent.ts'
import type { SignalParams } from './params.ts'
import type { Bias } from './signal.ts'
import { clockTime, percent } from './number-text.ts'

/** A rule that blocks new entries now. */
export interface BlockRule {
  readonly code: Code & NoTradeCode
  readonly text: string
  readonly value?: number
  readonly threshold?: number
  /** When it is over, where that is known. */
  readonly until?: EpochMs
}

/** A dated reason to stay out, with the instants between which it holds. */
export interface BlockedSpan {
  readonly name: string
  readonly from: EpochMs
  readonly to: EpochMs
}

/** What does not change during the session. */
export interface BlackoutDay {
  readonly day: IstDate
  /** Undefined: the exchange is shut. */
  readonly session: Session | undefined
  readonly holiday: string | undefined
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
  rules: readonly BlockRule[] = [{ code: 'starting', text: 'The market has not been looked at yet.' }]
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

  explanation(): AgentExplanation<Code> {
    const inputs = [{ name: 'calendar, clock, feed and market', asOf: this.asOf, count: this.rules.length }]
    if (this.rules.length === 0)
      return { inputs, reasons: [{ code: 'clear', text: 'No rule keeps new entries out.', effect: 0 }] }
    const untils = this.rules.map((rule) => rule.until)
    const known = untils.filter((until) => until !== undefined)
    return {
      inputs,
      reasons: this.rules.map(({ until, text, ...rule }) => ({
        ...rule,
        text: until === undefined ? text : `${text} Until ${clockTime(until)}.`,
        effect: 0,
      })),
      // Known only when every rule says when it ends.
      ...(known.length === untils.length && { until: Math.max(...known) as EpochMs }),
    }
  }

  #operator(reading: MarketBlockReading, rules: BlockRule[]): void {
    if (reading.stopped !== undefined)
      rules.push({ code: 'kill_switch', text: `Trading is stopped by the operator: ${reading.stopped}.` })
    if (reading.brokerDown !== undefined)
      rules.push({ code: 'broker_down', text: `Broker or exchange is not available: ${reading.brokerDown}.` })
  }

  #calendar({ now, gapShare }: MarketBlockReading, rules: BlockRule[]): void {
    const { session, holiday, day, nearExpiry, events, morningAfterFed } = this.#day
    const params = this.#params.block
    const at = (minutes: number) => istInstant(day, 0, minutes)
    if (session === undefined) {
      rules.push({ code: 'holiday', text: `No trading today: ${holiday ?? 'the exchange is closed'}.` })
      return
    }
    if (session.kind !== 'full') {
      const text = `Special session (${session.name ?? session.kind}): no new entries.`
      rules.push({ code: 'special_session', text, until: session.closesAt })
    }
    if (now < session.opensAt)
      rules.push({ code: 'pre_open', text: 'The market has not opened.', until: session.opensAt })
    else if (now < at(params.openingEnd))
      rules.push({
        code: 'opening_minutes',
        text: 'The first minutes are too wild to enter.',
        until: at(params.openingEnd),
      })
    if (now < at(params.gapEnd) && Math.abs(gapShare) >= params.gapShare)
      rules.push({
        code: 'gap_open',
        text: `The index opened ${percent(gapShare)} from the previous close.`,
        value: gapShare,
        threshold: params.gapShare,
        until: at(params.gapEnd),
      })
    if (now < at(params.gapEnd) && morningAfterFed)
      rules.push({
        code: 'gap_open',
        text: 'The morning after a US Federal Reserve decision.',
        until: at(params.gapEnd),
      })
    if (now >= at(params.closingAuction))
      rules.push({
        code: 'closing_auction',
        text: 'Index shares are in or near their closing auction.',
        until: session.closesAt,
      })
    if (now >= at(params.lastEntry))
      rules.push({ code: 'last_entry_time', text: 'Too late for a new entry today (from 14:45).' })
    else if (nearExpiry === day && now >= at(params.expiryCutoff))
      rules.push({ code: 'expiry_day_cutoff', text: 'Expiry day: no new entry from 13:30.' })
    for (const event of events)
      if (now >= event.from && now < event.to)
        rules.push({ code: 'scheduled_event', text: `${event.name}: no new entry around it.`, until: event.to })
  }

  #market({ now, vix, vixDayShare, vixFastShare, move }: MarketBlockReading, rules: BlockRule[]): void {
    const params = this.#params.block
    const vixRule = (text: string, value: number, threshold: number) =>
      rules.push({ code: 'vix_spike', text, value, threshold })
    if (vixDayShare >= params.vixDayShare)
      vixRule(`India VIX is up ${percent(vixDayShare, 1)} on the day.`, vixDayShare, params.vixDayShare)
    if (vixFastShare >= params.vixFastShare)
      vixRule(
        `India VIX rose ${percent(vixFastShare, 1)} in ${params.vixFastMinutes} minutes.`,
        vixFastShare,
        params.vixFastShare,
      )
    if (vix >= params.vixLevel) vixRule(`India VIX is ${vix.toFixed(1)}.`, vix, params.vixLevel)
    if (Math.abs(move) >= params.breakerNear)
      rules.push({
        code: 'mwcb_near',
        text: `The index has moved ${percent(move, 1)}: near the market-wide circuit breaker.`,
        value: move,
        threshold: params.breakerNear,
      })
    const { halt } = this.#breaker
    if (halt !== undefined && this.#breaker.blocks(now))
      rules.push({
        code: 'mwcb_halt',
        text: `Market-wide circuit breaker at ${percent(halt.level, 0)}, reached at ${clockTime(halt.at)}.`,
        value: halt.level,
        ...(halt.until !== undefined && { until: halt.until }),
      })
  }

  #feed(reading: MarketBlockReading, rules: BlockRule[]): void {
    const { now, indexTickAt, futureTickAt, clockSkewMs, chain, syntheticRow } = reading
    const params = this.#params.block
    const { syntheticRowLimit } = this.#params.candles
    const stale = (code: BlockRule['code'], what: string, at: number, threshold: number) => {
      const age = now - at
      if (age > threshold) {
        const text = at > 0 ? `${what} is ${Math.round(age / 1000)} s old.` : `${what} has not come today.`
        rules.push({ code, text, value: age, threshold })
      }
    }
    stale('feed_stale', 'The newest index tick', indexTickAt, params.indexAgeMs)
    if (futureTickAt !== undefined) stale('feed_stale', 'The newest future tick', futureTickAt, params.indexAgeMs)
    if (clockSkewMs > params.skewMs)
      rules.push({
        code: 'feed_stale',
        text: `Our clock and the exchange's are ${(clockSkewMs / 1000).toFixed(1)} s apart.`,
        value: clockSkewMs,
        threshold: params.skewMs,
      })
    stale('chain_stale', 'The newest option quote', chain.quotedAt, params.chainAgeMs)
    if (syntheticRow > syntheticRowLimit)
      rules.push({
        code: 'missing_minutes',
        text: `${syntheticRow} minutes in a row brought no index tick.`,
        value: syntheticRow,
        threshold: syntheticRowLimit,
      })
  }

  #quality({ chain, table, impliedForward }: MarketBlockReading, rules: BlockRule[]): void {
    const params = this.#params.block
    const { nearStrikes } = this.#params.chain
    const crossed = crossedQuote(chain, table, nearStrikes)
    if (crossed !== undefined) rules.push({ code: 'data_integrity', text: `The bid of ${crossed} is over its ask.` })
    const off = Math.abs(chain.forward / impliedForward - 1)
    if (off > params.forwardShare)
      rules.push({
        code: 'data_integrity',
        text: `Option prices imply a forward ${percent(off)} away from the future's.`,
        value: off,
        threshold: params.forwardShare,
      })
    const rising = risingCall(chain)
    if (rising !== undefined)
      rules.push({
        code: 'data_integrity',
        text: `The call at ${rising} costs no less than the one below it.`,
        value: rising,
      })
    const spread = medianSpreadShare(chain, table, nearStrikes)
    if (!(spread <= params.spreadShare))
      rules.push({
        code: 'illiquid',
        text:
          spread === spread
            ? `Spreads near the money are ${percent(spread)} of the price.`
            : 'Options near the money have no bid and ask.',
        ...(spread === spread && { value: spread }),
        threshold: params.spreadShare,
      })
  }
}

const aged = (what: string): string[] => [`${what} is {0} s old.`, `${what} has not come today.`]

const explanations: Explanations<Code> = {
  // Any rule's sentence, with its end where that is known.
  clear: ['No rule keeps new entries out.', '{sentence} Until {0}.'],
  starting: ['The market has not been looked at yet.'],
  kill_switch: ['Trading is stopped by the operator: {words}.'],
  broker_down: ['Broker or exchange is not available: {words}.'],
  holiday: ['No trading today: {parts}.', 'the exchange is closed'],
  special_session: ['Special session ({parts}): no new entries.', 'short', 'muhurat'],
  pre_open: ['The market has not opened.'],
  opening_minutes: ['The first minutes are too wild to enter.'],
  gap_open: ['The index opened {0} % from the previous close.', 'The morning after a US Federal Reserve decision.'],
  closing_auction: ['Index shares are in or near their closing auction.'],
  last_entry_time: ['Too late for a new entry today (from {0}).'],
  expiry_day_cutoff: ['Expiry day: no new entry from {0}.'],
  scheduled_event: ['{parts}: no new entry around it.'],
  vix_spike: ['India VIX is up {0} % on the day.', 'India VIX rose {0} % in {1} minutes.', 'India VIX is {0}.'],
  mwcb_near: ['The index has moved {0} %: near the market-wide circuit breaker.'],
  mwcb_halt: ['Market-wide circuit breaker at {0} %, reached at {1}.'],
  feed_stale: [
    ...aged('The newest index tick'),
    ...aged('The newest future tick'),
    "Our clock and the exchange's are {0} s apart.",
  ],
  chain_stale: aged('The newest option quote'),
  missing_minutes: ['{0} minutes in a row brought no index tick.'],
  data_integrity: [
    'The bid of {words} is over its ask.',
    "Option prices imply a forward {0} % away from the future's.",
    'The call at {0} costs no less than the one below it.',
  ],
  illiquid: ['Spreads near the money are {0} % of the price.', 'Options near the money have no bid and ask.'],
}

export const MARKET_BLOCK = { explanations }
