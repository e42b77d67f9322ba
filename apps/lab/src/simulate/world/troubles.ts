import type { AccountFacts } from '@strikewise/execution/gate/facts.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { OPTION_TICK } from '@strikewise/domain/money/ticks.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { netQuantity } from '@strikewise/exchange/accounts/account-state.ts'
import { isTerminal, type OrderRequest, type Product } from '@strikewise/exchange/order-types.ts'
import { CONTRACTS } from '../session/contracts.ts'
import type { SimProcess } from './sim-process.ts'
import type { SimWorld } from './sim-world.ts'

/** A decision has reached the processes by then, and a slow store has not committed what they made of it. */
const SEES_DECISION_MS = 120
/** From the broker's desk taking our orders away to its own sale. */
const DESK_MS = 400
/** How long a cancel of somebody else's may stay pending. */
const STAYS_PENDING_MS = 20_000
/** How often something that lasts may begin. */
export const LOOK_EVERY_MS = 3_000

/** Begins what may go wrong for a while: with the surroundings, the processes, the users. */
export function stir(world: SimWorld): void {
  stirSurroundings(world)
  for (const process of world.processes) stirProcess(world, process)
  for (const account of world.accounts) {
    stirBroker(world, account)
    stirUser(world, account)
  }
}

function stirSurroundings({ chooser, weather, time, feed }: SimWorld): void {
  const until = (ms: number) => time.now + ms
  const down = chooser.choose('broker_down', 'broker')
  if (down === 1) weather.brokerDownUntil = until(9_000)
  if (down === 2) weather.placingDownUntil = until(15_000)
  const store = chooser.choose('store_down', 'store')
  if (store > 0) weather.storeDownUntil = until([800, 6_000, 20_000][store - 1]!)
  if (chooser.choose('disk_full', 'disk') > 0) weather.diskFullUntil = until(20_000)
  const silent = chooser.choose('feed_silent', 'feed')
  if (silent > 0) {
    feed.freeze()
    weather.feedSilentUntil = Math.max(weather.feedSilentUntil, until(silent * 6_000))
  }
  for (const { token } of CONTRACTS) {
    const frozen = chooser.choose('contract_frozen', `${token}`)
    if (frozen === 0) continue
    feed.freeze()
    const before = weather.frozenContractUntil.get(token) ?? 0
    weather.frozenContractUntil.set(token, Math.max(before, until(frozen * 5_000)))
  }
  const away = chooser.choose('bus_away', 'bus')
  if (away > 0) weather.busDownUntil = Math.max(weather.busDownUntil, until([3_000, 9_000][away - 1]!))
  for (const { token } of CONTRACTS) {
    const quiet = chooser.choose('no_trades', `${token}`)
    if (quiet > 0) weather.tradelessUntil.set(token, until(quiet * 6_000))
  }
  for (const { token } of CONTRACTS) {
    const freak = chooser.choose('freak_price', `${token}`)
    if (freak > 0) feed.show(token, FREAKS[freak - 1]!, true)
  }
}

const FREAKS = [
  { bid: 0, ask: 0, last: 0, askQuantity: 0 },
  { bid: -500, ask: 15_000, last: 15_000, askQuantity: 100 },
  { bid: Number.NaN, ask: Number.NaN, last: Number.NaN, askQuantity: 0 },
  { bid: 20_000, ask: 15_000, last: 15_000, askQuantity: 100 },
  { bid: 900_000, ask: 900_100, last: 900_000, askQuantity: 100 },
] as const

function stirProcess(world: SimWorld, process: SimProcess): void {
  const { chooser, time } = world
  const entity = `slot${process.slot}`
  const freeze = chooser.choose('freeze', entity)
  if (freeze > 0) process.frozenUntil = Math.max(process.frozenUntil, time.now + [5_000, 14_000, 40_000][freeze - 1]!)
  if (chooser.choose('loop_blocked', entity) > 0) process.frozenUntil = Math.max(process.frozenUntil, time.now + 2_000)
  const suspended = chooser.choose('suspended', entity)
  if (suspended > 0) {
    const ms = [4_000, 14_000][suspended - 1]!
    process.suspend(ms)
  }
  const back = chooser.choose('set_back', entity)
  if (back > 0) {
    // It stands still for a moment, and its clock is set back meanwhile.
    const ms = [1_500, 3_000][back - 1]!
    process.frozenUntil = Math.max(process.frozenUntil, time.now + ms)
    process.clockOffset -= ms
    time.after(6_000, () => (process.clockOffset = 0))
  }
  const step = chooser.choose('clock_step', entity)
  if (step > 0) process.clockOffset = [-1_500, 1_500, -5_000, 4_000][step - 1]!
  if (chooser.choose('deploy', entity) > 0) process.do(() => world.close(process))
}

function stirBroker(world: SimWorld, account: string): void {
  const { chooser, exchange, time, weather, processes } = world
  const until = (ms: number) => time.now + ms
  // Only a person can mend these two, by a new login or a word to the broker; the program hears of it.
  const mendedAfter = (ms: number) => time.after(ms, () => world.change(account, world.factsOf(account)))
  const own = weather.of(account)
  const dead = chooser.choose('token_dead', account)
  if (dead > 0) {
    own.tokenDeadUntil = Math.max(own.tokenDeadUntil, until(dead * 8_000))
    mendedAfter(dead * 8_000)
  }
  if (chooser.choose('address_refused', account) > 0) {
    own.addressRefusedUntil = until(8_000)
    mendedAfter(8_000)
  }
  const stale = chooser.choose('book_stale', account)
  if (stale > 0) {
    exchange.setFault(account, { kind: 'book_lag', lagMs: [3_000, 20_000, 600_000][stale - 1]! }, time.now)
    time.after(stale * 9_000, () => exchange.setFault(account, { kind: 'book_lag', lagMs: 0 }, time.now))
  }
  const unread = chooser.choose('funds_unread', account)
  if (unread > 0) own.fundsFailUntil = until(unread * 10_000)
  if (chooser.choose('book_cut', account) > 0) own.bookCutUntil = until(15_000)
  const parts = chooser.choose('part_fills', account)
  if (parts > 0) exchange.setFault(account, { kind: 'fill_cap', quantity: CONTRACTS[0]!.lotSize * parts }, time.now)
  if (chooser.choose('reconnects', account) > 0)
    for (const process of processes) process.do(() => process.reconnect(account))
}

/** A user sees the decision and presses the stop button while the entry is being claimed. */
export function stirAsDecided(world: SimWorld, decisionId: string): void {
  const { accounts, chooser, time } = world
  for (const account of accounts) {
    const flip = chooser.choose('stop_flips', `${account} ${decisionId}`)
    if (flip > 0) time.after(SEES_DECISION_MS, () => flipStop(world, account, flip))
  }
}

function flipStop(world: SimWorld, account: string, way: number): void {
  const press = (of: string, stop: Partial<AccountFacts['stop']>) => {
    const facts = world.factsOf(of)
    world.change(of, { ...facts, stop: { ...facts.stop, ...stop } })
  }
  if (way === 1 || way === 2) press(account, { user: true })
  if (way === 2) world.time.after(40, () => press(account, { user: false }))
  // Two devices, one after the other and back.
  if (way === 4)
    for (const [i, user] of [true, false, true, false].entries())
      world.time.after(i * 7, () => press(account, { user }))
  if (way === 3) for (const one of world.accounts) press(one, { global: true })
}

function stirUser(world: SimWorld, account: string): void {
  const { chooser, time } = world
  const facts = world.factsOf(account)
  const set = (next: Partial<AccountFacts>) => world.change(account, { ...world.factsOf(account), ...next })
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
    })
  flipStop(world, account, chooser.choose('stop_flips', account))
  const hand = chooser.choose('trades_by_hand', account)
  if (hand > 0) handTrade(world, account, hand)
  const squared = chooser.choose('squared_off', account)
  if (squared === 1) handTrade(world, account, 1)
  if (squared === 2) {
    // The broker's own desk takes our orders away first.
    cancelSales(world, account)
    time.after(DESK_MS, () => handTrade(world, account, 1))
  }
  const changed = chooser.choose('changes_stop', account)
  if (changed > 0) changeStop(world, account, changed)
  if (chooser.choose('rests_by_hand', account) > 0) restByHand(world, account)
  const unreadable = chooser.choose('stop_unreadable', account)
  if (unreadable > 0) {
    const { stop } = world.factsOf(account)
    set({ stop: unreadable === 1 ? { ...stop, user: null } : { ...stop, global: null } })
  }
}

/** The user (or the broker) trades in the broker's own app, in a contract the account holds. */
function handTrade(world: SimWorld, account: string, way: number): void {
  const { exchange, time } = world
  const { now } = time
  const held = heldBy(world, account)
  if (held === undefined) return
  if (way === 5) {
    exchange.setFault(
      account,
      { kind: 'stick', count: 1, status: 'CANCEL PENDING', until: (now + STAYS_PENDING_MS) as EpochMs },
      now,
    )
    cancelSales(world, account)
    return
  }
  if (way === 4) {
    const stop = exchange.orders(account, now).find((row) => row.transaction_type === 'SELL' && !isTerminal(row.status))
    if (stop !== undefined) exchange.cancel(account, 'regular', stop.order_id, now)
    return
  }
  const order =
    way === 3 ? ({ side: 'BUY', orderType: 'MARKET' } as const) : ({ side: 'SELL', orderType: 'MARKET' } as const)
  placeByHand(world, account, held, {
    ...order,
    quantity: way === 1 ? held.quantity : Math.min(contractOf(held).lotSize, held.quantity),
  })
}

/** Somebody takes away what is for sale. */
function cancelSales({ exchange, time }: SimWorld, account: string): void {
  for (const { order_id, transaction_type, status } of exchange.orders(account, time.now))
    if (transaction_type === 'SELL' && !isTerminal(status)) exchange.cancel(account, 'regular', order_id, time.now)
}

/** The user changes our stop in the broker's own app: raises or lowers its trigger, or its limit alone. */
function changeStop({ exchange, time, market }: SimWorld, account: string, way: number): void {
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

/** A price is about to reach a stop: its owner sells by hand in the last moment, or just too late. */
export function stirBeforeStop(world: SimWorld, token: number, bid: number): void {
  const { accounts, chooser, exchange, time } = world
  for (const account of accounts)
    for (const id of exchange.state.accounts.get(account)!.live) {
      const order = exchange.state.orders.get(id)!
      if (order.side !== 'SELL' || order.contract.token !== token || order.status !== 'TRIGGER PENDING') continue
      if (bid > order.triggerPrice) continue
      const sells = chooser.choose('sells_before_stop', account)
      if (sells === 1) handTrade(world, account, 1)
      if (sells === 2) time.after(60, () => handTrade(world, account, 1))
      break
    }
}

/** The user leaves an order of their own in a contract the account holds: to buy more if it gets much cheaper. */
function restByHand(world: SimWorld, account: string): void {
  const held = heldBy(world, account)
  if (held === undefined) return
  const { quotes } = world.market
  const last = quotes.last(quotes.slotOf(contractOf(held).token))
  const price = (Math.round((last * 0.7) / OPTION_TICK) * OPTION_TICK) as Paise
  placeByHand(world, account, held, { side: 'BUY', orderType: 'LIMIT', price, quantity: contractOf(held).lotSize })
}

interface Held {
  readonly tradingsymbol: string
  readonly product: Product
  readonly quantity: number
}

/** Of what is really there: nobody can sell by what a book shows that is minutes old. */
function heldBy({ exchange }: SimWorld, account: string): Held | undefined {
  for (const position of exchange.state.accounts.get(account)!.positions.values()) {
    const quantity = netQuantity(position)
    if (quantity > 0) return { tradingsymbol: position.contract.tradingsymbol, product: position.product, quantity }
  }
  return undefined
}

function contractOf(held: Held): OptionContract {
  return CONTRACTS.find(({ tradingsymbol }) => tradingsymbol === held.tradingsymbol)!
}

function placeByHand(
  { exchange, time }: SimWorld,
  account: string,
  held: Held,
  order: Pick<OrderRequest, 'side' | 'orderType' | 'quantity'> & { readonly price?: Paise },
): void {
  const isMarket = order.orderType === 'MARKET'
  exchange.place(
    account,
    {
      variety: 'regular',
      exchange: 'NFO',
      tradingsymbol: held.tradingsymbol,
      product: held.product,
      price: 0 as Paise,
      triggerPrice: 0 as Paise,
      validity: 'DAY',
      validityTtlMinutes: 0,
      disclosedQuantity: 0,
      marketProtection: isMarket ? -1 : 0,
      autoslice: false,
      tag: null,
      algoId: null,
      ...order,
    },
    time.now,
  )
}
