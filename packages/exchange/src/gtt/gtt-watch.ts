import { DAY_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { AccountState } from '../state/account-state.ts'
import type { OrderRequest } from '../order-types.ts'
import { checkRequest } from '../orders/validation.ts'
import { refreshedAt } from '../engine/displayed-depth.ts'
import { takeOrder } from '../engine/place-order.ts'
import { contractNamed, isTrading, lastPrice, log, type ExchangeContext } from '../state/exchange-state.ts'
import type { GttState } from '../state/gtt-state.ts'
import type { GttLeg, GttStatus } from '../gtt-types.ts'

/** A trigger that is over stays in the list for this long. */
const RETENTION_MS = 7 * DAY_MS

/** Whether the broker still shows the trigger at `now`. */
export function isListed(gtt: GttState, now: EpochMs): boolean {
  return gtt.status === 'active' || gtt.updatedAt >= now - RETENTION_MS
}

/** Puts an active trigger among those whose contract the broker watches. */
export function watch(context: ExchangeContext, gtt: GttState): void {
  const { watched } = context.state
  const { token } = gtt.terms.contract
  const others = watched.get(token)
  if (others === undefined) watched.set(token, new Set([gtt]))
  else others.add(gtt)
}

export function unwatch(context: ExchangeContext, gtt: GttState): void {
  const { watched } = context.state
  const { token } = gtt.terms.contract
  const others = watched.get(token)
  others?.delete(gtt)
  if (others?.size === 0) watched.delete(token)
}

/** Ends an active trigger that has not fired. */
export function endGtt(
  context: ExchangeContext,
  gtt: GttState,
  status: Exclude<GttStatus, 'active'>,
  at: EpochMs,
): void {
  unwatch(context, gtt)
  gtt.status = status
  gtt.updatedAt = at
  log(context, at, gtt.accountId, { type: 'gtt_ended', triggerId: gtt.triggerId, status })
}

/**
 * Looks at the last price of every watched contract whose quote was refreshed, in trading hours only: what a night has
 * jumped over fires at the open.
 */
export function fireTriggers(context: ExchangeContext, at: EpochMs): void {
  const { state } = context
  if (state.watched.size === 0 || !isTrading(context, at) || context.market.day !== state.day) return
  // Triggers leave as they fire, and an empty set goes; none joins meanwhile.
  for (const [token, gtts] of state.watched) {
    const refreshed = refreshedAt(context, token)
    if (state.watchedAt.get(token) === refreshed) continue
    state.watchedAt.set(token, refreshed)
    const last = lastPrice(context, token)
    if (last <= 0) continue
    for (const gtt of gtts) {
      const leg = legReached(gtt, last)
      if (leg >= 0 && gtt.terms.expiresAt > at) fire(context, gtt, leg, last, at)
    }
  }
}

/** The place of the leg whose trigger `last` has reached, -1 when there is none. */
function legReached({ terms }: GttState, last: Paise): number {
  return terms.request.triggerPrices.findIndex((price, leg) => (terms.firesBelow[leg]! ? last <= price : last >= price))
}

/** Fires once, whatever comes of it: the order takes the usual way, and another leg is over with it. */
function fire(context: ExchangeContext, gtt: GttState, leg: number, lastPrice: Paise, at: EpochMs): void {
  unwatch(context, gtt)
  const account = context.state.accounts.get(gtt.accountId)!
  const request = orderOf(gtt.terms.request.legs[leg]!)
  const checked = checkRequest(context, request, at)
  const orderId = 'errorType' in checked ? null : takeOrder(context, account, checked, request, at).orderId
  const reason = 'errorType' in checked ? checked.message : ''
  gtt.status = 'triggered'
  gtt.updatedAt = at
  gtt.fired = { leg, at, lastPrice, orderId, reason }
  log(context, at, gtt.accountId, { type: 'gtt_fired', triggerId: gtt.triggerId, leg, lastPrice, orderId, reason })
}

function orderOf(leg: GttLeg): OrderRequest {
  return {
    variety: 'regular',
    exchange: leg.exchange,
    tradingsymbol: leg.tradingsymbol,
    side: leg.side,
    orderType: 'LIMIT',
    quantity: leg.quantity,
    product: 'NRML',
    price: leg.price,
    triggerPrice: 0 as Paise,
    validity: 'DAY',
    validityTtlMinutes: 0,
    disclosedQuantity: 0,
    marketProtection: 0,
    autoslice: false,
    tag: null,
    algoId: null,
  }
}

/** Ends the triggers whose time is up by `at`: with their contract, or after their year. */
export function expireTriggers(context: ExchangeContext, at: EpochMs): void {
  for (const account of context.state.accounts.values())
    for (const gtt of account.gtts.values())
      if (gtt.status === 'active' && gtt.terms.expiresAt <= at) endGtt(context, gtt, 'expired', at)
}

/**
 * The list of a new day: triggers of a contract whose lot size has changed are cancelled by the broker, the others follow
 * their contract to its token of the day, and what has been over for a week is forgotten.
 */
export function rollTriggers(context: ExchangeContext, account: AccountState, at: EpochMs): void {
  for (const gtt of Array.from(account.gtts.values())) {
    if (gtt.status !== 'active') {
      if (!isListed(gtt, at)) account.gtts.delete(gtt.triggerId)
      continue
    }
    const { contract } = gtt.terms
    const today = contractNamed(context, contract.tradingsymbol) ?? contract
    if (today.lotSize !== contract.lotSize) {
      endGtt(context, gtt, 'cancelled', at)
      continue
    }
    unwatch(context, gtt)
    gtt.terms = { ...gtt.terms, contract: today }
    watch(context, gtt)
  }
}
