import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { OPTION_TICK } from '@strikewise/domain/money/ticks.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { netQuantity } from '@strikewise/exchange/state/account-state.ts'
import { isTerminal } from '@strikewise/exchange/order-types.ts'
import type { AccountFacts } from '@strikewise/execution/account-facts.ts'
import { CONTRACTS } from '../session/contracts.ts'
import { REGISTERED_LOGIC } from './initial-account-facts.ts'
import type { Environment } from './environment.ts'
import { placeManually, type Held } from './manual-order.ts'
import { tradeElsewhere } from './trades-elsewhere.ts'

/** The exchange's identifier of the logic once the operator has registered it again. */
const NEXT_IDENTIFIER = 'ALGO-2'
/** A decision has reached the processes by then, and a slow store has not committed what they made of it. */
const SEES_DECISION_MS = 120
/** How long the bus is away that would bring the stop's hint. */
const BUS_DOWN_MS = 3_000
/** From the cancels by the broker's dealers to their own sale. */
const USER_REACTION_MS = 400
/** How long another party's cancel may stay pending. */
const STAYS_PENDING_MS = 20_000

/**
 * By the operator, as an entry of a live link may be claimed: its logic is no longer registered (1), or under another
 * identifier (2). Trades that are open go on, with their exits.
 */
function changeRegistration(environment: Environment, account: string, decisionId: string): void {
  const facts = environment.factsOf(account)
  if (facts.link.mode !== 'live') return
  const way = environment.chooser.choose('logic_registration', `${account} ${decisionId}`)
  if (way === 1) environment.change(account, { ...facts, registeredLogic: [] })
  if (way === 2)
    environment.change(account, { ...facts, registeredLogic: [{ ...REGISTERED_LOGIC, identifier: NEXT_IDENTIFIER }] })
}

/** A user sees the decision and presses the stop button while the entry is being claimed. */
export function runUserActionsAtDecision(environment: Environment, decisionId: string): void {
  const { accounts, chooser, time } = environment
  for (const account of accounts) {
    const flip = chooser.choose('kill_switch_flips', `${account} ${decisionId}`)
    if (flip > 0) time.after(SEES_DECISION_MS, () => flipStop(environment, account, flip))
    changeRegistration(environment, account, decisionId)
  }
  const pressed = chooser.choose('kill_switch_as_claimed', 'store')
  if (pressed > 0) pressAsClaimed(environment, pressed)
}

/**
 * Users press the stop button while the store is slow to commit the claims of their entries. Way 2: just before, the bus that
 * would report it has gone away.
 */
function pressAsClaimed(environment: Environment, way: number): void {
  const { accounts, time, faultConditions } = environment
  faultConditions.storeSlowUntil = Math.max(faultConditions.storeSlowUntil, time.now + SEES_DECISION_MS)
  time.after(SEES_DECISION_MS, () => {
    if (way === 2) faultConditions.busDownUntil = Math.max(faultConditions.busDownUntil, time.now + BUS_DOWN_MS)
    for (const account of accounts) flipStop(environment, account, 1)
  })
}

function flipStop(environment: Environment, account: string, way: number): void {
  const press = (of: string, stop: Partial<AccountFacts['killSwitch']>) => {
    const facts = environment.factsOf(of)
    environment.change(of, { ...facts, killSwitch: { ...facts.killSwitch, ...stop } })
  }
  if (way === 1 || way === 2) press(account, { user: true })
  if (way === 2) environment.time.after(40, () => press(account, { user: false }))
  // Two devices, one after the other and back.
  if (way === 4)
    for (const [i, user] of [true, false, true, false].entries())
      environment.time.after(i * 7, () => press(account, { user }))
  if (way === 3) for (const one of environment.accounts) press(one, { global: true })
}

/** What its user does now and then: with the settings here, and with the account in the broker's own app. */
export function runUserActions(environment: Environment, account: string): void {
  const { chooser, time } = environment
  const facts = environment.factsOf(account)
  const set = (next: Partial<AccountFacts>) => environment.change(account, { ...environment.factsOf(account), ...next })
  if (chooser.choose('disconnects', account) > 0) set({ link: { ...facts.link, connected: false } })
  const ends = chooser.choose('plan_ends', account)
  if (ends === 1) set({ planExpiresAt: time.now })
  if (ends === 2) set({ consentGiven: false })
  const change = chooser.choose('settings_change', account)
  if (change > 0)
    set({
      strategies: facts.strategies.map((one) => ({
        ...one,
        lots: change === 1 ? one.lots + 1 : one.lots,
        trailing: change === 2 ? !one.trailing : one.trailing,
        autoExecute: change !== 3,
      })),
      coverManualShorts: change === 2 ? !facts.coverManualShorts : facts.coverManualShorts,
    })
  flipStop(environment, account, chooser.choose('kill_switch_flips', account))
  const manual = chooser.choose('trades_manually', account)
  if (manual > 0) manualTrade(environment, account, manual)
  const elsewhere = chooser.choose('trades_elsewhere', account)
  if (elsewhere > 0) tradeElsewhere(environment, account, elsewhere)
  const squared = chooser.choose('squared_off', account)
  if (squared === 1) manualTrade(environment, account, 1)
  if (squared === 2) {
    // The broker's own dealers cancel our orders first.
    cancelSales(environment, account)
    time.after(USER_REACTION_MS, () => manualTrade(environment, account, 1))
  }
  // The broker's own dealers cancel what is open and sells at market until nothing is held.
  if (squared === 3) environment.exchange.setFault(account, { kind: 'square_off' }, time.now)
  const converted = chooser.choose('converts', account)
  if (converted > 0) convert(environment, account, converted)
  const changed = chooser.choose('changes_stop', account)
  if (changed > 0) changeStop(environment, account, changed)
  const rests = chooser.choose('rests_manual_order', account)
  if (rests > 0) manualRestingOrder(environment, account, rests)
  const back = isShort(environment, account) ? chooser.choose('buys_back', account) : 0
  if (back > 0) buyBack(environment, account, back)
  const unreadable = chooser.choose('kill_switch_unreadable', account)
  if (unreadable > 0) {
    const { killSwitch: stop } = environment.factsOf(account)
    set({ killSwitch: unreadable === 1 ? { ...stop, user: null } : { ...stop, global: null } })
  }
}

/**
 * A call of ours about an account that holds something is about to leave: its user acts just then. Way 1: sells all; 2:
 * sells a lot; 3: cancels our stop; 4: lowers it; 5: sells all on one device while another cancels the stop.
 */
export function runUserActionsAtCall(environment: Environment, account: string, call: string): void {
  if (heldBy(environment, account) === undefined) return
  const way = environment.chooser.choose('acts_at_call', `${account} ${call}`)
  if (way === 1 || way === 5) manualTrade(environment, account, 1)
  if (way === 2) manualTrade(environment, account, 2)
  if (way === 3 || way === 5) manualTrade(environment, account, 4)
  if (way === 4) changeStop(environment, account, 2)
}

/** The user (or the broker) trades in the broker's own app, in a contract the account holds. */
function manualTrade(environment: Environment, account: string, way: number): void {
  const { exchange, time } = environment
  const { now } = time
  const held = heldBy(environment, account)
  if (held === undefined) return
  if (way === 5) {
    exchange.setFault(
      account,
      { kind: 'stick', count: 1, status: 'CANCEL PENDING', until: (now + STAYS_PENDING_MS) as EpochMs },
      now,
    )
    cancelSales(environment, account)
    return
  }
  if (way === 4) {
    const stop = exchange.orders(account, now).find((row) => row.transaction_type === 'SELL' && !isTerminal(row.status))
    if (stop !== undefined) exchange.cancel(account, 'regular', stop.order_id, now)
    return
  }
  const order =
    way === 3 ? ({ side: 'BUY', orderType: 'MARKET' } as const) : ({ side: 'SELL', orderType: 'MARKET' } as const)
  placeManually(environment, account, held, {
    ...order,
    quantity: way === 1 ? held.quantity : Math.min(contractOf(held).lotSize, held.quantity),
  })
}

/** Another party takes what is for sale. */
function cancelSales({ exchange, time }: Environment, account: string): void {
  for (const { order_id, transaction_type, status } of exchange.orders(account, time.now))
    if (transaction_type === 'SELL' && !isTerminal(status)) exchange.cancel(account, 'regular', order_id, time.now)
}

/** The user changes our stop in the broker's own app: raises or lowers its trigger, or its limit alone. */
function changeStop({ exchange, time, market }: Environment, account: string, way: number): void {
  const { now } = time
  for (const id of exchange.state.accounts.get(account)!.live) {
    const order = exchange.state.orders.get(id)!
    if (order.side !== 'SELL' || order.orderType !== 'SL' || order.status !== 'TRIGGER PENDING') continue
    const { triggerPrice, price } = order
    const bid = market.quotes.bestBid(market.quotes.slotOf(order.contract.token))
    const tick = (value: number) => (Math.max(1, Math.round(value / OPTION_TICK)) * OPTION_TICK) as Paise
    const change = [
      { triggerPrice: tick((triggerPrice + bid) / 2), price: tick((triggerPrice + bid) / 2 - (triggerPrice - price)) },
      { triggerPrice: tick(triggerPrice * 0.92), price: tick(price * 0.92) },
      { triggerPrice, price: tick(price * 0.97) },
      { triggerPrice, price: triggerPrice },
    ][way - 1]!
    exchange.modify(
      account,
      'regular',
      id,
      { orderType: 'SL', quantity: order.quantity, validity: 'DAY', ...change },
      now,
    )
    return
  }
}

/** How long before the price reaches a stop its owner sells manually, in ms. */
const AHEAD_MS = [300, 1_300, 2_700] as const

/**
 * A price will reach a stop with the next move of its contract, in `inMs`: its owner sells manually shortly before, so that the
 * stop is still there or just being taken away when the price comes.
 */
export function runUserActionsBeforeStop(environment: Environment, token: number, bid: number, inMs: number): void {
  const { accounts, chooser, exchange, time } = environment
  for (const account of accounts)
    for (const id of exchange.state.accounts.get(account)!.live) {
      const order = exchange.state.orders.get(id)!
      if (order.side !== 'SELL' || order.contract.token !== token || order.status !== 'TRIGGER PENDING') continue
      if (bid > order.triggerPrice) continue
      const sells = chooser.choose('sells_ahead_of_stop', account)
      if (sells > 0) time.after(Math.max(0, inMs - AHEAD_MS[sells - 1]!), () => manualTrade(environment, account, 1))
      break
    }
}

/** When a person who sees that the account is short buys it back in the broker's own app, in ms from now. */
const BUYS_BACK_MS = [200, 1_500, 3_300] as const

/** The account is short: its owner buys that back on another device, perhaps while we do. */
function buyBack(environment: Environment, account: string, way: number): void {
  environment.time.after(BUYS_BACK_MS[way - 1]!, () => {
    for (const position of environment.exchange.state.accounts.get(account)!.positions.values()) {
      const quantity = -netQuantity(position)
      if (quantity <= 0) continue
      const { contract, product } = position
      const held = { tradingsymbol: contract.tradingsymbol, product, quantity }
      placeManually(environment, account, held, { side: 'BUY', orderType: 'MARKET', quantity })
    }
  })
}

function isShort({ exchange }: Environment, account: string): boolean {
  return exchange.state.accounts
    .get(account)!
    .positions.values()
    .some((position) => netQuantity(position) < 0)
}

/** A price is about to reach a stop: its owner sells manually in the last moment, or just too late. */
export function pressKillSwitchBeforeSend(environment: Environment, token: number, bid: number): void {
  const { accounts, chooser, exchange, time } = environment
  for (const account of accounts)
    for (const id of exchange.state.accounts.get(account)!.live) {
      const order = exchange.state.orders.get(id)!
      if (order.side !== 'SELL' || order.contract.token !== token || order.status !== 'TRIGGER PENDING') continue
      if (bid > order.triggerPrice) continue
      const sells = chooser.choose('sells_before_stop', account)
      if (sells === 1) manualTrade(environment, account, 1)
      if (sells === 2) time.after(60, () => manualTrade(environment, account, 1))
      break
    }
}

/**
 * The user, or the broker on their request, turns what is held into a position of another product: our stop rests over nothing
 * then. Way 1: all of it, else one lot.
 */
function convert(environment: Environment, account: string, way: number): void {
  const held = heldBy(environment, account)
  if (held === undefined || held.product !== 'MIS') return
  const quantity = way === 1 ? held.quantity : Math.min(contractOf(held).lotSize, held.quantity)
  const { tradingsymbol } = held
  environment.exchange.convert(
    account,
    { tradingsymbol, side: 'BUY', quantity, from: 'MIS', to: 'NRML', isForced: true },
    environment.time.now,
  )
}

/**
 * The user leaves an order of their own in a contract the account holds: to buy more if it gets much cheaper (way 1), or to
 * sell what is held far above the price, which counts it as gone for every other sale.
 */
function manualRestingOrder(environment: Environment, account: string, way: number): void {
  const held = heldBy(environment, account)
  if (held === undefined) return
  const { quotes } = environment.market
  const last = quotes.last(quotes.slotOf(contractOf(held).token))
  if (way > 1) {
    const above = (Math.round((last * 1.3) / OPTION_TICK) * OPTION_TICK) as Paise
    placeManually(environment, account, held, {
      side: 'SELL',
      orderType: 'LIMIT',
      price: above,
      quantity: held.quantity,
    })
    return
  }
  const price = (Math.round((last * 0.7) / OPTION_TICK) * OPTION_TICK) as Paise
  placeManually(environment, account, held, {
    side: 'BUY',
    orderType: 'LIMIT',
    price,
    quantity: contractOf(held).lotSize,
  })
}

/** Of what is really there: no user sells by what a book shows that is minutes old. What was converted is left alone. */
function heldBy({ exchange }: Environment, account: string): Held | undefined {
  for (const position of exchange.state.accounts.get(account)!.positions.values()) {
    const quantity = position.product === 'MIS' ? netQuantity(position) : 0
    if (quantity > 0) return { tradingsymbol: position.contract.tradingsymbol, product: position.product, quantity }
  }
  return undefined
}

function contractOf(held: Held): OptionContract {
  return CONTRACTS.find(({ tradingsymbol }) => tradingsymbol === held.tradingsymbol)!
}
