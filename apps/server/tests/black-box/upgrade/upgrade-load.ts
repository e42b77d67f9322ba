import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { TicketQuote } from '@strikewise/wire/entry-tickets.ts'
import type { ActiveTradeRow } from '@strikewise/wire/trades.ts'
import { RequestLog } from './request-log.ts'
import type { AskedRaise } from './stop-raises.ts'
import type { UpgradeAccount, UpgradeStack } from './upgrade-stack.ts'

const TURN_MS = 400
/** A stop is changed at most 25 times at the broker, and the trail needs some of them. */
const RAISES_A_TRADE = 12
const RAISE_EVERY_MS = 9_000
const TICKET_EVERY_MS = 5_000
const RAISE_PAISE = 5
/** What pages read, each in turn. */
const READS = ['/api/me', '/live_indices', '/api/trade-settings', '/api/notices']

interface Turn {
  raises: Map<string, number>
  raisedAt: number
  ticketAt: number
  read: number
}

/** What users of open trades do all the while: they look at their pages, enter by ticket, and raise their stops. */
export class UpgradeLoad {
  readonly requests: RequestLog
  readonly raises: AskedRaise[] = []
  readonly #stack: UpgradeStack
  readonly #working: Promise<void>[]
  readonly #holding = new Set<string>()
  #isEnding = false

  constructor(stack: UpgradeStack) {
    this.#stack = stack
    this.requests = new RequestLog(stack.balancer)
    this.#working = stack.accounts.map((account, index) => this.#work(account, index))
  }

  /** Accounts that hold a position, as their page showed it last. */
  get holding(): number {
    return this.#holding.size
  }

  async end(): Promise<void> {
    this.#isEnding = true
    await Promise.all(this.#working)
  }

  async #work(account: UpgradeAccount, index: number): Promise<void> {
    const turn: Turn = { raises: new Map(), raisedAt: performance.now(), ticketAt: 0, read: index }
    await delay((TURN_MS * index) / this.#stack.accounts.length)
    for (; !this.#isEnding; await delay(TURN_MS)) {
      const { user } = account
      await this.requests.send('GET', READS[(turn.read += 1) % READS.length]!, { cookie: user.cookie })
      const query = { uid: user.id, date: this.#stack.day }
      const shown = await this.requests.send('GET', '/user_active_trades', { cookie: user.cookie, query })
      const [trade] = (shown?.json ?? []) as readonly ActiveTradeRow[]
      if (trade === undefined) this.#holding.delete(user.id)
      else this.#holding.add(user.id)
      if (shown === undefined) continue
      if (trade === undefined) await this.#enter(account, turn)
      else if (trade.stop_price !== null) await this.#raise(account, trade, turn)
    }
  }

  /** A ticket at the limit and stop that the product suggests. It may be refused, or find no seller. */
  async #enter({ user: { cookie } }: UpgradeAccount, turn: Turn): Promise<void> {
    if (performance.now() - turn.ticketAt < TICKET_EVERY_MS) return
    turn.ticketAt = performance.now()
    const chain = await this.#stack.sandbox.get<{ strike: number; side: string; bid: number }[]>('/chain?symbol=NIFTY')
    const row = chain.find(({ side, bid }) => side === 'CE' && bid > 20)
    if (row === undefined) return
    const query = { symbol: 'NIFTY', strike: String(row.strike), side: 'CE' }
    const quote = (await this.requests.send('GET', '/api/entry_tickets/quote', { cookie, query }))?.json as
      | TicketQuote
      | undefined
    if (quote?.limit_price == null || quote.stop_price === null) return
    const { symbol, strike, side, expiry } = quote.contract
    await this.requests.send('POST', '/api/entry_tickets', {
      cookie,
      headers: { 'idempotency-key': randomUUID() },
      body: { symbol, strike, side, expiry, lots: 1, limit_price: quote.limit_price, stop_price: quote.stop_price },
    })
  }

  async #raise({ user, brokerUser }: UpgradeAccount, trade: ActiveTradeRow, turn: Turn): Promise<void> {
    const raised = turn.raises.get(trade.trade_id) ?? 0
    if (raised >= RAISES_A_TRADE || performance.now() - turn.raisedAt < RAISE_EVERY_MS) return
    turn.raisedAt = performance.now()
    turn.raises.set(trade.trade_id, raised + 1)
    const trigger = Math.round(trade.stop_price! * 100) + RAISE_PAISE
    const sentAt = this.#stack.clock.now()
    const body = { trigger_price: trigger / 100 }
    const answer = await this.requests.send('POST', `/api/trades/${trade.trade_id}/stop`, { cookie: user.cookie, body })
    // Not accepted: the price is at the stop already, or the trade has just ended.
    if (answer?.status === 202) this.raises.push({ brokerUser, trigger, sentAt, acceptedAt: this.#stack.clock.now() })
  }
}
