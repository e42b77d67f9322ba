import type { Paise } from '@strikewise/domain/money/paise.ts'
import { statusTexts } from './orders/rejections.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { netQuantity, positionKey, type AccountState, type Position } from './state/account-state.ts'
import { rollPosition } from './accounts/position-row.ts'
import { faultFor } from './faults.ts'
import { expireTriggers, fireTriggers, rollTriggers } from './gtt/gtt-watch.ts'
import type { OrderRequest } from './order-types.ts'
import { isLive, isWorking, type OrderState } from './state/order-state.ts'
import { popUpTo } from '@strikewise/domain/collections/min-heap.ts'
import { stepArrive, stepRisk, stepValidate } from './engine/order-validation-steps.ts'
import { beginCancel, stepCancelApply, stepModifyApply, stepModifyRisk, stepTtlEnd } from './engine/modify-cancel.ts'
import { charge, settleExpiry } from './engine/fills.ts'
import { matchAll } from './engine/matching.ts'
import { sendAfterMarketOrders, takeOrder } from './engine/place-order.ts'
import { publishStatus, setStatus } from './engine/order-status.ts'
import {
  contractNamed,
  dayFacts,
  freezeQuantity,
  indexClose,
  isTrading,
  lastPrice,
  log,
  type ExchangeContext,
} from './state/exchange-state.ts'

/** Expiring positions are paid out this long after the close, when the index's closing value is long known. */
const SETTLE_AFTER_CLOSE_MS = 20 * 60_000
/** How often the broker looks for intraday positions once their time is up. */
const SQUARE_OFF_CHECK_MS = 500
/** The broker renews a square-off order that did not fill after this long. */
const SQUARE_OFF_RETRY_MS = 10_000

/**
 * Brings the exchange to `now`: steps that have come due, in their order; the day's fixed events between them; then the
 * orders at the exchange meet the present market, and the broker's triggers its last prices. An instant that has passed already changes nothing.
 */
export function advance(context: ExchangeContext, now: EpochMs): void {
  const { state } = context
  if (now < state.now) return
  if (now >= state.dayEndsAt) {
    dayEvents(context, Number.POSITIVE_INFINITY)
    rollDay(context, istDateAt(now), now)
  }
  dayEvents(context, now)
  runSteps(context, now)
  state.now = now
  matchAll(context, now)
  fireTriggers(context, now)
  const isDue = state.squaredOff || state.faults.some(({ fault }) => fault.kind === 'square_off')
  if (isDue && !state.closed && now - state.squareOffLookedAt >= SQUARE_OFF_CHECK_MS) {
    state.squareOffLookedAt = now
    squareOff(context, now)
  }
}

/** Square-off, close and settlement of the present day, as far as `until` has passed them. */
function dayEvents(context: ExchangeContext, until: number): void {
  const { state } = context
  const { session } = state
  if (session === undefined || session.windows.length === 0) return
  const squareOffAt = (session.closesAt - context.rules.squareOffBeforeCloseMs) as EpochMs
  const settleAt = (session.closesAt + SETTLE_AFTER_CLOSE_MS) as EpochMs
  if (!state.amoSent && until >= session.opensAt) {
    sendAfterMarketOrders(context, session.opensAt)
    state.amoSent = true
  }
  if (!state.squaredOff && until >= squareOffAt) {
    runSteps(context, squareOffAt)
    state.squaredOff = true
  }
  if (!state.closed && until >= session.closesAt) {
    runSteps(context, (session.closesAt - 1) as EpochMs)
    closeDay(context, session.closesAt)
    expireTriggers(context, session.closesAt)
    state.closed = true
  }
  if (!state.settled && until >= settleAt) {
    settleDay(context, settleAt)
    state.settled = true
  }
}

function runSteps(context: ExchangeContext, until: EpochMs): void {
  for (;;) {
    const due = popUpTo(context.state.steps, until)
    if (due === undefined) return
    const order = context.state.orders.get(due.work.orderId)
    if (order !== undefined) runStep(context, order, due.work.kind, Math.max(due.at, context.state.now) as EpochMs)
  }
}

function runStep(context: ExchangeContext, order: OrderState, kind: string, at: EpochMs): void {
  if (kind === 'reveal') {
    if (order.viewUntil <= at) publishStatus(context, order, at)
    return
  }
  if (!isLive(order)) return
  if (kind === 'release') {
    const held = order.heldStep
    // Another step may be held by now, for longer.
    if (held === null || order.heldUntil === null || order.heldUntil > at) return
    order.heldStep = null
    runStep(context, order, held, at)
  } else if (kind === 'validate') stepValidate(context, order, at)
  else if (kind === 'risk') stepRisk(context, order, at)
  else if (kind === 'arrive') stepArrive(context, order, at)
  else if (kind === 'modify_risk') stepModifyRisk(context, order, at)
  else if (kind === 'modify_apply') stepModifyApply(context, order, at)
  else if (kind === 'cancel_apply') stepCancelApply(context, order, at)
  else stepTtlEnd(context, order, at)
}

/** The close: what is not filled by now never will be. */
function closeDay(context: ExchangeContext, at: EpochMs): void {
  for (const order of context.state.orders.values())
    if (isLive(order) && order.status !== 'AMO REQ RECEIVED') {
      if (isWorking(order)) order.exchangeUpdateAt = at
      setStatus(context, order, 'CANCELLED', at, statusTexts.closed())
    }
}

/** Pays expiring contracts at the index's closing value. Without one (no market was ever seen) they wait for the roll. */
function settleDay(context: ExchangeContext, at: EpochMs): void {
  for (const account of context.state.accounts.values())
    for (const position of account.positions.values()) {
      if (position.contract.expiry > context.state.day) continue
      const close = indexClose(context, position.contract.symbol)
      if (close > 0) settleExpiry(context, account, position, close, at)
    }
}

/** Overnight: the order book is emptied but for orders that wait for the open; open positions are carried at cost, today's figures start from zero. */
function rollDay(context: ExchangeContext, day: ExchangeDay, at: EpochMs): void {
  const { state } = context
  for (const order of state.orders.values()) if (order.withheld.length > 0) publishStatus(context, order, at)
  expireTriggers(context, at)
  const waiting = waitingFor(context, day, at)
  for (const account of state.accounts.values()) {
    const carried = [...account.positions.values()].filter((position) =>
      rollPosition(position, closeOf(context, position)),
    )
    account.positions.clear()
    for (const position of carried) carry(context, account, position)
    rollTriggers(context, account, at)
    account.moves = []
    const own = waiting.filter((order) => order.accountId === account.accountId)
    for (const [i, order] of own.entries()) order.ordinal = i + 1
    account.orderIds = own.map(({ orderId }) => orderId)
    account.live.clear()
    for (const id of account.orderIds) account.live.add(id)
    account.trades = []
    account.orderCount = own.length
    account.tradeCount = 0
    account.openingCash = account.cash
    account.paidInToday = 0 as Paise
    account.chargesToday = 0 as Paise
  }
  state.orders.clear()
  for (const order of waiting) state.orders.set(order.orderId, order)
  state.working.clear()
  state.bookUse.clear()
  state.matched.clear()
  state.watchedAt.clear()
  state.steps.items.length = 0
  log(context, at, null, { type: 'day_rolled', from: state.day, to: day })
  Object.assign(state, dayFacts(context.calendar, day))
  state.squaredOff = false
  state.closed = false
  state.settled = false
  state.amoSent = false
}

/** After market orders for `day`; those of contracts that have expired meanwhile are cancelled. */
function waitingFor(context: ExchangeContext, day: ExchangeDay, at: EpochMs): OrderState[] {
  const orders = [...context.state.orders.values()].filter(({ status }) => status === 'AMO REQ RECEIVED')
  for (const order of orders)
    if (order.contract.expiry < day) setStatus(context, order, 'CANCELLED', at, statusTexts.expired())
  return orders.filter(isLive)
}

type ExchangeDay = ExchangeContext['state']['day']

function closeOf(context: ExchangeContext, position: Position): Paise {
  if (context.market.day <= context.state.day) return lastPrice(context, position.contract.token)
  const slot = context.market.quotes.slotOf(position.contract.token)
  return (slot < 0 ? 0 : context.market.quotes.close[slot]!) as Paise
}

/** A contract's token may differ in the new day's list; two products carried over become one NRML position. */
function carry(context: ExchangeContext, account: AccountState, position: Position): void {
  const contract = contractNamed(context, position.contract.tradingsymbol) ?? position.contract
  const key = positionKey(contract.tradingsymbol, 'NRML')
  const other = account.positions.get(key)
  const sum = position.overnightQuantity + (other?.overnightQuantity ?? 0)
  if (other !== undefined && sum === 0) {
    account.positions.delete(key)
    return
  }
  const sameSide = other !== undefined && Math.sign(other.overnightQuantity) === Math.sign(position.overnightQuantity)
  const larger =
    other !== undefined && Math.abs(other.overnightQuantity) > Math.abs(position.overnightQuantity) ? other : position
  const value = sameSide
    ? position.overnightValue + other.overnightValue
    : Math.round((larger.overnightValue * Math.abs(sum)) / Math.abs(larger.overnightQuantity))
  account.positions.set(key, { ...position, contract, overnightQuantity: sum, overnightValue: value as Paise })
}

/**
 * The broker closes intraday positions, and every position of an account with a `square_off` fault: it cancels their orders, then sends protected market orders of its own and renews
 * them until flat. Each costs the square-off fee.
 */
function squareOff(context: ExchangeContext, now: EpochMs): void {
  const { accounts, day, faults, squaredOff } = context.state
  if (context.market.day !== day || !isTrading(context, now)) return
  for (const account of accounts.values()) {
    const isOrdered = faultFor(faults, account.accountId, 'square_off') !== undefined
    for (const position of account.positions.values())
      if (netQuantity(position) !== 0 && (isOrdered || (squaredOff && position.product === 'MIS')))
        squareOffPosition(context, account, position, now)
  }
  endSquareOffs(context)
}

/** A `square_off` fault has done its work when its accounts hold nothing. */
function endSquareOffs(context: ExchangeContext): void {
  const { accounts, faults } = context.state
  const isFlat = (account: AccountState) => [...account.positions.values()].every((one) => netQuantity(one) === 0)
  const remaining = faults.filter(
    ({ accountId, fault }) =>
      fault.kind !== 'square_off' ||
      ![...accounts.values()].every((one) => (accountId !== null && one.accountId !== accountId) || isFlat(one)),
  )
  if (remaining.length < faults.length) faults.splice(0, faults.length, ...remaining)
}

function squareOffPosition(context: ExchangeContext, account: AccountState, position: Position, now: EpochMs): void {
  const live = Array.from(account.live, (id) => context.state.orders.get(id)!).filter(
    (order) => order.product === position.product && isOf(order, position),
  )
  for (const order of live) {
    const stale = order.placedBy !== 'RMS' || now - order.placedAt >= SQUARE_OFF_RETRY_MS
    if (stale && (order.status === 'OPEN' || order.status === 'TRIGGER PENDING')) beginCancel(context, order, now)
  }
  if (live.length > 0 || lastPrice(context, position.contract.token) === 0) return
  const net = netQuantity(position)
  const { lotSize } = position.contract
  const largest = Math.floor(freezeQuantity(context, position.contract) / lotSize) * lotSize
  const first = !account.orderIds.some((id) => {
    const order = context.state.orders.get(id)!
    return order.placedBy === 'RMS' && isOf(order, position)
  })
  const request: OrderRequest = {
    variety: 'regular',
    exchange: 'NFO',
    tradingsymbol: position.contract.tradingsymbol,
    side: net > 0 ? 'SELL' : 'BUY',
    orderType: 'MARKET',
    quantity: Math.min(Math.abs(net), largest),
    product: position.product,
    price: 0 as Paise,
    triggerPrice: 0 as Paise,
    validity: 'DAY',
    validityTtlMinutes: 0,
    disclosedQuantity: 0,
    marketProtection: -1,
    autoslice: false,
    tag: null,
    algoId: null,
  }
  const order = takeOrder(context, account, position.contract, request, now, { placedBy: 'RMS' })
  if (first) charge(context, account, context.rules.squareOffFee, order.orderId, now)
}

/** Whether the order trades the position's contract: a list of contracts may be reloaded within a day. */
function isOf(order: OrderState, position: Position): boolean {
  return order.contract.tradingsymbol === position.contract.tradingsymbol
}

/** Ends faults (of one account, or all) and lets held orders take their next step now. */
export function releaseFaults(context: ExchangeContext, accountId: string | null, now: EpochMs): void {
  const { state } = context
  const remaining = accountId === null ? [] : state.faults.filter((entry) => entry.accountId !== accountId)
  state.faults.splice(0, state.faults.length, ...remaining)
  for (const order of state.orders.values()) {
    if (accountId !== null && order.accountId !== accountId) continue
    const held = order.heldStep
    order.heldStep = null
    if (order.viewUntil > now) publishStatus(context, order, now)
    if (held !== null) runStep(context, order, held, now)
  }
}
