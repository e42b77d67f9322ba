// @invariant entry-checks-in-claim Every condition of an entry is true in the transaction that claims it; what
//   cannot be read refuses the entry.
// @invariant one-position-per-index One position per index unless a user of the largest plan raises it; each
//   further one has half the budget.
// @invariant registered-logic A live entry that the engine decided is of a logic that is registered that day.
import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import { nearestExpiry } from '@strikewise/domain/instruments/expiries.ts'
import { safeFreezeQuantity } from '@strikewise/domain/instruments/freeze.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { endedPlan, manualRights, tradingRights } from '@strikewise/plans/entitlements.ts'
import { PLAN_POLICY, type TradingRights } from '@strikewise/plans/policy.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import type { Session } from '@strikewise/domain/time/calendar.ts'
import { entryWindow, manualEntryWindow } from '@strikewise/domain/time/entry-window.ts'
import { entryHoursOn } from '@strikewise/domain/trading/entry-hours.ts'
import { MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { DailyResult } from '@strikewise/domain/trading/period-limits.ts'
import { isTokenStale } from '@strikewise/domain/time/token-life.ts'
import type { SizeBound } from '@strikewise/domain/trading/sizing.ts'
import { dailyLossRemaining, dailyLossLimit, type DayPnl } from '@strikewise/domain/trading/daily-loss-limit.ts'
import type { ExecutionConfig } from '../config.ts'
import type { EntryCandidate, EntryDecision } from './entry-ticket.ts'
import { usableQuote } from '../quotes/quote.ts'
import type { FeedQuote } from '../ports.ts'
import type { AccountHistory, DayLock } from '../store/account-changes.ts'
import { isLive, ofMode, type Sizing, type Trade } from '../trade/trade.ts'
import { entryOffer } from './approval.ts'
import { CHASE_SHARE, entryLimit, limitWithin } from './entry-price.ts'
import { algoIdOf, type AccountFacts, type SymbolSettings } from '../account-facts.ts'
import { accountLimitRefusal, dayLockRefusal, periodCapacityRefusal } from './account-limits.ts'
import { manualRuleAfter, reEntryRuleAfter, type ReEntryRule } from './re-entry.ts'
import type { EntryRefusalReason } from '../refusal.ts'
import type { ForeignTrades } from '../trade/foreign-trades.ts'
import { sizeEntry } from './size-entry.ts'

/** Everything that must be true when an entry leaves (invariant I3), read in the transaction that claims it. */
export interface PreTradeCheckInput extends EntryCandidate {
  readonly now: EpochMs
  readonly on: IstDate
  readonly config: ExecutionConfig
  readonly session: Session | undefined
  /** Null: unreadable. */
  readonly facts: AccountFacts | null
  /** The trade being priced again, which then does not count against itself. */
  readonly reEntryOf: Trade | undefined
  /** The account's trades of the day and every live one, of either kind of link. */
  readonly trades: readonly Trade[]
  /** Of the link's kind. */
  readonly lock: DayLock | null
  readonly quote: FeedQuote | undefined
  readonly funds: { readonly usable: Paise; readonly opening: Paise; readonly readAt: EpochMs } | undefined
  /** How the day stands for the link's kind. */
  readonly dayPnl: DayPnl
  /** What the user traded without the product by a link of this kind; its result is in `dayPnl` already. */
  readonly foreignTrades: ForeignTrades
  /** A position of the link's kind is being left at a loss. */
  readonly isLosingExit: boolean
  readonly openWorstLoss: Paise
  readonly history: AccountHistory
  /** Of the days before `on`, of the link's kind, oldest first, as far back as the account's limits look. */
  readonly dailyResults: readonly DailyResult[]
  /** True while orders of an earlier executor, or positions, are not cleared up. */
  readonly inDoubt: boolean
  /** The broker's positions show the account short of the contract. */
  readonly isContractShort: boolean
  /** Broker's clock less ours; undefined while no answer of the broker has shown it. */
  readonly clockSkewMs: number | undefined
  readonly budgetLeft: boolean
}

/** What the user has set for the entry: on its ticket, or for its index. */
export type ChosenSettings = Pick<SymbolSettings, 'lots' | 'slBuffer' | 'trailing'>

export type PreTradeCheckResult =
  | {
      readonly ok: true
      readonly lots: number
      readonly quantity: number
      readonly limit: Paise
      readonly worstLoss: Paise
      readonly sizing: Sizing
      /** The last instant at which all of it is still true by what is known now. */
      readonly until: EpochMs
      /** The stop-out this entry is the second attempt after. */
      readonly recoveryOf: string | undefined
      readonly strategy: ChosenSettings
      /** What a live entry's logic is registered as; undefined: a manual or a paper entry. */
      readonly algoId: string | undefined
    }
  | { readonly ok: false; readonly refusal: EntryRefusalReason }

/** The one check of entries: what may leave, or the most serious reason why nothing does. Exits never come here. */
export function preTradeCheck(input: PreTradeCheckInput): PreTradeCheckResult {
  const refusal = ticketExpired(input) ?? accountRefusal(input) ?? marketRefusal(input) ?? limitRefusal(input)
  if (refusal !== undefined) return { ok: false, refusal }
  const facts = input.facts!
  const { ticket } = input
  const strategy: ChosenSettings = ticket ?? strategyOf(input)!
  const price = priceRefusal(input)
  if (price !== undefined) return { ok: false, refusal: price }
  const quote = input.quote!
  const limit = limitOf(input, quote)!
  const capital = facts.risk.capital ?? input.funds?.opening
  if (capital === undefined || capital <= 0) return { ok: false, refusal: { code: 'refusal.capital_unknown' } }
  if (input.funds === undefined || input.now - input.funds.readAt > input.config.fundsMaxAgeMs)
    return { ok: false, refusal: { code: 'refusal.funds_unknown' } }
  if (!input.budgetLeft) return { ok: false, refusal: { code: 'refusal.budget_used_up' } }
  const late = decisionStale(input)
  if (late !== undefined) return { ok: false, refusal: late }
  const { contract, stopDistance } = input.entry
  const slBuffer = input.reEntryOf?.entrySettings.slBuffer ?? strategy.slBuffer
  const { brokerage } = input.config.broker
  const { lotSize, tickSize } = contract
  const planned = { on: input.on, entryPrice: limit, stopDistance, slBuffer, brokerage, lotSize, tickSize }
  const others = ofMode(input.trades, facts.link.mode).filter((trade) => trade.id !== input.reEntryOf?.id)
  const after =
    ticket === undefined
      ? reEntryRuleAfter(others, input.decision, { contract, plan: facts.plan }, planned)
      : manualRuleAfter(others, ticket, input.on)
  if ('code' in after) return { ok: false, refusal: after }
  const left = dailyLossRemaining(dailyLossLimit(capital, facts.risk.dailyLossCapPct), input.dayPnl)
  const sized = sizeEntry({
    on: input.on,
    entry: input.entry,
    limit,
    lots: Math.min(input.reEntryOf?.lots ?? strategy.lots, after.maxLots),
    slBuffer,
    // The capital engine sizes what the engine decides: a ticket is bought as it was sent, or not.
    advanced: ticket === undefined && PLAN_POLICY[facts.plan].capitalAllocation === 'advanced',
    live: facts.link.mode === 'live',
    capital,
    freeCash: input.funds.usable,
    dailyLossRemaining: Math.max(0, left - input.openWorstLoss) as Paise,
    askQuantity: quote.askQuantity,
    freezeQuantity: safeFreezeQuantity(contract.symbol, input.on, input.decision.spot / 100),
    openWorstLoss: input.openWorstLoss,
    brokerage,
    isFurther: others.some((trade) => isLive(trade) && goesAlong(trade, input.decision)),
    history: input.history,
  })
  if (!sized.ok) return { ok: false, refusal: sized.refusal }
  const { lots, quantity, worstLoss } = sized
  const tooMuch = periodCapacityRefusal(input, worstLoss)
  if (tooMuch !== undefined) return { ok: false, refusal: tooMuch }
  const recoveryOf = after.first?.id
  const { approvalSeconds } = strategyOf(input) ?? { approvalSeconds: null }
  if (ticket === undefined && approvalSeconds !== null) {
    const { mode } = facts.link
    // A ticket may trade for longer than the engine: what it offers ends with its own window.
    const until = Math.min(input.now + approvalSeconds * 1000, lastInstantOf(input, facts)) as EpochMs
    const offer = entryOffer(input.entry, { mode, lots, limit, worstLoss, until })
    return { ok: false, refusal: { code: 'refusal.approval_needed', ...offer } }
  }
  const sizing: Sizing = { armedLots: strategy.lots, boundBy: boundOf(sized.boundBy, strategy.lots, after) }
  const algoId =
    facts.link.mode === 'live' && ticket === undefined ? algoIdOf(facts, input.decision.configHash) : undefined
  const until = goodUntil(input, facts)
  return { ok: true, lots, quantity, limit, worstLoss, sizing, until, recoveryOf, strategy, algoId }
}

/** The parts of the check, as a ticket shows them before it is sent. */
export const CHECKS = ['account', 'market', 'limits', 'price', 'size'] as const
export type CheckName = (typeof CHECKS)[number]

/** Each part of the check with what it refuses now; undefined: it passes. What depends on a part that refuses is left out. */
export function preTradeChecks(input: PreTradeCheckInput): ReadonlyMap<CheckName, EntryRefusalReason | undefined> {
  const account = ticketExpired(input) ?? accountRefusal(input)
  const checks = new Map<CheckName, EntryRefusalReason | undefined>([['account', account]])
  if (input.facts === null) return checks
  checks.set('market', marketRefusal(input))
  // A plan that trades nothing has no limits to reach.
  if (rightsOf(input, input.facts).maxActiveTrades !== 0) checks.set('limits', limitRefusal(input))
  checks.set('price', priceRefusal(input))
  if (checks.values().every((refusal) => refusal === undefined)) {
    const answer = preTradeCheck(input)
    checks.set('size', answer.ok ? undefined : answer.refusal)
  }
  return checks
}

/** What held the lots down: an earlier loss, where it allowed fewer than the user's and nothing else allowed fewer still. */
function boundOf(bound: SizeBound, armedLots: number, after: ReEntryRule): Sizing['boundBy'] {
  if (bound !== 'user_lots' || after.maxLots >= armedLots) return bound
  return after.first === undefined ? 'earlier_loss' : 'second_attempt'
}

/** When the first of the conditions that run out by the clock does. The price is checked again as the request leaves. */
function goodUntil(input: PreTradeCheckInput, facts: AccountFacts): EpochMs {
  const validUntil = input.ticket?.validUntil ?? Number.POSITIVE_INFINITY
  return Math.min(input.now + input.config.claimMs, validUntil, lastInstantOf(input, facts)) as EpochMs
}

/** The last instant of the entry's window, of its user's own hours and of the plan, whichever is first. */
function lastInstantOf(input: PreTradeCheckInput, facts: AccountFacts): EpochMs {
  const hours = entryHoursOf(facts)
  const ends = [windowOf(input)?.to ?? input.now, facts.planExpiresAt ?? Number.POSITIVE_INFINITY]
  if (hours !== null) ends.push(entryHoursOn(hours, input.on)?.to ?? input.now)
  return (Math.min(...ends) - 1) as EpochMs
}

/** What the user, the operator and the plan show. */
function accountRefusal(input: PreTradeCheckInput): EntryRefusalReason | undefined {
  const { facts, now, config, clockSkewMs, decision, ticket } = input
  if (facts === null) return { code: 'refusal.facts_unreadable' }
  const isPaper = facts.link.mode === 'paper'
  if (facts.killSwitch.global !== false) return { code: 'refusal.global_stop' }
  if (facts.killSwitch.user !== false) return { code: 'refusal.user_stop' }
  if (input.lock?.on === input.on && input.lock.reason === 'invariant_broken')
    return isPaper
      ? { code: 'refusal.invariant_broken.paper' }
      : { code: 'refusal.invariant_broken', broker: config.broker.names.broker }
  if (!isPaper && !config.liveTrading) return { code: 'refusal.live_trading_off' }
  if (!isPaper && ticket === undefined && algoIdOf(facts, decision.configHash) === undefined)
    return { code: 'refusal.logic_not_registered' }
  // Before whatever a wrong clock would give for a reason. Written so that a reading that is no number blocks too.
  if (clockSkewMs !== undefined && !(Math.abs(clockSkewMs) <= config.maxClockSkewMs))
    return { code: 'refusal.clock_skew', maxSkewMs: config.maxClockSkewMs }
  if (ticket !== undefined && ticket.mode !== facts.link.mode) return { code: 'refusal.account_changed' }
  const rights = rightsOf(input, facts)
  if (rights.maxActiveTrades === 0)
    return ticket === undefined
      ? { code: 'refusal.plan_without_auto' }
      : { code: 'refusal.plan_without_manual', plan: facts.plan }
  if (endedPlan({ plan: facts.plan, expiresAt: facts.planExpiresAt }, now) !== undefined)
    return { code: 'refusal.plan_expired' }
  const { symbol } = decision
  if (!rights.symbols.includes(symbol)) return { code: 'refusal.symbol_not_allowed', symbol }
  const unarmed = armingRefusal(input, facts)
  if (unarmed !== undefined) return unarmed
  if (!facts.link.connected || facts.link.loginAt === null) return { code: 'refusal.not_connected' }
  if (isTokenStale(facts.link.loginAt, now, config.broker.tokenExpiresAt))
    return isPaper
      ? { code: 'refusal.token_stale.paper' }
      : { code: 'refusal.token_stale', broker: config.broker.names.broker }
  if (!isPaper && facts.link.egressAddress === null) return { code: 'refusal.no_egress_address' }
  return undefined
}

/** What arms the engine. It says nothing about a ticket, which its user sends (record 32). */
function armingRefusal(input: PreTradeCheckInput, facts: AccountFacts): EntryRefusalReason | undefined {
  if (input.ticket !== undefined) return undefined
  const { symbol } = input.decision
  if (!facts.consentGiven) return { code: 'refusal.consent_missing' }
  if (strategyOf(input)?.autoExecute !== true) return { code: 'refusal.auto_execute_off', symbol }
  return undefined
}

/** What the clock and the decision show. */
function marketRefusal(input: PreTradeCheckInput): EntryRefusalReason | undefined {
  const { now, on, entry, decision } = input
  const window = windowOf(input)
  if (window === undefined) return { code: 'refusal.outside_window.no_session' }
  if (now < window.from || now >= window.to) return { code: 'refusal.outside_window', ...window }
  const hours = entryHoursOf(input.facts!)
  if (hours !== null) {
    const allowed = entryHoursOn(hours, on)
    if (allowed === undefined) return { code: 'refusal.outside_entry_hours.day' }
    if (now < allowed.from || now >= allowed.to) return { code: 'refusal.outside_entry_hours', ...allowed }
  }
  if (entry.contract.expiry < on) return { code: 'refusal.contract_expired', contract: contractRef(entry.contract) }
  const blocked = decision.contributions.some((one) => one.agent === 'market_block_signal' && one.bias === 'blocked')
  if (decision.action === 'none' || blocked) return { code: 'refusal.market_blocked' }
  return undefined
}

/** The user's own entry hours where the plan has the time filter; null: no restriction. */
function entryHoursOf({ plan, entryHours }: AccountFacts): AccountFacts['entryHours'] {
  return PLAN_POLICY[plan].timeFilter ? entryHours : null
}

/** What the price of the contract shows. */
function priceRefusal(input: PreTradeCheckInput): EntryRefusalReason | undefined {
  const quote = usableQuote(input.quote, input.now, input.config.priceMaxAgeMs)
  // A decision without a price of its own has nothing the entry's limit could be compared with.
  if (quote === undefined || !(input.entry.mid > 0)) return priceStale(input)
  const wide = spreadTooWide(input, quote)
  if (wide !== undefined) return wide
  return limitOf(input, quote) === undefined ? priceMoved(input, quote.ask) : undefined
}

function priceStale({ quote, now, config }: PreTradeCheckInput): EntryRefusalReason {
  const ageMs = quote === undefined ? 0 : now - quote.receivedAt
  const maxAgeMs = config.priceMaxAgeMs
  return ageMs > maxAgeMs ? { code: 'refusal.price_stale', ageMs, maxAgeMs } : { code: 'refusal.price_stale.none' }
}

/** The most that the entry's order pays a unit; undefined: the ask is above all that may be paid. */
function limitOf({ ticket, entry }: PreTradeCheckInput, quote: FeedQuote): Paise | undefined {
  const { tickSize } = entry.contract
  return ticket === undefined ? entryLimit(quote, entry.mid, tickSize) : limitWithin(quote, ticket.limit, tickSize)
}

function priceMoved({ ticket, entry }: PreTradeCheckInput, ask: Paise): EntryRefusalReason {
  if (ticket !== undefined) return { code: 'refusal.price_above_limit', ask, limit: ticket.limit }
  return { code: 'refusal.price_moved', moved: ask / entry.mid - 1, limit: CHASE_SHARE }
}

/** What is bought has to be sold at the bid. The engine looks at the spread as it chooses a contract, a user may not have. */
function spreadTooWide({ ticket, entry }: PreTradeCheckInput, { bid, ask }: FeedQuote): EntryRefusalReason | undefined {
  if (ticket === undefined) return undefined
  const { spreadShare, spreadRupees } = SIGNAL_PARAMS.entry
  const widest = Math.max((spreadShare[entry.contract.symbol] * (bid + ask)) / 2, spreadRupees * 100)
  const spread = (ask - bid) as Paise
  return spread > widest ? { code: 'refusal.spread_too_wide', spread, limit: Math.floor(widest) as Paise } : undefined
}

/** A ticket dated ahead of our clock is as unusable as a late one: it would trade for longer than its user was shown. */
function ticketExpired({ ticket, now, config }: PreTradeCheckInput): EntryRefusalReason | undefined {
  if (ticket === undefined) return undefined
  const isInTime = now <= ticket.validUntil && ticket.askedAt - now <= config.priceMaxAgeMs
  return isInTime ? undefined : { code: 'refusal.ticket_expired' }
}

/** What the plan lets the account trade: by the engine, or with tickets. */
function rightsOf({ ticket }: PreTradeCheckInput, { plan, link }: AccountFacts): TradingRights {
  return (ticket === undefined ? tradingRights : manualRights)(PLAN_POLICY[plan], link.mode)
}

/**
 * A decision waits for a price, funds and the books until it is too old: what it lacked is the reason then, and its age only
 * when it lacked nothing. One dated ahead of our clock is as unusable as an old one: one of the clocks is wrong.
 */
function decisionStale({ decision, ticket, now, config }: PreTradeCheckInput): EntryRefusalReason | undefined {
  if (ticket !== undefined) return undefined
  const ageMs = now - decision.barEnd
  const { decisionMaxAgeMs: maxAgeMs, priceMaxAgeMs: maxAheadMs } = config
  if (ageMs <= maxAgeMs && ageMs >= -maxAheadMs) return undefined
  return ageMs < 0
    ? { code: 'refusal.decision_stale.ahead', aheadMs: -ageMs, maxAheadMs }
    : { code: 'refusal.decision_stale', ageMs, maxAgeMs }
}

/**
 * The hours in which the decision's index may be entered. The expiry day that cuts them short is that of the index's
 * nearest contract, which on that day is not the one entries use; a contract that expires today reports it itself.
 */
function windowOf({ session, entry, ticket, config }: PreTradeCheckInput): { from: EpochMs; to: EpochMs } | undefined {
  if (session === undefined) return undefined
  const { symbol, expiry } = entry.contract
  if (ticket !== undefined) return manualEntryWindow(session, expiry)
  return entryWindow(session, expiry === session.day ? expiry : nearestExpiry(symbol, session.day, config.calendar))
}

/** What the account's own day shows. */
function limitRefusal(input: PreTradeCheckInput): EntryRefusalReason | undefined {
  const { decision, facts, lock, on, now } = input
  const { mode } = facts!.link
  const { symbol } = decision
  const everyKind = input.trades.filter((trade) => trade.id !== input.reEntryOf?.id)
  const isDecided = (trade: Trade) => trade.contract.symbol === decision.symbol && trade.decisionId === decision.id
  if (everyKind.some(isDecided)) return { code: 'refusal.already_decided' }
  const others = ofMode(everyKind, mode)
  const inSymbol = others.filter((trade) => trade.contract.symbol === decision.symbol)
  if (lock !== null && lock.on === on && lock.reason !== 'invariant_broken') return dayLockRefusal(lock)
  // A link gives way flat only: one of the other kind that is not over is a position no link answers for.
  const isStranded = everyKind.some((trade) => trade.mode !== mode && isLive(trade))
  if (input.inDoubt || isStranded) return { code: 'refusal.account_in_doubt' }
  // What is bought would end the short instead of being held, and its stop would open that again.
  if (input.isContractShort) return { code: 'refusal.contract_short', contract: contractRef(input.entry.contract) }
  const { plan } = facts!
  const limit = rightsOf(input, facts!).maxActiveTrades
  if (limit !== null && others.filter(isLive).length >= limit)
    return { code: 'refusal.active_trade_limit', limit, plan }
  const positions = facts!.risk.maxPositionsPerSymbol
  if (inSymbol.filter(isLive).length >= positions)
    return { code: 'refusal.position_in_symbol', limit: positions, symbol }
  const most = facts!.risk.maxEntriesPerSymbol
  // An entry that bought nothing was no entry.
  const entries = inSymbol.filter((trade) => trade.on === on && trade.state !== 'abandoned').length
  if (entries >= most) return { code: 'refusal.entries_per_symbol', limit: most, symbol }
  const limited = accountLimitRefusal(others, input)
  if (limited !== undefined) return limited
  const minutes = cooldownMinutes(inSymbol, input, now)
  return minutes > 0 ? { code: 'refusal.cooldown', minutes } : undefined
}

/** Whether a position may lose together with what was decided: the indices move alike. */
function goesAlong(trade: Trade, decision: EntryDecision): boolean {
  return trade.contract.symbol === decision.symbol || trade.direction === decision.direction
}

/** Whole minutes still to wait: some after any exit in the symbol, more in the same direction after a stop. */
function cooldownMinutes(inSymbol: readonly Trade[], { config, decision }: PreTradeCheckInput, now: EpochMs): number {
  let until = 0
  for (const trade of inSymbol) {
    if (trade.state !== 'closed' && trade.state !== 'exiting') continue
    // One that is being left counts from now: beside it another position may be allowed.
    const leftAt = trade.state === 'closed' ? trade.closedAt : now
    const stopped = trade.exitReason.startsWith('stop') && trade.direction === decision.direction
    until = Math.max(until, leftAt + (stopped ? config.cooldownAfterStopMs : config.cooldownMs))
  }
  return Math.max(0, Math.ceil((until - now) / MINUTE_MS))
}

function strategyOf({ facts, decision }: PreTradeCheckInput): SymbolSettings | undefined {
  return facts?.strategies.find((strategy) => strategy.symbol === decision.symbol)
}
