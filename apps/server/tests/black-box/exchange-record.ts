import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { SandboxStack } from '../trading-stack.ts'

interface TakenRequest {
  readonly tradingsymbol: string
  readonly side: OrderSide
  readonly quantity: number
  readonly tag: string | null
}

/** Rows of the broker's books. Money is rupees, instants are IST. */
interface BookOrder {
  readonly order_id: string
  readonly tradingsymbol: string
  readonly transaction_type: OrderSide
  readonly quantity: number
  readonly status: string
  readonly tag: string | null
  readonly order_timestamp: string
  readonly exchange_update_timestamp: string | null
}

interface BookTrade {
  readonly order_id: string
  readonly trade_id: string
  readonly quantity: number
  readonly average_price: number
}

/** The entries of the exchange's log this file reads, as `/sandbox/log` sends them. Money is paise. */
type LogEntry = { readonly seq: number; readonly at: number; readonly accountId: string | null } & (
  | {
      readonly type: 'order_taken'
      readonly orderId: string
      readonly request: TakenRequest
    }
  | { readonly type: 'modify_taken'; readonly orderId: string; readonly change: { readonly quantity?: number } }
  | { readonly type: 'status'; readonly orderId: string; readonly to: string }
  | {
      readonly type: 'fill'
      readonly orderId: string
      readonly tradeId: string
      readonly side: OrderSide
      readonly quantity: number
      readonly price: number
    }
  | { readonly type: 'other' }
)

interface ExchangeFill {
  readonly tradeId: string
  /** Market ms. */
  readonly at: number
  readonly quantity: number
  readonly price: number
}

/** One order as the exchange's log records it. */
export interface ExchangeOrder {
  readonly orderId: string
  readonly account: string
  readonly tag: string | null
  readonly tradingsymbol: string
  readonly side: OrderSide
  /** Units asked for, with the newest change that was taken. */
  quantity: number
  status: string
  readonly fills: ExchangeFill[]
}

/** How long units of one contract were held by our orders without as many units in live sales. Market milliseconds. */
export interface UnprotectedSpan {
  readonly account: string
  readonly tradingsymbol: string
  readonly from: number
  readonly to: number
}

const ENDED = new Set(['COMPLETE', 'CANCELLED', 'REJECTED'])

function fromBook(row: BookOrder): TakenRequest {
  const { tradingsymbol, transaction_type: side, quantity, tag } = row
  return { tradingsymbol, side, quantity, tag }
}

/** True while the order may still fill. */
export function isLive(order: ExchangeOrder): boolean {
  return !ENDED.has(order.status)
}

export function filledOf(order: ExchangeOrder): number {
  return order.fills.reduce((sum, fill) => sum + fill.quantity, 0)
}

/** Everything that happened at the exchange, rebuilt from its own log: what the broker's books must be judged by. */
export class ExchangeRecord {
  readonly #stack: SandboxStack
  readonly #orders = new Map<string, ExchangeOrder>()
  readonly #byAccount = new Map<string, ExchangeOrder[]>()
  readonly #unprotectedSince = new Map<string, number>()
  readonly unprotectedSpans: UnprotectedSpan[] = []
  /** Orders after whose fill more of a contract had been sold than bought by tagged orders. */
  readonly shortAfter: ExchangeOrder[] = []
  #after = 0

  constructor(stack: SandboxStack) {
    this.#stack = stack
  }

  /** Reads the log to its end. Throws when the exchange has forgotten a part that was not read in time. */
  async catchUp(): Promise<void> {
    for (;;) {
      const { entries, dropped } = await this.#stack.get<{ entries: LogEntry[]; dropped: number }>(
        `/log?after=${this.#after}`,
      )
      if (dropped > this.#after)
        throw new Error(`the exchange's log lost entries up to ${dropped} before they were read`)
      if (entries.length === 0) return
      for (const entry of entries) this.#take(entry)
      this.#after = entries.at(-1)!.seq
    }
  }

  /**
   * Goes on after the exchange was restarted on its kept books: its log lacks what came before, so what happened after the
   * last look is taken from the books. Call `catchUp` right before the exchange goes away.
   */
  async resume(accounts: readonly string[]): Promise<void> {
    const { dropped } = await this.#stack.get<{ dropped: number }>('/log?after=0')
    this.#after = dropped
    for (const account of accounts) {
      const orders = await this.#stack.get<BookOrder[]>(`/orders?account=${account}`)
      const trades = await this.#stack.get<BookTrade[]>(`/trades?account=${account}`)
      for (const row of orders) {
        const order = this.#orders.get(row.order_id) ?? this.#open(row.order_id, account, fromBook(row))
        order.quantity = row.quantity
        order.status = row.status
        const known = new Set(order.fills.map((fill) => fill.tradeId))
        const at = Date.parse(`${row.exchange_update_timestamp ?? row.order_timestamp}+05:30`)
        for (const trade of trades)
          if (trade.order_id === row.order_id && !known.has(trade.trade_id)) {
            const price = Math.round(trade.average_price * 100)
            order.fills.push({ tradeId: trade.trade_id, at, quantity: trade.quantity, price })
            if (order.tag !== null) this.#watch(order, at, true)
          }
        if (order.tag !== null) this.#watch(order, at, false)
      }
    }
  }

  ordersOf(account: string): ExchangeOrder[] {
    return this.#byAccount.get(account) ?? []
  }

  /** The span in which a tagged position was longest without a full stop; one that has not ended counts up to `now`. */
  longestUnprotected(now: number): UnprotectedSpan | undefined {
    const open = [...this.#unprotectedSince].map(([key, from]) => {
      const [account = '', tradingsymbol = ''] = key.split(' ')
      return { account, tradingsymbol, from, to: now }
    })
    return [...this.unprotectedSpans, ...open].toSorted((a, b) => b.to - b.from - (a.to - a.from))[0]
  }

  #take(entry: LogEntry): void {
    if (entry.type === 'order_taken') this.#open(entry.orderId, entry.accountId ?? '', entry.request)
    const order = 'orderId' in entry ? this.#orders.get(entry.orderId) : undefined
    if (order === undefined) return
    if (entry.type === 'modify_taken') order.quantity = entry.change.quantity ?? order.quantity
    if (entry.type === 'status') order.status = entry.to
    if (entry.type === 'fill')
      order.fills.push({ tradeId: entry.tradeId, at: entry.at, quantity: entry.quantity, price: entry.price })
    if (order.tag !== null) this.#watch(order, entry.at, entry.type === 'fill')
  }

  #open(orderId: string, account: string, request: TakenRequest): ExchangeOrder {
    const { tradingsymbol, side, quantity, tag } = request
    const taken = { orderId, account, tag, tradingsymbol, side, quantity, status: 'TAKEN', fills: [] }
    this.#orders.set(orderId, taken)
    this.#byAccount.set(account, [...this.ordersOf(account), taken])
    return taken
  }

  #watch({ account, tradingsymbol }: ExchangeOrder, at: number, filled: boolean): void {
    const orders = this.ordersOf(account).filter((one) => one.tag !== null && one.tradingsymbol === tradingsymbol)
    let held = 0
    let covered = 0
    for (const order of orders) {
      const units = filledOf(order)
      held += order.side === 'BUY' ? units : -units
      if (order.side === 'SELL' && isLive(order)) covered += order.quantity - units
    }
    if (filled && held < 0) this.shortAfter.push(orders.at(-1)!)
    const key = `${account} ${tradingsymbol}`
    const since = this.#unprotectedSince.get(key)
    if (held > covered && since === undefined) this.#unprotectedSince.set(key, at)
    if (held <= covered && since !== undefined) {
      this.#unprotectedSince.delete(key)
      this.unprotectedSpans.push({ account, tradingsymbol, from: since, to: at })
    }
  }
}
