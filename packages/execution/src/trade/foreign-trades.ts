// @invariant foreign-trades-count Trades in options of the indices that a user makes without the product count towards the
//   limits of a live link: they hold entries back and may close the product's own trades, never the user's.
import { chargesOf, type ExecutedOrder } from '@strikewise/domain/charges/charges.ts'
import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import { inTradeOrder, type BrokerFill } from '../trade/fill.ts'

/** A trade of the day that the user closed, from flat to flat in one contract. */
export interface ClosedForeignTrade {
  readonly closedAt: EpochMs
  /** After charges. */
  readonly net: Paise
}

/** What the user traded today without the product, as far as it counts towards the limits (record 34). */
export interface ForeignTrades {
  /** Trades begun today, open ones included. */
  readonly begun: number
  /** Oldest first. */
  readonly closed: readonly ClosedForeignTrade[]
  /** Profit of the open ones at the broker's last price, before charges. */
  readonly openAtLast: Paise
  /** Charges of the open ones, with those of leaving them at the last price. */
  readonly exitCharges: Paise
}

export const NO_FOREIGN_TRADES: ForeignTrades = {
  begun: 0,
  closed: [],
  openAtLast: 0 as Paise,
  exitCharges: 0 as Paise,
}

/** What the broker shows of a contract beside its fills. */
export interface ContractMark {
  /** Units that earlier days left; negative when short. */
  readonly carried: number
  /** Newest price; undefined: the last fill stands in. */
  readonly last: Paise | undefined
}

/** What the user's trades of the day come to now, after charges. */
export function foreignResult({ closed, openAtLast, exitCharges }: ForeignTrades): Paise {
  return closed.reduce((sum, { net }) => sum + net, openAtLast - exitCharges) as Paise
}

/** Whether the user holds, or is short of, something bought or sold today. */
export function hasOpenForeignTrades({ begun, closed }: ForeignTrades): boolean {
  return begun > closed.length
}

/**
 * The user's trades of the day from fills that are none of ours, in any order. Products of a contract are netted: a
 * conversion changes nothing. What reduces a position of earlier days does not count: it may hedge what the product does
 * not see.
 */
export function foreignTradesOf(
  fills: readonly BrokerFill[],
  markOf: (tradingsymbol: string) => ContractMark,
  on: IstDate,
  brokerage: Paise,
): ForeignTrades {
  let begun = 0
  let openAtLast = 0
  let exitCharges = 0
  const closed: ClosedForeignTrade[] = []
  for (const [tradingsymbol, own] of Map.groupBy(fills, (fill) => fill.tradingsymbol)) {
    const mark = markOf(tradingsymbol)
    const day = new ContractDay(mark.carried, on, brokerage)
    for (const fill of own.toSorted(inTradeOrder)) day.take(fill)
    begun += day.begun
    closed.push(...day.closed)
    const open = day.openAt(mark.last)
    openAtLast += open.profit
    exitCharges += open.charges
  }
  return {
    begun,
    closed: closed.toSorted((a, b) => a.closedAt - b.closedAt),
    openAtLast: openAtLast as Paise,
    exitCharges: exitCharges as Paise,
  }
}

/** One contract's trades, fill by fill. */
class ContractDay {
  begun = 0
  readonly closed: ClosedForeignTrade[] = []
  readonly #on: IstDate
  readonly #brokerage: Paise
  #carried: number
  /** Units of the trade under way; negative when short. */
  #units = 0
  /** Sold less bought of the trade under way. */
  #cash = 0
  #lastPrice = 0 as Paise
  /** Value traded by each order of the trade under way. */
  readonly #orders = new Map<string, ExecutedOrder>()

  constructor(carried: number, on: IstDate, brokerage: Paise) {
    this.#carried = carried
    this.#on = on
    this.#brokerage = brokerage
  }

  take(fill: BrokerFill): void {
    this.#lastPrice = fill.price
    const sign = fill.side === 'BUY' ? 1 : -1
    let left = fill.quantity
    if (this.#units * sign < 0) {
      const closing = Math.min(left, Math.abs(this.#units))
      this.#trade(fill, closing)
      left -= closing
      if (this.#units === 0) this.#close(fill.at)
    }
    if (left > 0 && this.#carried * sign < 0) {
      const reduced = Math.min(left, Math.abs(this.#carried))
      this.#carried += sign * reduced
      left -= reduced
    }
    if (left === 0) return
    if (this.#units === 0) this.begun += 1
    this.#trade(fill, left)
  }

  /** Profit before charges of what is open at `last`, and the charges of all its orders with the one that would end it. */
  openAt(last: Paise | undefined): { profit: number; charges: number } {
    if (this.#units === 0) return { profit: 0, charges: 0 }
    const value = this.#units * (last ?? this.#lastPrice)
    const exit: ExecutedOrder = {
      side: this.#units > 0 ? 'SELL' : 'BUY',
      value: Math.abs(value) as Paise,
      on: this.#on,
    }
    return { profit: this.#cash + value, charges: this.#charges([exit]) }
  }

  #trade({ orderId, side, price }: BrokerFill, quantity: number): void {
    const sign = side === 'BUY' ? 1 : -1
    this.#units += sign * quantity
    this.#cash -= sign * quantity * price
    const key = `${orderId}/${side satisfies OrderSide}`
    const value = ((this.#orders.get(key)?.value ?? 0) + quantity * price) as Paise
    this.#orders.set(key, { side, value, on: this.#on })
  }

  #close(closedAt: EpochMs): void {
    this.closed.push({ closedAt, net: (this.#cash - this.#charges([])) as Paise })
    this.#cash = 0
    this.#orders.clear()
  }

  #charges(more: readonly ExecutedOrder[]): number {
    return chargesOf([...this.#orders.values(), ...more], this.#brokerage).total
  }
}
