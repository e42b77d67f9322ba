import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { epochFromIstText, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { armAccount, connectBroker, signIn, subscribe } from '../../apps/demo/src/account.ts'
import type { BrowserSession } from '../../apps/demo/src/browser-session.ts'
import { sandboxUrls } from '../../apps/demo/src/sandbox-urls.ts'
import type { DevStack } from '../dev-stack.ts'
import type { AccountObservation, EntryDecision } from './tally.ts'

/** Broker accounts of the sandbox that the demo leaves free: one for each trader of the measurement. */
const BROKER_ACCOUNTS = ['SW1003', 'SW1004', 'SW1005', 'SW1006', 'SW1007', 'SW1008'] as const
export const MAX_TRADERS = BROKER_ACCOUNTS.length

/** Rupees paid in: enough for every position that the limits allow. */
const CASH = 20_000_000

/** The widest that a user may set: a measurement wants many entries, and no day that ends early. */
const WIDE_LIMITS = {
  capital: CASH,
  daily_loss_cap_pct: 20,
  max_entries_per_symbol: 50,
  max_positions_per_symbol: 10,
  cover_manual_shorts: false,
}

/** As many rows as one call returns. */
const LIMIT = 500

/** A user on the plan Master, whose broker account is in the sandbox. Everything goes through the public API. */
export class Trader {
  readonly brokerUser: string
  readonly #stack: DevStack
  readonly #visitor: BrowserSession
  readonly #uid: string
  readonly #symbols: readonly IndexSymbol[]
  readonly #refusals = new Map<string, string>()
  readonly #orders = new Map<string, { readonly tradingsymbol: string; readonly at: EpochMs }>()
  #armedAt: EpochMs | undefined

  /** Signs the n-th trader up (from 0), buys the plan, connects the broker account and leaves entries off. */
  static async open(stack: DevStack, n: number): Promise<Trader> {
    const outside = sandboxUrls(stack.sandboxUrl)
    const brokerUser = BROKER_ACCOUNTS[n]
    if (brokerUser === undefined) throw new RangeError(`There are ${MAX_TRADERS} broker accounts for traders.`)
    const user = {
      name: `Trader ${n + 1}`,
      email: `trader${n + 1}@lateness.example`,
      password: 'in-time-for-the-price',
    }
    const visitor = await signIn(stack.url, outside, user)
    await subscribe(visitor, 'master', (await outside.clock()).now)
    await outside.setRedirectUrl(brokerUser, `${stack.url}/zerodha-connect`)
    await stack.sandbox(`/accounts/${brokerUser}/cash`, { amount: CASH })
    await armAccount(visitor, await outside.brokerApp(brokerUser))
    await visitor.api.call('saveRiskSettings', { body: WIDE_LIMITS })
    await visitor.api.call('setStop', { body: { on: true } })
    await connectBroker(visitor, outside, brokerUser)
    const { uid, entitlements } = await visitor.api.call('me')
    return new Trader(stack, brokerUser, visitor, uid, entitlements.auto_symbols)
  }

  private constructor(
    stack: DevStack,
    brokerUser: string,
    visitor: BrowserSession,
    uid: string,
    symbols: readonly IndexSymbol[],
  ) {
    this.#stack = stack
    this.brokerUser = brokerUser
    this.#visitor = visitor
    this.#uid = uid
    this.#symbols = symbols
  }

  /** Allows entries. Decisions count from the next bar on. */
  async arm(): Promise<void> {
    await this.#visitor.api.call('setStop', { body: { on: false } })
    this.#armedAt = (await sandboxUrls(this.#stack.sandboxUrl).clock()).now as EpochMs
  }

  /** Logs in to the broker: tokens of the day before have expired. */
  async connect(): Promise<void> {
    await connectBroker(this.#visitor, sandboxUrls(this.#stack.sandboxUrl), this.brokerUser)
  }

  /** The day's decisions to enter, of all indices that it trades. */
  async decisions(date: IstDate): Promise<EntryDecision[]> {
    const lists = await Promise.all(
      this.#symbols.map((symbol) => this.#visitor.api.call('decisions', { query: { symbol, date, limit: LIMIT } })),
    )
    return lists
      .flat()
      .flatMap(({ id, symbol, action, bar_end, entry }) =>
        action === 'none' || entry === null
          ? []
          : [{ id, symbol, tradingsymbol: entry.tradingsymbol, barEnd: Date.parse(bar_end) as EpochMs }],
      )
  }

  /** Reads what became of the day's decisions so far. */
  async refresh(date: IstDate): Promise<void> {
    const query = { uid: this.#uid, date, limit: LIMIT }
    const { refusals } = await this.#visitor.api.call('entryRefusals', { query })
    for (const { decision_id, code } of refusals) this.#refusals.set(decision_id, code)
    for (const order of await this.#stack.sandbox<OrderRow[]>(`/orders?account=${this.brokerUser}`))
      if (order.transaction_type === 'BUY')
        this.#orders.set(order.order_id, {
          tradingsymbol: order.tradingsymbol,
          at: epochFromIstText(order.order_timestamp),
        })
  }

  /** Undefined while it was never armed. */
  sight(): AccountObservation | undefined {
    if (this.#armedAt === undefined) return undefined
    const [refusals, orders] = [this.#refusals, [...this.#orders.values()]]
    return { armedAt: this.#armedAt, symbols: this.#symbols, refusals, orders }
  }
}

interface OrderRow {
  readonly order_id: string
  readonly tradingsymbol: string
  readonly transaction_type: 'BUY' | 'SELL'
  readonly order_timestamp: string
}
