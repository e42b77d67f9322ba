import { setTimeout as delay } from 'node:timers/promises'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import { sql, type Kysely } from 'kysely'
import type { Bus } from '../../../src/bus/bus.ts'
import type { Database } from '../../../src/store/database.ts'
import { until, type SandboxStack } from '../../trading-stack.ts'
import { OutsideAuditor, type AuditedAccount, type OutsideReport } from '../external-audit.ts'
import type { FakeMarket } from '../fake-market.ts'

/** Waits that end before only when something is wrong, or the machine very busy. */
const LONG_MS = 180_000
/** Long enough for an exit, short enough to wait for. Real milliseconds. */
const NOTIFIED_MS = 500
/** An order of the sandbox's book in one of these is over. */
const OVER = new Set(['COMPLETE', 'CANCELLED', 'REJECTED'])

interface BookOrder {
  readonly order_id: string
  readonly status: string
}

interface Place {
  readonly sandbox: SandboxStack
  /** The store, past the proxy. */
  readonly db: Kysely<Database>
  readonly bus: Bus
  readonly market: FakeMarket
  readonly accounts: readonly AuditedAccount[]
  /** What the servers complained about, newest last. */
  readonly problems: readonly string[]
}

/** Trades of a few accounts: begun and ended as the engine would, and waited for until exchange and store agree on them. */
export class TradingAccounts {
  readonly auditor: OutsideAuditor
  readonly #place: Place

  constructor(place: Place) {
    this.#place = place
    this.auditor = new OutsideAuditor(place.sandbox, place.db)
  }

  /** Lets these accounts enter, and no others. */
  async mayEnter(accounts: readonly AuditedAccount[]): Promise<void> {
    const ids = accounts.map(({ userId }) => userId)
    await this.#place.db
      .updateTable('strategies')
      .set({ auto_execute: sql<boolean>`user_id in (${sql.join(ids)})` })
      .execute()
    for (const { userId } of this.#place.accounts) this.#place.bus.publish(`account.${userId}`, null)
  }

  /** Makes every account that may enter buy. */
  buy(): Promise<string> {
    return this.#place.market.buy()
  }

  /** Two evaluations against every open trade: the engine's own way out. */
  turnAgainst(): Promise<void> {
    return this.#place.market.turnAgainst()
  }

  /** Buys until an account holds something, under its stop, and no entry is under way. Needs a clear sky. */
  async holdSomething(): Promise<void> {
    await until('a position', LONG_MS, async () => {
      const decision = await this.buy()
      await until(`the fate of ${decision}`, LONG_MS, async () => {
        const fates = await this.callFaultsOf(decision)
        return fates.size === this.#place.accounts.length && ![...fates.values()].includes('entering')
          ? true
          : undefined
      })
      return (await this.liveTrades()).some((trade) => trade.state === 'open') ? true : undefined
    })
    await this.agreed()
  }

  /** What became of a decision in each account: the state of its trade, or why there is none. */
  async callFaultsOf(decision: string): Promise<Map<string, string>> {
    const { db } = this.#place
    const trades = await db
      .selectFrom('trades')
      .select(['account_id', 'state'])
      .where('decision_id', '=', decision)
      .execute()
    const refusals = await db
      .selectFrom('entry_refusals')
      .select(['account_id', 'code'])
      .where('decision_id', '=', decision)
      .execute()
    return new Map([
      ...refusals.map((row): [string, string] => [row.account_id, row.code]),
      ...trades.map((row): [string, string] => [row.account_id, row.state]),
    ])
  }

  async trades(): Promise<Trade[]> {
    const rows = await this.#place.db.selectFrom('trades').select('body').execute()
    return rows.map((row) => row.body)
  }

  /** Trades that hold something, or may come to. */
  async liveTrades(): Promise<Trade[]> {
    const trades = await this.trades()
    return trades.filter(({ state }) => state !== 'closed' && state !== 'abandoned')
  }

  /** The orders of an account that may still work at the exchange. */
  async liveOrders(brokerUser: string): Promise<BookOrder[]> {
    const orders = await this.#place.sandbox.get<BookOrder[]>(`/orders?account=${brokerUser}`)
    return orders.filter((order) => !OVER.has(order.status))
  }

  /** Units an account holds, by contract; what is flat is left out. */
  async held(brokerUser: string): Promise<Map<string, number>> {
    const rows = await this.#place.sandbox.get<{ tradingsymbol: string; quantity: number }[]>(
      `/positions?account=${brokerUser}`,
    )
    return new Map(rows.filter((row) => row.quantity !== 0).map((row) => [row.tradingsymbol, row.quantity]))
  }

  /**
   * Waits until store and exchange agree: every order and fill is booked, nothing is in doubt, and whatever is held stands
   * under orders for exactly that much. Throws at once for what no waiting mends.
   */
  async agreed(): Promise<OutsideReport> {
    let report: OutsideReport | undefined
    try {
      return await until('agreement', LONG_MS, async () => {
        report = await this.auditor.audit(this.#place.accounts)
        if (report.broken.length > 0) throw new Error(`broken for good: ${JSON.stringify(report.broken)}`)
        return report.differences.length + report.doubts.length === 0 ? report : undefined
      })
    } catch (error) {
      throw this.#failure(JSON.stringify(report), error)
    }
  }

  /**
   * Turns against the trades until each has received it, then as `everythingOver`. An entry that was in doubt, or is priced
   * again, becomes a trade after the others were informed; the engine would repeat it the next minute.
   */
  async endTrades(receivedMs = NOTIFIED_MS): Promise<OutsideReport> {
    const end = performance.now() + LONG_MS
    do {
      await this.turnAgainst()
      await delay(receivedMs)
    } while ((await this.liveTrades()).length > 0 && performance.now() < end)
    return this.everythingOver()
  }

  /** Waits until every trade is over, at the broker and in the store, and both agree. */
  async everythingOver(): Promise<OutsideReport> {
    let left: readonly string[] = []
    try {
      await until('the end of all trades', LONG_MS, async () => {
        left = await this.#unfinished()
        return left.length === 0 ? true : undefined
      })
    } catch (error) {
      throw this.#failure(left.join('; '), error)
    }
    return this.agreed()
  }

  /** What is not over yet, as text. */
  async #unfinished(): Promise<readonly string[]> {
    const live = await this.liveTrades()
    if (live.length > 0) return live.map(({ id, accountId, state }) => `${accountId}'s trade ${id} is ${state}`)
    const ofEach = this.#place.accounts.map(async ({ brokerUser }) => [
      ...(await this.liveOrders(brokerUser)).map(
        (order) => `${brokerUser}'s order ${order.order_id} is ${order.status}`,
      ),
      ...[...(await this.held(brokerUser))].map(([name, units]) => `${brokerUser} holds ${units} ${name}`),
    ])
    return (await Promise.all(ofEach)).flat()
  }

  /** An error with what stood at the time, and what the servers showed last. */
  #failure(what: string, cause: unknown): Error {
    return new Error(`${what}\n${this.#place.problems.slice(-8).join('\n')}`, { cause })
  }
}
