import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { Exchange } from '../exchange.ts'
import type { ExchangeFault } from '../faults.ts'
import type { ExchangeEvent, OrderRequest, OrderRow } from '../order-types.ts'
import { at, ScriptedMarket, orderFor } from './scripted-market.ts'

export const ME = 'SW1001'
export const OTHER = 'SW1002'
/** Longer than any leg of the status path, ms. */
export const SETTLED = 5_000

const CASH = 50_000_000 as Paise

/** An exchange on a scripted market, with two accounts and one contract at 119.90 to 120. Times are ms after 10:00. */
export class ScriptedExchange {
  readonly market = new ScriptedMarket()
  readonly call: OptionContract = this.market.contract()
  readonly exchange = new Exchange({ seed: 'test', market: this.market, now: at(0) })
  readonly events: ExchangeEvent[] = []

  constructor() {
    this.refresh()
    for (const account of [ME, OTHER]) this.exchange.openAccount(account, CASH, at(0))
    this.exchange.subscribe((event) => this.events.push(event))
  }

  refresh(): void {
    this.market.quote(this.call, { bid: 11_990, ask: 12_000 })
  }

  /** Places a limit order for one lot at the asked price, changed by `change`; throws when it is refused. */
  place(change: Partial<OrderRequest> = {}, when = 0, account = ME): string {
    const outcome = this.exchange.place(account, orderFor(this.call, change), at(when))
    if (!outcome.ok) throw new Error(outcome.refusal.message)
    return outcome.orderId
  }

  /** An order to buy at 100, which has no seller, once it is open at SETTLED. */
  resting(): string {
    const id = this.place({ price: 10_000 as Paise })
    const status = this.row(id, SETTLED)?.status
    if (status !== 'OPEN') throw new Error(`order is ${status}`)
    return id
  }

  set(fault: ExchangeFault, when = 0, account: string | null = ME): void {
    this.exchange.setFault(account, fault, at(when))
  }

  row(orderId: string, when: number, account = ME): OrderRow | undefined {
    return this.exchange.orders(account, at(when)).find((order) => order.order_id === orderId)
  }

  /** Units of the first position. */
  held(when: number): number {
    return this.exchange.positions(ME, at(when)).net[0]?.quantity ?? 0
  }
}
