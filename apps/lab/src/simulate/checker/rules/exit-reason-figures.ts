import type { Paise } from '@strikewise/domain/money/paise.ts'
import { MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import type { DayLock } from '@strikewise/execution/store/account-changes.ts'
import { brokerCharges } from '../broker-charges.ts'
import type { CheckerContext } from '../checker-context.ts'
import { openOf, type FillSeen, type OrderLife } from '../exchange-orders.ts'
import { accountFactsBetween } from '../account-facts-at.ts'
import { MAX_TURNS, unwritableUntil } from '../book-and-store-times.ts'
import { riskOf, targetOf, TICK } from './stop-and-target-figures.ts'
import { rejectedOf } from '../rejected-rows.ts'
import { hasTradedElsewhere } from './daily-loss-limit.ts'
import { canBeProfitLocked } from './profit-lock.ts'
import { bidsShown, bidsWithin, type BidShown } from './prices.ts'
import { tradedAs, type Traded } from './trade-entries.ts'
import { askedFor } from './user-instructions.ts'

/** Clocks may be off by so much, and what was known may be that old. */
const AROUND_MS = 8_000
/** A far jump of the price is believed after two seconds; then a turn, and its row. */
const NOTICED_MS = 6_000
/** A position without progress is exited after half an hour, any after an hour and a half. */
const STALE_MS = 30 * MINUTE_MS
const LONGEST_MS = 90 * MINUTE_MS
const STALE_R = 0.5
const SCORE_AGAINST = -0.2
const SCORE_FOR = 0.1

/** I9: a position is exited for reasons that were true, and is when one is. For the end of the day. */
export function checkReasons(context: CheckerContext): void {
  for (const account of context.observations.accounts) {
    const left = new Map<string, { readonly at: number; readonly reason: string }>()
    const times = context.rowTimes.of(account)
    for (const [i, { change }] of context.observations.store.account(account).journal.entries())
      if (change.type === 'trade' && change.trade.state === 'exiting' && !left.has(change.trade.id))
        left.set(change.trade.id, { at: times[i]!, reason: change.trade.exitReason })
    for (const { id } of context.observations.store.tradesOf(account)) {
      const traded = tradedAs(context, account, id)
      if (traded === undefined) continue
      const exit = left.get(id)
      if (exit !== undefined) checkTrue(context, account, traded, exit)
      checkNotMissed(context, account, traded, exit?.at)
    }
  }
}

function checkTrue(
  context: CheckerContext,
  account: string,
  traded: Traded,
  { at, reason }: { readonly at: number; readonly reason: string },
): void {
  const { observations, findings } = context
  const { trade, entry, buys, paid, mustTrail } = traded
  const say = (why: string) =>
    findings.add('I9', account, `${trade.id} ${reason}`, `trade ${trade.id} was exited for ${reason}: ${why}`)
  const from = Math.min(...buys.map((buy) => buy.at))
  const sign = trade.direction === 'up' ? 1 : -1
  switch (reason) {
    case 'target': {
      const asked = askedFor(context, trade.id, at).flatMap(({ instruction }) =>
        instruction.kind === 'target' ? [instruction.price] : [],
      )
      const target = Math.min(targetOf(paid.least, entry.stopDistance, mustTrail), ...asked) - 2 * TICK
      const best = Math.max(...bidsWithin(observations.prices, trade.contract.token, from, at + AROUND_MS))
      if (best < target) say(`the best bid was ${best}, the target ${target}`)
      return
    }
    case 'user_exit':
      if (!askedFor(context, trade.id, at).some(({ instruction }) => instruction.kind === 'exit'))
        say('its user did not ask for it')
      return
    case 'operator_exit':
      say('no operator acts in a simulated day')
      return
    case 'time':
      if (at - from < (entry.ticket === undefined ? STALE_MS : LONGEST_MS) - AROUND_MS)
        say(`it was held for ${at - from} ms`)
      return
    case 'score': {
      if (entry.ticket !== undefined) say('the score ends no manual trade')
      const against = observations.decisions.filter(
        ({ symbol, barEnd, score }) =>
          symbol === trade.contract.symbol &&
          barEnd > from &&
          barEnd <= at + AROUND_MS &&
          score * sign <= SCORE_AGAINST,
      )
      if (against.length < 2) say(`${against.length} decisions since it was bought were against it`)
      return
    }
    case 'spike':
      say('the index did not jump')
      return
    case 'profit_lock':
      if (!isOrWasLocked(context, account, at, 'profit_lock', canBeProfitLocked))
        say('the day had not lost the profit that is kept')
      return
    case 'day_cap':
      if (!isOrWasLocked(context, account, at, 'loss_cap', canBeCapped)) say("the day's limit was not reached")
      return
    default:
      return
  }
}

/**
 * Whether a limit of the day may have been reached at `at`, by `canBeReached`, or at an earlier lock for it: a locked day stays
 * locked, also for a purchase that fills later, when the price has come back.
 */
function isOrWasLocked(
  context: CheckerContext,
  account: string,
  at: number,
  reason: DayLock['reason'],
  canBeReached: (context: CheckerContext, account: string, at: number) => boolean,
): boolean {
  const times = context.rowTimes.of(account)
  const lockedAt = context.observations.store
    .account(account)
    .journal.flatMap(({ change }, i) =>
      change.type === 'lock' && change.lock.reason === reason && times[i]! <= at ? [times[i]!] : [],
    )
  return [at, ...lockedAt].some((then) => canBeReached(context, account, then))
}

/** Whether the day may have reached its limit by then: by the worst prices around it, and what no row showed as sold is held. */
function canBeCapped(context: CheckerContext, account: string, at: number): boolean {
  const { observations, exchangeOrders } = context
  if (hasTradedElsewhere(context, account)) return true
  const on = observations.shape.day
  let result = 0
  for (const holding of exchangeOrders.holdings.values()) {
    if (holding.account !== account) continue
    if (holding.manuallySold > 0 || holding.net !== openOf(holding)) return true
    const token = tokenOf(context, account, holding.tradingsymbol)
    const bids = token === undefined ? [] : bidsWithin(observations.prices, token, at - 2 * AROUND_MS, at + AROUND_MS)
    let units = 0
    for (const order of exchangeOrders.ordersOf(holding)) {
      if (!order.isProductOrder) continue
      const fills =
        order.side === 'BUY' ? order.fills.filter((fill) => fill.at <= at + AROUND_MS) : knownSales(context, order, at)
      const value = fills.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
      const filled = fills.reduce((sum, { quantity }) => sum + quantity, 0)
      units += order.side === 'BUY' ? filled : -filled
      result += order.side === 'BUY' ? -value : value
      if (value > 0) result -= brokerCharges([{ side: order.side, value: value as Paise, on }]).total
    }
    if (units > 0) {
      // Without a bid it may be worth nothing.
      const value = bids.length === 0 ? 0 : Math.round(units * Math.min(...bids))
      result += value - brokerCharges([{ side: 'SELL', value: value as Paise, on }]).total
    }
    // What was sold twice over has brought money that buying it back takes.
    if (units < 0) result += units * Math.max(0, ...bids)
  }
  const facts = accountFactsBetween(observations.facts.get(account)!, at - AROUND_MS, at + AROUND_MS)
  return facts.some(
    ({ risk }) => risk.capital === null || result <= -Math.floor((risk.capital * risk.dailyLossCapPct) / 100) * 0.9,
  )
}

/** The fills of a sale that stood in the rows by then. */
function knownSales(
  { rowTimes }: CheckerContext,
  { account, orderId, fills }: OrderLife,
  at: number,
): readonly FillSeen[] {
  let filled = 0
  return fills.filter(({ quantity }) => {
    filled += quantity
    return rowTimes.filledAt(account, orderId, filled) <= at
  })
}

function tokenOf({ observations }: CheckerContext, account: string, tradingsymbol: string): number | undefined {
  return observations.store.tradesOf(account).find(({ contract }) => contract.tradingsymbol === tradingsymbol)?.contract
    .token
}

/**
 * What should have been exited for its target or the time and was not, although the rows have it as held. Excused by
 * what kept the decision from being stored, and a target by the lack of a price.
 */
function checkNotMissed(
  context: CheckerContext,
  account: string,
  traded: Traded,
  exitAt = Number.POSITIVE_INFINITY,
): void {
  const { observations, findings, exchangeOrders } = context
  const { trade, entry, buys, paid, canTrail } = traded
  // Its row was rejected by the store: no row holds the time of its exit.
  if (rejectedOf(context, account, 'trade').some(({ trade: { id } }) => id === trade.id)) return
  const from = Math.max(...buys.map(({ at }) => at))
  const heldAt = Math.max(from, openSince(context, account, trade.id))
  const soldAt = exchangeOrders.holding(account, trade.contract.tradingsymbol)
  const endedAt = Math.min(
    exitAt,
    openOf(soldAt) > 0 ? observations.time.now : Math.max(soldAt.filledAt, soldAt.manualTradeAt),
  )
  const say = (about: string, text: string) =>
    findings.add('I9', account, `${trade.id} ${about}`, `trade ${trade.id} ${text}`)
  const possibleFrom = (due: number) => unwritableUntil(context, account, due, observations.time.now, NOTICED_MS)
  // A process that could use no price may be followed by another, which has to see one itself.
  const takenBy = (due: number) => {
    let by = possibleFrom(due)
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const next = possibleFrom(
        context.quoteVisibility.of(account).invisibleUntil(by, observations.time.now, NOTICED_MS),
      )
      if (next <= by) break
      by = next
    }
    return by
  }

  const targets = [{ target: targetOf(paid.most, entry.stopDistance, canTrail) + 2 * TICK, from: heldAt }]
  for (const { instruction, notifiedAt } of askedFor(context, trade.id))
    if (instruction.kind === 'target')
      targets.push({ target: instruction.price + TICK, from: Math.max(heldAt, notifiedAt) })
  const shown = bidsShown(context, trade.contract.token, endedAt)
  for (const { target, from: since } of targets) {
    const taken = takenSince(shown, target, since, endedAt, (bidAt) => takenBy(bidAt + NOTICED_MS))
    if (taken !== undefined) say('target', `was not exited though ${target} was bid for ${taken} ms`)
  }

  // The hours count from when the program knew.
  const known = Math.max(heldAt, 'enteredAt' in trade ? trade.enteredAt : from)
  const longest = possibleFrom(known + LONGEST_MS + NOTICED_MS)
  if (endedAt > longest) say('longest', 'was held for more than an hour and a half')
  // A manual trade may stand still for as long as it is held.
  if (entry.ticket !== undefined || endedAt <= possibleFrom(known + STALE_MS + NOTICED_MS)) return
  const best = Math.max(...bidsWithin(observations.prices, trade.contract.token, from, from + STALE_MS))
  const sign = trade.direction === 'up' ? 1 : -1
  const isLifted = observations.decisions.some(
    ({ symbol, barEnd, score }) =>
      symbol === trade.contract.symbol &&
      barEnd > buys[0]!.at - AROUND_MS &&
      barEnd !== entry.decision?.barEnd &&
      score * sign >= SCORE_FOR,
  )
  if (best - paid.least < STALE_R * riskOf(paid.least, entry.stopDistance) - TICK && !isLifted)
    say('stale', 'was held for more than half an hour though nothing came of it')
}

/** For how long `target` was bid without an exit where that was longer than `takenBy` allows, in ms; undefined: it never was. */
function takenSince(
  shown: readonly BidShown[],
  target: number,
  from: number,
  endedAt: number,
  takenBy: (bidAt: number) => number,
): number | undefined {
  let since: number | undefined
  for (const { from: at, to, bid } of shown) {
    const until = Math.min(to, endedAt)
    if (bid === undefined || bid < target || until <= from) since = undefined
    else since ??= Math.max(at, from)
    if (since !== undefined && until > takenBy(since)) return until - since
  }
  return undefined
}

/** When the rows first had it that a trade is held; 0: they never did. */
function openSince({ observations, rowTimes }: CheckerContext, account: string, tradeId: string): number {
  const place = observations.store
    .account(account)
    .journal.findIndex(
      ({ change }) => change.type === 'trade' && change.trade.id === tradeId && change.trade.state === 'open',
    )
  return place < 0 ? 0 : rowTimes.of(account)[place]!
}
