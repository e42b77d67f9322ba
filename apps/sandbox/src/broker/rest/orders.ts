import { parseChangeForm, parseOrderForm } from '@strikewise/exchange/orders/order-form.ts'
import { kiteErrors } from '../kite-error.ts'
import { pathParam, type Call, type Route } from './call.ts'
import { formOf } from './form.ts'
import { rejectedAs } from './refusal.ts'

async function place(call: Call): Promise<object> {
  const { account, deps } = call
  const { exchange } = deps.market
  const request = parseOrderForm(pathParam(call, 'variety'), await formOf(call))
  if (!request.ok) throw rejectedAs(request.refusal)
  const now = deps.market.catchUp()
  const timedOut = deps.faults.take('timed_out_400', account.userId, request.value.tag ?? '')
  if (timedOut !== undefined)
    exchange.setFault(account.userId, { kind: 'hide', count: 1, forMs: timedOut.delaySeconds * 1000, hold: true }, now)
  const outcome = exchange.place(account.userId, request.value, now)
  if (!outcome.ok) throw rejectedAs(outcome.refusal)
  if (timedOut !== undefined) throw kiteErrors.orderTimedOut()
  return outcome.children === undefined
    ? { order_id: outcome.orderId }
    : { order_id: outcome.orderId, children: outcome.children }
}

async function modify(call: Call): Promise<object> {
  const { account, deps } = call
  const change = parseChangeForm(await formOf(call))
  if (!change.ok) throw rejectedAs(change.refusal)
  const outcome = deps.market.exchange.modify(
    account.userId,
    pathParam(call, 'variety'),
    pathParam(call, 'id'),
    change.value,
    deps.market.catchUp(),
  )
  if (!outcome.ok) throw rejectedAs(outcome.refusal)
  return { order_id: outcome.orderId }
}

function cancel(call: Call): object {
  const { account, deps } = call
  const outcome = deps.market.exchange.cancel(
    account.userId,
    pathParam(call, 'variety'),
    pathParam(call, 'id'),
    deps.market.catchUp(),
  )
  if (!outcome.ok) throw rejectedAs(outcome.refusal)
  return { order_id: outcome.orderId }
}

function history(call: Call): object {
  const rows = call.deps.market.exchange.orderHistory(call.account.userId, pathParam(call, 'id'), call.now)
  if (rows === undefined) throw kiteErrors.input("Couldn't find that `order_id`.")
  return rows
}

export const orderRoutes: readonly Route[] = [
  { method: 'POST', path: '/orders/:variety', group: 'order', answer: place },
  { method: 'PUT', path: '/orders/:variety/:id', group: 'order', answer: modify },
  { method: 'DELETE', path: '/orders/:variety/:id', group: 'order', answer: cancel },
  {
    method: 'GET',
    path: '/orders',
    group: 'other',
    answer: ({ account, deps, now }) => deps.market.exchange.orders(account.userId, now),
  },
  { method: 'GET', path: '/orders/:id', group: 'other', answer: history },
  {
    method: 'GET',
    path: '/orders/:id/trades',
    group: 'other',
    answer: (call) => call.deps.market.exchange.orderTrades(call.account.userId, pathParam(call, 'id'), call.now),
  },
  {
    method: 'GET',
    path: '/trades',
    group: 'other',
    answer: ({ account, deps, now }) => deps.market.exchange.trades(account.userId, now),
  },
]
