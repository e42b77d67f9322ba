// @invariant I4 Filled quantity, trade rows and gross P&L equal the exchange's trades to the paisa.
import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { Notification } from '@strikewise/execution/store/notification.ts'
import type { Fill } from '@strikewise/execution/trade/fill.ts'
import type { CoverPnl, Trade } from '@strikewise/execution/trade/trade.ts'
import { brokerCharges } from './broker-charges.ts'
import type { FillSeen, Holding, OrderLife } from './exchange-orders.ts'
import { isCover } from './cover.ts'
import { isNotified, notificationsOf } from './alarm-notified.ts'
import { SHORT_ALARMS } from './never-short.ts'
import type { CheckerContext } from './checker-context.ts'
import { bookedManually, forgottenOrders, isLeftAlone, rejectedOf } from './rejected-rows.ts'
import { unitsOfTrade } from './trade-units.ts'

/** I4: trades, fills and results in the store equal the exchange's own fills to the paisa. For the end of the day. */
export function checkStoreEqualsExchange(context: CheckerContext): void {
  for (const account of context.observations.accounts) checkAccount(context, account)
}

function checkAccount(context: CheckerContext, account: string): void {
  const { observations, exchangeOrders, intents, findings } = context
  const say = (about: string, text: string) => findings.add('I4', account, about, text)
  const trades = new Map(observations.store.tradesOf(account).map((trade) => [trade.id, trade]))
  const ordersOf = new Map<string, OrderLife[]>()
  for (const order of exchangeOrders.orders.values()) {
    if (order.account !== account || !order.isProductOrder || order.filled === 0) continue
    const tradeId = intents.byTag(account, order.tag!)?.tradeId
    const holding = exchangeOrders.holding(account, order.tradingsymbol)
    if (bookedManually(context, holding).includes(order)) continue
    if (tradeId === undefined || !trades.has(tradeId)) {
      if (!isLeftAlone(context, holding)) say(order.orderId, `${order.orderId} filled and is in no trade`)
    } else ordersOf.set(tradeId, [...(ordersOf.get(tradeId) ?? []), order])
  }
  const rejected = new Set(rejectedOf(context, account, 'fill').map(({ fill }) => `${fill.orderId}/${fill.fillId}`))
  for (const holding of exchangeOrders.holdings.values())
    if (holding.account === account && isLeftAlone(context, holding))
      for (const { fills } of forgottenOrders(context, holding))
        for (const fill of fills) rejected.add(`${fill.orderId}/${fill.tradeId}`)
  const stored = Map.groupBy(observations.store.fillsOf(account), ({ tradeId }) => tradeId)
  const drawn = new Map<string, number>()
  for (const trade of trades.values()) {
    const orders = ordersOf.get(trade.id) ?? []
    const fills = stored.get(trade.id) ?? []
    checkFills(orders, fills, rejected, (text) => say(trade.id, `trade ${trade.id}: ${text}`))
    // What was bought back is none of what the trade earned.
    const own = withoutUnrecorded(
      context,
      orders.filter((order) => !isCover(context, order)),
      fills,
    )
    const covers = new Set(orders.filter((order) => isCover(context, order)).map(({ orderId }) => orderId))
    const rest = fills.filter(({ orderId }) => !covers.has(orderId))
    const bought = own.reduce((sum, { side, filled }) => (side === 'BUY' ? sum + filled : sum), 0)
    for (const sale of countedSales(bought - (trade.converted ?? 0), rest))
      if (sale.fill.isManual) checkManualSale(context, account, sale, drawn, say)
    // A manual sale whose row the store rejected is missing from what was sold.
    if (rejectedOf(context, account, 'fill').some(({ fill }) => fill.isManual && fill.tradeId === trade.id)) continue
    checkResult(context, trade, own, rest, (text) => say(`${trade.id} result`, `trade ${trade.id}: ${text}`))
  }
  for (const [symbol, own] of Map.groupBy(trades.values(), ({ contract }) => contract.tradingsymbol))
    checkCovers(
      context,
      own,
      own.flatMap(({ id }) => ordersOf.get(id) ?? []),
      (text) => say(`${symbol} covers`, `${symbol}: ${text}`),
    )
}

/**
 * The orders of a trade without those that sold beyond what it had bought and of which the store has lost every row: a process
 * that does not remember them cannot book them, and its owner was notified that they are left alone.
 */
function withoutUnrecorded(
  context: CheckerContext,
  orders: readonly OrderLife[],
  fills: readonly Fill[],
): readonly OrderLife[] {
  const recorded = new Set(fills.map(({ orderId }) => orderId))
  const forgotten = orders.filter((order) => {
    const holding = context.exchangeOrders.holding(order.account, order.tradingsymbol)
    return order.side === 'SELL' && !recorded.has(order.orderId) && isForgottenOrder(context, holding, order)
  })
  if (forgotten.length === 0) return orders
  const rest = orders.filter((order) => !forgotten.includes(order))
  const manualUnits = fills.reduce((sum, fill) => (fill.isManual ? sum + fill.quantity : sum), 0)
  const held = rest.reduce((sum, { side, filled }) => sum + (side === 'BUY' ? filled : -filled), -manualUnits)
  return held > 0 ? orders : rest
}

function isForgottenOrder(context: CheckerContext, holding: Holding, order: OrderLife): boolean {
  return isLeftAlone(context, holding) && forgottenOrders(context, holding).includes(order)
}

/**
 * What orders of ours bought back in one contract is booked, unit for unit; and where no sale of the user's own was in it,
 * results and covers together are all that was sold less all that was bought.
 */
function checkCovers(
  context: CheckerContext,
  trades: readonly Trade[],
  orders: readonly OrderLife[],
  say: (text: string) => void,
): void {
  const covers = orders.filter((order) => isCover(context, order))
  if (covers.length === 0) return
  const sum = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((total, one) => total + of(one), 0)
  const closed = trades.filter((trade) => trade.state === 'closed')
  // A row that the store rejected would have shown it.
  const rejected = rejectedOf(context, trades[0]!.accountId, 'trade').flatMap(({ trade }) =>
    trade.state === 'closed' && trades.some(({ id }) => id === trade.id) ? [trade] : [],
  )
  const booked = trades.flatMap(({ id }) => newestCoverOf([...closed, ...rejected].filter((trade) => trade.id === id)))
  const units = sum(covers, ({ filled }) => filled)
  if (sum(booked, (cover) => cover.units) !== units) {
    say(`${units} units were bought back, ${sum(booked, (cover) => cover.units)} are booked`)
    return
  }
  const cost = sum(covers, ({ value }) => value)
  if (sum(booked, ({ boughtValue }) => boughtValue) !== cost)
    say(`what was bought back cost ${cost}, booked is another sum`)
  const { accountId, contract } = trades[0]!
  if (rejected.length > 0) return
  const isAlone = context.exchangeOrders.holding(accountId, contract.tradingsymbol).foreignSales.length === 0
  const isFlat = sum(orders, ({ side, filled }) => (side === 'BUY' ? filled : -filled)) === 0
  const isWhole = closed.every(({ result }) => result !== null)
  if (!isAlone || !isFlat || !isWhole) return
  const earned = sum(orders, ({ side, value }) => (side === 'SELL' ? value : -value))
  const reported = sum(closed, ({ result }) => result!.gross) + sum(booked, ({ gross }) => gross)
  if (earned !== reported) say(`the day earned ${earned} in it, results and covers together are ${reported}`)
}

/** The cover that the newest of a trade's rows shows: what it comes to grows with each. */
function newestCoverOf(rows: readonly Extract<Trade, { state: 'closed' }>[]): CoverPnl[] {
  const covers = rows.flatMap(({ cover }) => (cover === undefined ? [] : [cover]))
  return covers.toSorted((a, b) => b.units - a.units).slice(0, 1)
}

/**
 * Each fill of our orders stands in the store once, with its own price and quantity, and no other does. `rejected`: those
 * that the store would not take.
 */
function checkFills(
  orders: readonly OrderLife[],
  fills: readonly Fill[],
  rejected: ReadonlySet<string>,
  say: (text: string) => void,
): void {
  const ownOrders = new Map(
    fills.filter(({ isManual }) => !isManual).map((fill) => [`${fill.orderId}/${fill.fillId}`, fill]),
  )
  for (const order of orders)
    for (const seen of order.fills) {
      const key = `${seen.orderId}/${seen.tradeId}`
      const fill = ownOrders.get(key)
      ownOrders.delete(key)
      if (rejected.has(key)) continue
      if (fill === undefined) say(`fill ${key} is missing`)
      else if (fill.quantity !== seen.quantity || fill.price !== seen.price || fill.side !== seen.side)
        say(`fill ${key} is ${fill.quantity} at ${fill.price}, not ${seen.quantity} at ${seen.price}`)
    }
  for (const key of ownOrders.keys()) say(`fill ${key} never happened`)
}

/**
 * What is booked as sold manually was really sold at that price, by another party or by an order of ours that sold beyond
 * its own trade, or of which the store has lost everything; and is in one result. A trade whose own order had sold before
 * does not count it, as came to light later: it took another's units.
 */
function checkManualSale(
  context: CheckerContext,
  account: string,
  { fill, units }: CountedSale,
  drawn: Map<string, number>,
  say: (about: string, text: string) => void,
): void {
  const holding = context.exchangeOrders.holding(account, fill.tradingsymbol)
  const beyond = [...context.exchangeOrders.ordersOf(holding)].filter(({ isProductOrder, side, tag }) => {
    const tradeId = isProductOrder && side === 'SELL' ? context.intents.byTag(account, tag!)?.tradeId : undefined
    return tradeId !== undefined && tradeId !== fill.tradeId && unitsOfTrade(context, holding, tradeId) < 0
  })
  const forgotten = bookedManually(context, holding)
  const sales = [...holding.foreignSales, ...[...beyond, ...forgotten].flatMap(({ fills }) => fills)]
  const sale: FillSeen | undefined = sales.find(
    (one) => one.orderId === fill.orderId && fill.fillId.startsWith(`${one.tradeId}/`),
  )
  const key = `${fill.orderId}/${sale?.tradeId}`
  const sum = (drawn.get(key) ?? 0) + units
  drawn.set(key, sum)
  if (sale === undefined || sale.price !== fill.price)
    say(key, `no manual sale is behind ${fill.orderId}/${fill.fillId}`)
  else if (sum > sale.quantity) say(key, `the manual sale ${key} of ${sale.quantity} is booked ${sum} times`)
}

function checkResult(
  context: CheckerContext,
  trade: Trade,
  orders: readonly OrderLife[],
  fills: readonly Fill[],
  say: (text: string) => void,
): void {
  const { exchangeOrders } = context
  const units = (side: OrderSide) => orders.reduce((sum, one) => (one.side === side ? sum + one.filled : sum), 0)
  const manualFills = fills.filter((fill) => fill.isManual)
  const { converted = 0 } = trade
  const manualExitQuantity = manualFills.reduce((sum, fill) => sum + fill.quantity, 0) + converted
  if (trade.state === 'abandoned') {
    if (orders.length > 0) say('was abandoned, yet its orders filled')
    return
  }
  if (trade.state !== 'closed') return
  // Paid out at expiry: no fill shows for what. Of several trades one may have been sold or converted before.
  const { settledOfProduct } = exchangeOrders.holding(trade.accountId, trade.contract.tradingsymbol)
  if (settledOfProduct > 0 && units('BUY') > units('SELL') + manualExitQuantity) {
    if (trade.result !== null) say('has a result though it was settled at expiry')
    if (!isNotified(context, trade.accountId, new Set(['not_reconciled']), trade.contract.tradingsymbol))
      say('was settled at expiry, and no note says that its result is not known')
    return
  }
  if (units('BUY') !== trade.traded) say(`bought ${units('BUY')}, booked ${trade.traded}`)
  // Sold manually while our own order could not be stopped any more, or protected twice out of doubt and both sold: a
  // user must resolve that, and is notified.
  const holding = exchangeOrders.holding(trade.accountId, trade.contract.tradingsymbol)
  const isShort = holding.wasShort || unitsOfTrade(context, holding, trade.id) < 0
  // Whose units they were cannot be known where the user held some too.
  if (converted > holding.convertedInAll)
    say(`${converted} units are booked as converted, ${holding.convertedInAll} were`)
  const wasNotified = (what: string) =>
    isNotified(context, trade.accountId, new Set([what]), trade.contract.tradingsymbol)
  if (
    units('BUY') !== units('SELL') + manualExitQuantity &&
    !(isShort && isNotified(context, trade.accountId, SHORT_ALARMS, trade.contract.tradingsymbol))
  )
    say(`bought ${units('BUY')}, sold ${units('SELL')} + ${manualExitQuantity}`)
  // What was converted goes on as another position, whose result is not known yet.
  if (converted > 0) {
    if (trade.result !== null) say('has a result though part of it was converted')
    const isOfAll = ({ key, message }: Notification) =>
      key.startsWith(`alarm/${trade.accountId}/`) &&
      key.includes(`/converted/${trade.id}`) &&
      message.code === 'alarm.converted' &&
      message.units === converted
    if (!notificationsOf(context.observations).some(isOfAll))
      say(`${converted} units were converted, and no note says that none of them is managed any more`)
    return
  }
  if (trade.result === null) {
    say(
      wasNotified('not_reconciled')
        ? 'has no result although its day could be read'
        : 'has no result, and its user was not notified',
    )
    return
  }
  const executed = isShort
    ? executedUpTo(units('BUY'), withRejected(context, trade, orders, fills))
    : [
        ...orders.map(({ side, value }) => ({ side, value })),
        ...[...Map.groupBy(manualFills, ({ orderId }) => orderId).values()].map((part) => executedBy('SELL', part)),
      ]
  const valueOf = (side: OrderSide) => executed.reduce((sum, one) => (one.side === side ? sum + one.value : sum), 0)
  const gross = valueOf('SELL') - valueOf('BUY')
  const charges = brokerCharges(executed.map((one) => ({ ...one, value: one.value as Paise, on: trade.on }))).total
  if (trade.result.gross !== gross) say(`gross ${trade.result.gross}, by the exchange ${gross}`)
  if (trade.result.charges !== charges) say(`charges ${trade.result.charges}, by the exchange's fills ${charges}`)
  if (trade.result.net !== gross - charges) say(`net ${trade.result.net}, by the exchange ${gross - charges}`)
}

/**
 * The fills of a trade with those of its own orders whose row the store rejected: the program counts them by what it was sent.
 * They come from the exchange but for the broker's time, which is in the row alone.
 */
function withRejected(
  context: CheckerContext,
  trade: Trade,
  orders: readonly OrderLife[],
  fills: readonly Fill[],
): readonly Fill[] {
  const keyOf = ({ orderId, fillId }: Pick<Fill, 'orderId' | 'fillId'>) => `${orderId}/${fillId}`
  const all = new Map(fills.map((fill) => [keyOf(fill), fill]))
  const seen = new Map(orders.flatMap((order) => order.fills.map((one) => [`${one.orderId}/${one.tradeId}`, one])))
  for (const { fill } of rejectedOf(context, trade.accountId, 'fill')) {
    const one = seen.get(keyOf(fill))
    if (fill.tradeId !== trade.id || one === undefined || all.has(keyOf(fill))) continue
    all.set(keyOf(fill), { ...fill, side: one.side, quantity: one.quantity, price: one.price as Fill['price'] })
  }
  return [...all.values()]
}

/** A sale of a trade, and how many of its units the result counts. */
interface CountedSale {
  readonly fill: Fill
  readonly units: number
}

/** Every sale among fills, oldest first: the first `most` units count. */
function countedSales(most: number, fills: readonly Fill[]): CountedSale[] {
  let left = Math.max(0, most)
  return fills
    .filter(({ side }) => side === 'SELL')
    .toSorted((a, b) => a.at - b.at || Number.parseInt(a.fillId, 10) - Number.parseInt(b.fillId, 10))
    .map((fill) => {
      const units = Math.min(left, fill.quantity)
      left -= units
      return { fill, units }
    })
}

/** The orders behind fills that were found to be the exchange's own, of the sales only the first `most` units. */
function executedUpTo(most: number, fills: readonly Fill[]): { readonly side: OrderSide; readonly value: number }[] {
  const [bought, sold] = [fills.filter(({ side }) => side === 'BUY'), fills.filter(({ side }) => side === 'SELL')]
  const counted = countedSales(most, sold).map(({ fill, units }) => ({ ...fill, quantity: units }))
  const byOrder = (part: readonly Fill[]) => [...Map.groupBy(part, ({ orderId }) => orderId).values()]
  return [
    ...byOrder(bought).map((part) => executedBy('BUY', part)),
    ...byOrder(counted.filter(({ quantity }) => quantity > 0)).map((part) => executedBy('SELL', part)),
  ]
}

function executedBy<S extends OrderSide>(side: S, part: readonly Fill[]): { readonly side: S; readonly value: number } {
  return { side, value: part.reduce((sum, { quantity, price }) => sum + quantity * price, 0) }
}
