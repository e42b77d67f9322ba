// @invariant I3
import { CONTRACTS } from '../session/contracts.ts'
import type { IndexSymbol, OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { freezeQuantityOn } from '@strikewise/domain/instruments/freeze.ts'
import { nseCalendar, type Session } from '@strikewise/domain/time/calendar.ts'
import { entryWindow } from '@strikewise/domain/time/entry-window.ts'
import { istInstant, type IstDate } from '@strikewise/domain/time/ist.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import { isTokenStale } from '@strikewise/domain/time/token-life.ts'
import type { AccountFacts } from '@strikewise/execution/account-facts.ts'
import type { FaultKind } from '../chance/faults.ts'
import type { CallRecord } from '../environment/broker-records.ts'
import { openOf, restOf, type Holding, type OrderLife } from './exchange-orders.ts'
import { isOutstanding } from './call-log.ts'
import { isCover } from './cover.ts'
import { contractPnl } from './contract-pnl.ts'
import { accountFactsBetween } from './account-facts-at.ts'
import { DOUBT_MS, isGivenUp } from './given-up.ts'
import type { CheckerContext } from './checker-context.ts'
import { forgottenOrders, isCallForgotten } from './rejected-rows.ts'
import type { EntryTicket } from '@strikewise/execution/pre-trade/entry-ticket.ts'
import { entryOf, type EntrySeen } from './rules/entry-of-trade.ts'
import { unseenLostOrders } from './unseen-lost-orders.ts'

/** How long after its claim a request may leave: what was true within this before it is true enough. */
const CLAIM_MS = 2_000
const PRICE_AGE_MS = 2_000
const CLOCK_SKEW_MS = 2_000
const RESOLUTION_MS = 1_000
/** After these the newest answer of the broker may have been slow. */
const SLOW: readonly FaultKind[] = [
  'read_slow',
  'slow_call',
  'read_failed',
  'broker_down',
  'suspended',
  'freeze',
  'loop_blocked',
]
const SLOW_MS = 30_000
const DECISION_AGE_MS = 20_000
/** The chase of an entry stays within this share above the decision's mid. */
const CHASE_SHARE = 1.01
/** The books follow the broker within this. */
const BOOKS_MS = 5_000
/** Active or pending trades at a time, and the indices: the specification's table of plans. */
const RIGHTS: Readonly<Record<string, { readonly symbols: readonly string[]; readonly most: number }>> = {
  elite: { symbols: ['NIFTY'], most: 1 },
  master: { symbols: ['NIFTY', 'BANKNIFTY'], most: Number.POSITIVE_INFINITY },
}

/** I3 and I15: what must be true when an entry leaves. */
export class EntryLimits {
  readonly #context: CheckerContext
  /** When the feed fell silent, and until when: of everything, or of one contract. */
  readonly #silences: { readonly token: number | null; readonly from: number; until: number }[] = []
  /** Processes whose clock is off by more than entries may bear, and since when. */
  readonly #skewed = new Map<string, number>()

  constructor(context: CheckerContext) {
    this.#context = context
  }

  silenced(token: number | null, from: number, until: number): void {
    this.#silences.push({ token, from, until })
  }

  /** The feed speaks again, of everything. */
  faultsCleared(now: number): void {
    for (const silence of this.#silences) silence.until = Math.min(silence.until, now)
    this.checkClocks(now)
  }

  /** Looks at the clocks, which step now and then and are put right. */
  checkClocks(now: number): void {
    for (const { name, clockOffset } of this.#context.observations.processes)
      if (Math.abs(clockOffset) <= CLOCK_SKEW_MS) this.#skewed.delete(name)
      else if (!this.#skewed.has(name)) this.#skewed.set(name, now)
  }

  callLog(call: CallRecord): void {
    const contract = CONTRACTS.find((one) => one.tradingsymbol === call.tradingsymbol)!
    const { observations, findings, activeFaults } = this.#context
    const say = (why: string) => findings.add('I3', call.account, `${call.tag} ${why}`, `entry ${call.tag}: ${why}`)
    const facts = accountFactsBetween(observations.facts.get(call.account)!, call.leftAt - CLAIM_MS - 1, call.leftAt)
    const ticket = this.#entryOf(call)?.ticket
    const refusals = facts.map((one) => refusalOf(one, contract, call, ticket))
    if (refusals.every((why) => why !== undefined)) say(refusals.at(-1)!)
    const quantity = call.terms!.quantity
    if (quantity % contract.lotSize !== 0) say(`${quantity} is no multiple of the lot`)
    // A strike near the money is near the index.
    if (quantity > freezeQuantityOn(contract.symbol, observations.shape.day, contract.strike))
      say(`${quantity} is more than the freeze`)
    this.#checkTime(call, contract, say)
    this.#checkPrice(call, contract, say)
    this.#checkActive(call, contract, facts, say)
    if (facts.every((one) => this.#lossIsReached(call, one))) say("the day's loss cap is reached")
    const skewedSince = this.#skewed.get(call.process)
    const offset = observations.processes.find(({ name }) => name === call.process)?.clockOffset ?? 0
    // The broker shows its time to the second, and an answer that was slow proves the less.
    const isShown =
      Math.abs(offset) > CLOCK_SKEW_MS + RESOLUTION_MS && !activeFaults.struck(call.account, SLOW, call.leftAt, SLOW_MS)
    if (isShown && skewedSince !== undefined && call.leftAt - skewedSince > CLAIM_MS + 1)
      findings.add('I15', call.account, call.tag!, `entry ${call.tag} left while its process's clock was off`)
  }

  #checkTime(call: CallRecord, contract: OptionContract, say: (why: string) => void): void {
    const { observations } = this.#context
    const session = nseCalendar.sessionOn(observations.shape.day)
    const isManual = this.#entryOf(call)?.ticket !== undefined
    const window = session === undefined ? undefined : windowOf(session, contract, isManual)
    const skew = this.#context.activeFaults.clocksMoved ? CLOCK_SKEW_MS : 0
    const isOpen = window !== undefined && call.leftAt >= window.from - skew && call.leftAt < window.to + skew
    if (!isOpen) say('outside the hours of entries')
  }

  #checkPrice(call: CallRecord, contract: OptionContract, say: (why: string) => void): void {
    const oldest = CLAIM_MS + PRICE_AGE_MS + 1
    const blind = this.#silences.some(
      ({ token, from, until }) =>
        (token === null || token === contract.token) && call.leftAt > from + oldest && call.leftAt <= until,
    )
    if (blind) say('its price was older than two seconds')
    const entry = this.#entryOf(call)
    if (entry === undefined) {
      say('no decision and no ticket asked for it')
      return
    }
    // What a ticket demands of its order is judged by itself.
    if (entry.decision === undefined) return
    if (entry.contract.token !== contract.token) say('its decision was for another contract')
    if (call.leftAt - entry.decision.barEnd > DECISION_AGE_MS + CLAIM_MS + CLOCK_SKEW_MS) say('its decision was old')
    if (call.terms!.kind !== 'LIMIT' || call.terms!.validity !== 'IOC') say('it is no immediate limit order')
    else if (call.terms!.price > entry.price * CHASE_SHARE) say('its limit is more than 1 % above the decision')
  }

  #entryOf({ account, tag }: CallRecord): EntrySeen | undefined {
    const { observations, intents } = this.#context
    const tradeId = intents.byTag(account, tag!)?.tradeId
    return entryOf(
      { observations },
      observations.store.tradesOf(account).find(({ id }) => id === tradeId),
    )
  }

  /** What the exchange's log shows is held or may still fill, and what may be on its way there. */
  #checkActive(
    call: CallRecord,
    contract: OptionContract,
    facts: readonly AccountFacts[],
    say: (why: string) => void,
  ): void {
    const { exchangeOrders, callLog, intents } = this.#context
    /** The contract of each position that is open or being opened. */
    const busy = new Map<string, string>()
    for (const holding of exchangeOrders.holdings.values())
      if (holding.account === call.account)
        for (const position of this.#positionsIn(holding)) busy.set(position, holding.tradingsymbol)
    for (const position of this.#lostOnes(call)) busy.delete(position)
    for (const one of callLog.of(call.account)) {
      if (one === call || one.side !== 'BUY' || !isOutstanding(one) || isCover(this.#context, one)) continue
      // A process that began since the store lost its rows cannot know that it may be on its way.
      if (one.process !== call.process && isCallForgotten(this.#context, one)) continue
      const isTaken = exchangeOrders.findByTag(call.account, one.tag!) !== undefined
      const position = intents.byTag(one.account, one.tag!)?.tradeId ?? one.tag!
      if (!isTaken && one.leftAt > call.leftAt - DOUBT_MS) busy.set(position, one.tradingsymbol!)
    }
    const most = Math.max(...facts.map(({ plan }) => RIGHTS[plan]?.most ?? 0))
    if (busy.size + 1 > most) say(`${busy.size} active already, ${most} allowed`)
    const inSymbol = [...busy.values()].filter((name) => name.startsWith(contract.symbol))
    const maxInSymbol = Math.max(...facts.map(({ risk }) => risk.maxPositionsPerSymbol))
    if (inSymbol.length + 1 > maxInSymbol)
      say(`${inSymbol.length} in ${contract.symbol} already, ${maxInSymbol} allowed`)
  }

  /** Trades that bought by orders which the process of a call could not know of. */
  #lostOnes(call: CallRecord): readonly string[] {
    const { exchangeOrders, intents } = this.#context
    const unseen = unseenLostOrders(this.#context, call)
    if (unseen.length === 0) return []
    const idOf = ({ account, tag }: OrderLife) => intents.byTag(account, tag!)?.tradeId ?? tag!
    const lost = [...exchangeOrders.holdings.values()].flatMap((holding) =>
      holding.account === call.account ? forgottenOrders(this.#context, holding) : [],
    )
    const seen = new Set(lost.filter((order) => !unseen.includes(order)).map(idOf))
    return unseen.map(idOf).filter((id) => !seen.has(id))
  }

  /** The trades of ours that bought more in a contract than they sold, or still may buy: what buys back opens nothing. */
  #positionsIn(holding: Holding): readonly string[] {
    const { exchangeOrders, intents } = this.#context
    const mayBuy = [...holding.liveBuys].some((order) => !isCover(this.#context, order))
    if (openOf(holding) <= 0 && !mayBuy) return []
    const open = new Map<string, number>()
    for (const order of exchangeOrders.ordersOf(holding)) {
      const id = order.isProductOrder ? intents.byTag(order.account, order.tag!)?.tradeId : undefined
      if (id === undefined || (order.side === 'BUY' && isGivenUp(this.#context, order, id))) continue
      const rest = isCover(this.#context, order) ? 0 : restOf(order)
      const units = order.side === 'BUY' ? order.filled + rest : -order.filled
      open.set(id, (open.get(id) ?? 0) + units)
    }
    const positions = [...open].flatMap(([id, units]) => (units > 0 ? [id] : []))
    // What a hand sold belonged to any of them.
    return holding.manuallySold > 0 ? positions.slice(0, 1) : positions
  }

  /**
   * By the exchange's own fills: what is over today lost the cap or more, what was bought back included, and that has been
   * known for a while.
   */
  #lossIsReached(call: CallRecord, { risk }: AccountFacts): boolean {
    if (risk.capital === null) return false
    let result = 0
    for (const holding of this.#context.exchangeOrders.holdings.values()) {
      if (holding.account !== call.account || holding.bought === 0 || openOf(holding) > 0) continue
      if (Math.max(holding.filledAt, holding.manualTradeAt) > call.leftAt - BOOKS_MS) return false
      const earned = contractPnl(this.#context, holding)
      if (earned === undefined) return false
      result += earned
    }
    return result <= -Math.floor((risk.capital * risk.dailyLossCapPct) / 100)
  }
}

/** Why these facts do not allow the entry, or undefined. */
function refusalOf(
  facts: AccountFacts,
  contract: OptionContract,
  call: CallRecord,
  ticket: EntryTicket | undefined,
): string | undefined {
  const rights = RIGHTS[facts.plan]
  const strategy = facts.strategies.find((one) => one.symbol === contract.symbol)
  if (rights === undefined || !rights.symbols.includes(contract.symbol)) return 'the plan does not trade this index'
  if (facts.planExpiresAt !== null && facts.planExpiresAt <= call.leftAt - CLAIM_MS - CLOCK_SKEW_MS)
    return 'the plan has ended'
  if (ticket === undefined) {
    if (!facts.consentGiven) return 'there is no consent'
    if (strategy?.autoExecute !== true) return 'auto execution is off'
    if (strategy.approvalSeconds !== null) return 'its user wants to be asked'
    if (call.terms!.quantity > strategy.lots * contract.lotSize) return 'more lots than the user set'
  } else if (ticket.mode !== facts.link.mode) return 'it was sent for another account'
  if (!facts.link.connected || facts.link.loginAt === null) return 'the link is not connected'
  if (isTokenStale(facts.link.loginAt, call.leftAt, BROKER.profile.tokenExpiresAt)) return 'the token is not of today'
  if (facts.killSwitch.user !== false || facts.killSwitch.global !== false) return 'a stop button is on'
  return undefined
}

/** Hours of entries: those of the engine, or those of a user, from the open to a quarter of an hour before the square-off. */
function windowOf(session: Session, { symbol, expiry }: OptionContract, isManual: boolean) {
  if (!isManual) return entryWindow(session, nearestExpiryOf(symbol))
  const [hour, minute] = expiry === session.day ? [14, 30] : [14, 50]
  return { from: istInstant(session.day, 9, 15), to: istInstant(session.day, hour, minute) }
}

/** The nearest day on which listed options on the index expire: it cuts the hours of entries short, whatever contract they buy. */
function nearestExpiryOf(symbol: IndexSymbol): IstDate {
  return CONTRACTS.filter((one) => one.symbol === symbol)
    .map(({ expiry }) => expiry)
    .toSorted()[0]!
}
