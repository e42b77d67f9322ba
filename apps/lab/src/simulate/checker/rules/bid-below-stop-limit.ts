import { CONTRACTS } from '../../session/contracts.ts'
import type { CallRecord } from '../../environment/broker-records.ts'
import type { PriceSeen } from '../../environment/sim-feed.ts'
import type { Holding, OrderLife } from '../exchange-orders.ts'
import { cannotProtectUntil } from '../tolerances.ts'
import type { CheckerContext } from '../checker-context.ts'
import { TimeLimit } from '../time-limit.ts'
import { isHonest, STEERS_MS } from './prices.ts'

/** The bid may stand so long under the limit of a stop; a far jump is believed after two seconds; then a turn and its row. */
const LEFT_MS = 3_000
const NOTICED_MS = 6_000

/**
 * I1: a stop fires on a trade, so one whose limit the bid has left protects nothing while nothing trades: within seconds the
 * position is sold some other way. Excused by what kept this position from being sold, and by the lack of a price.
 */
export class BidBelowStopLimit {
  readonly #context: CheckerContext
  readonly #left = new Map<OrderLife, TimeLimit>()
  /** What the feed showed last of each contract. */
  readonly #shown = new Map<number, PriceSeen>()
  #prices = 0

  constructor(context: CheckerContext) {
    this.#context = context
  }

  /** A call for a position whose stop protects nothing is what was wanted. */
  callLog({ account, orderId, side, tradingsymbol }: CallRecord): void {
    for (const [order, timeLimit] of this.#left)
      if (order.account === account && (order.orderId === orderId || isSaleOf(order, side, tradingsymbol)))
        timeLimit.isReported = true
  }

  /** To be called whenever anything was stored or a price came, and when the time is up that `judge` gave. */
  judge(now: number): number {
    let next = Number.POSITIVE_INFINITY
    for (const holding of this.#context.exchangeOrders.holdings.values())
      for (const order of holding.liveSells) next = Math.min(next, this.#judge(holding, order, now))
    for (const order of this.#left.keys()) if (order.endedAt !== null) this.#left.delete(order)
    return next
  }

  /** Takes in the prices that have come since it was last asked; whether there are any. */
  check(): boolean {
    const { prices } = this.#context.observations
    if (this.#prices === prices.length) return false
    for (; this.#prices < prices.length; this.#prices += 1) {
      const price = prices[this.#prices]!
      if (price.published) this.#shown.set(price.token, price)
    }
    return true
  }

  #judge(holding: Holding, order: OrderLife, now: number): number {
    if (order.status !== 'TRIGGER PENDING' || !this.#isUnder(order, now)) {
      this.#left.delete(order)
      return Number.POSITIVE_INFINITY
    }
    let timeLimit = this.#left.get(order)
    if (timeLimit === undefined) this.#left.set(order, (timeLimit = new TimeLimit(now, LEFT_MS + NOTICED_MS)))
    const { since, due } = timeLimit
    const tolerated = () =>
      Math.max(
        cannotProtectUntil(this.#context, holding, due, now, NOTICED_MS),
        this.#context.quoteVisibility.of(order.account).invisibleUntil(due, now, LEFT_MS + NOTICED_MS),
      )
    if (timeLimit.isLate(now, tolerated)) {
      const text = `the bid was under ${order.price}, the limit of the stop ${order.orderId}, for ${now - since} ms, and nothing was done`
      this.#context.findings.add('I1', order.account, `limit left ${order.orderId}`, text)
    }
    return timeLimit.isReported ? Number.POSITIVE_INFINITY : timeLimit.due + 1
  }

  /** Whether the feed shows a bid under its limit. */
  #isUnder({ account, tradingsymbol, price }: OrderLife, now: number): boolean {
    const { token } = CONTRACTS.find((one) => one.tradingsymbol === tradingsymbol)!
    const shown = this.#shown.get(token)
    if (shown === undefined || shown.freak || shown.bid <= 0 || shown.bid >= price) return false
    for (const { from, until } of this.#context.activeFaults.silencesOf(token, STEERS_MS))
      if (now >= from && now < until) return false
    return !this.#isShownOnce(account, shown, now)
  }

  /**
   * Whether the process that leads can have seen but one quote of a bid that the last price does not bear out, which may be a
   * wrong message: it stood still from when the feed showed it until the feed fell silent.
   */
  #isShownOnce(account: string, shown: PriceSeen, now: number): boolean {
    const { activeFaults, observations } = this.#context
    const [slot] = observations.lease.of(account).holder?.name.split('.') ?? []
    if (slot === undefined || isHonest(shown)) return false
    for (const { from, until } of activeFaults.silencesOf(shown.token, 0))
      if (now >= from && now < until && activeFaults.stoodStill(`slot${slot}`, shown.at, from)) return true
    return false
  }
}

function isSaleOf(order: OrderLife, side: CallRecord['side'], tradingsymbol: string | null): boolean {
  return side === 'SELL' && tradingsymbol === order.tradingsymbol
}
