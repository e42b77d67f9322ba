import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { DAY_MS, istDateAt } from '@strikewise/domain/time/ist.ts'
import { tokenExpiryAfter } from '@strikewise/domain/time/token-life.ts'
import { sql, type Kysely } from 'kysely'
import type { Program } from '../../../../../scripts/program.ts'
import { startServer } from '../../../../../scripts/world.ts'
import { bridgeProcesses } from '../../../src/bus/process-bridge.ts'
import { openThreadBus, type ThreadBus } from '../../../src/bus/thread-bus.ts'
import { readConfig } from '../../../src/config.ts'
import { MasterKey } from '../../../src/secrets/master-key.ts'
import { Vault } from '../../../src/secrets/vault.ts'
import { putMail } from '../../../src/outbox/outbox.ts'
import type { Database } from '../../../src/store/database.ts'
import { startTestPostgres, type TestPostgres } from '../../../src/store/testing.ts'
import { openClock } from '../../../src/time/open-clock.ts'
import { armUser, COMPILED, logIn, SandboxWorld, until } from '../../trading-world.ts'
import { OutsideAuditor, type AuditedAccount, type OutsideReport } from '../outside-audit.ts'
import type { Weather } from './fault-plan.ts'
import { startHttpFaultProxy, type HttpFaultProxy } from './http-fault-proxy.ts'
import { MarketStandIn } from './market-stand-in.ts'
import { startTcpFaultProxy, type TcpFaultProxy } from './tcp-fault-proxy.ts'

/** The sandbox has eight accounts from its start; more are opened. */
const READY_MADE = 8

export interface StormWorldOptions {
  /** Market seconds a real one. */
  readonly speed: number
  readonly seed: string
  readonly accounts: number
  /** Where the first trading day starts, IST. */
  readonly start?: string
}

/** Waits that end before only when something is wrong, or the machine very busy. */
const LONG_MS = 180_000
/** Long enough for an exit, short enough to wait for. Real milliseconds. */
const HEARD_MS = 500
/** More than an account waits after a trade that was stopped out. */
const COOLDOWN_MINUTES = 31
const FIRST_ENTRY = '09:31'
/** An order of the sandbox's book in one of these is over. */
const OVER = new Set(['COMPLETE', 'CANCELLED', 'REJECTED'])

export interface BookOrder {
  readonly order_id: string
  readonly status: string
  readonly transaction_type: 'BUY' | 'SELL'
  readonly order_type: string
  readonly tradingsymbol: string
  readonly quantity: number
  readonly pending_quantity: number
  readonly tag: string | null
}

/**
 * The real server program between a real PostgreSQL and the sandbox, with a fault proxy before the broker (REST and
 * ticker), the store and the mail server. The test itself stands in for the market role: it writes the decisions and
 * feeds the quotes, so that trades happen when it wants them to.
 */
export class StormWorld {
  readonly sandbox: SandboxWorld
  readonly broker: HttpFaultProxy
  readonly database: TcpFaultProxy
  readonly mail: TcpFaultProxy
  readonly accounts: readonly AuditedAccount[]
  readonly auditor: OutsideAuditor
  readonly clock: Awaited<ReturnType<typeof openClock>>
  /** Every line the servers have logged as a warning or worse. */
  readonly troubles: string[] = []
  readonly #postgres: TestPostgres
  readonly vault: Vault
  readonly bus: ThreadBus
  readonly #leaveBus: () => void
  readonly #dataDir: string
  readonly #masterKey = randomBytes(32).toString('hex')
  readonly #servers = new Set<Program>()
  readonly #proxies: HttpFaultProxy[] = []
  readonly #market: MarketStandIn

  static async start(options: StormWorldOptions): Promise<StormWorld> {
    const sandbox = await SandboxWorld.start([
      '--speed',
      String(options.speed),
      '--seed',
      options.seed,
      '--start',
      options.start ?? `2026-09-16T${FIRST_ENTRY}+05:30`,
    ])
    const postgres = await startTestPostgres()
    const store = new URL(postgres.url.reveal())
    const world = new StormWorld(sandbox, postgres, {
      broker: await startBrokerProxy(sandbox),
      database: await startTcpFaultProxy({ host: store.hostname, port: Number(store.port) }),
      mail: await startTcpFaultProxy({ host: '127.0.0.1', port: sandbox.smtpPort }),
      clock: await openClock(readConfig({ SANDBOX_URL: sandbox.url })),
      accounts: Array.from({ length: options.accounts }, (_, index) => ({
        userId: `u${index + 1}`,
        brokerUser: `SW${1001 + index}`,
      })),
    })
    await world.#arm()
    return world
  }

  private constructor(
    sandbox: SandboxWorld,
    postgres: TestPostgres,
    parts: Pick<StormWorld, 'broker' | 'database' | 'mail' | 'clock' | 'accounts'>,
  ) {
    this.sandbox = sandbox
    this.#postgres = postgres
    this.broker = parts.broker
    this.database = parts.database
    this.mail = parts.mail
    this.clock = parts.clock
    this.accounts = parts.accounts
    const keys = readConfig({ MASTER_KEY: this.#masterKey, SANDBOX_URL: sandbox.url })
    this.vault = new Vault(postgres.store.db, MasterKey.open(keys))
    this.auditor = new OutsideAuditor(sandbox, postgres.store.db)
    this.#dataDir = mkdtempSync(join(tmpdir(), 'strikewise-storm-'))
    const id = randomBytes(6).toString('hex')
    this.bus = openThreadBus(`storm-${id}`, id)
    this.#market = new MarketStandIn({
      sandbox,
      tickerUrl: parts.broker.url,
      clock: parts.clock,
      bus: this.bus,
      db: postgres.store.db,
    })
    // Joined before any server: then the hub is here, and freezing or killing a server cuts nobody else off.
    this.#leaveBus = bridgeProcesses(this.bus, join(this.#dataDir, 'bus.sock'), id)
  }

  /** The store, past the proxy: what an auditor reads. */
  get db(): Kysely<Database> {
    return this.#postgres.store.db
  }

  get pool(): TestPostgres['store']['pool'] {
    return this.#postgres.store.pool
  }

  get dataDir(): string {
    return this.#dataDir
  }

  /** One more way to the broker, for a server of its own. `aheadMs`: by how much that server's clock goes wrong. */
  async newBrokerProxy(aheadMs?: () => number): Promise<HttpFaultProxy> {
    const proxy = await startBrokerProxy(this.sandbox, aheadMs)
    this.#proxies.push(proxy)
    return proxy
  }

  /** Starts one server program with the roles that trade and tell. `env` comes on top. */
  async startServer(options: { broker?: HttpFaultProxy; env?: Record<string, string> } = {}): Promise<Program> {
    const store = new URL(this.#postgres.url.reveal())
    store.port = String(this.database.port)
    const { program } = await startServer(
      { data: this.#dataDir, onTrouble: (line) => this.troubles.push(line) },
      {
        ROLES: 'trader,courier',
        SANDBOX_URL: (options.broker ?? this.broker).url,
        SMTP_URL: `smtp://127.0.0.1:${this.mail.port}`,
        DATABASE_URL: store.href,
        MASTER_KEY: this.#masterKey,
        ...COMPILED,
        ...options.env,
      },
    )
    this.#servers.add(program)
    return program
  }

  /** Who trades: the epoch of the executor's lease and the process that holds it; undefined while nobody ever did. */
  async leader(): Promise<{ epoch: number; pid: number } | undefined> {
    const row = await this.db.selectFrom('leases').selectAll().where('name', '=', 'trader').executeTakeFirst()
    return row === undefined ? undefined : { epoch: row.epoch, pid: Number(row.holder.split('/')[1]) }
  }

  /** Lets these accounts enter, and no others. */
  async mayEnter(accounts: readonly AuditedAccount[]): Promise<void> {
    const ids = accounts.map(({ userId }) => userId)
    await this.db
      .updateTable('strategies')
      .set({ auto_execute: sql<boolean>`user_id in (${sql.join(ids)})` })
      .execute()
    for (const { userId } of this.accounts) this.bus.publish(`account.${userId}`, null)
  }

  /** Buys until an account holds something, under its stop, and no entry is under way. Needs a clear sky. */
  async holdSomething(ms = LONG_MS): Promise<void> {
    await until('a position', ms, async () => {
      const decision = await this.buy()
      await until(`the fate of ${decision}`, ms, async () => {
        const fates = await this.fatesOf(decision)
        return fates.size === this.accounts.length && ![...fates.values()].includes('entering') ? true : undefined
      })
      return (await this.liveTrades()).some((trade) => trade.state === 'open') ? true : undefined
    })
    await this.agreed(ms)
  }

  /** What became of a decision in each account: the state of its trade, or why there is none. */
  async fatesOf(decision: string): Promise<Map<string, string>> {
    const trades = await this.db
      .selectFrom('trades')
      .select(['account_id', 'state'])
      .where('decision_id', '=', decision)
      .execute()
    const refusals = await this.db
      .selectFrom('entry_refusals')
      .select(['account_id', 'code'])
      .where('decision_id', '=', decision)
      .execute()
    return new Map([
      ...refusals.map((row): [string, string] => [row.account_id, row.code]),
      ...trades.map((row): [string, string] => [row.account_id, row.state]),
    ])
  }

  /** Lets real time pass while something goes on that has no end to wait for. */
  async pass(ms: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, ms))
  }

  /** Tells every account that may enter to buy. */
  buy(): Promise<string> {
    return this.#market.buy()
  }

  /** Two evaluations against every open trade: the engine's own way out. */
  turnAgainst(): Promise<void> {
    return this.#market.turnAgainst()
  }

  async trades(): Promise<Trade[]> {
    const rows = await this.db.selectFrom('trades').select('body').execute()
    return rows.map((row) => row.body)
  }

  /** Trades that hold something, or may come to. */
  async liveTrades(): Promise<Trade[]> {
    const rows = await this.db
      .selectFrom('trades')
      .select('body')
      .where('state', 'not in', ['closed', 'abandoned'])
      .execute()
    return rows.map((row) => row.body)
  }

  /** The orders of an account that may still work at the exchange. */
  async liveOrders(brokerUser: string): Promise<BookOrder[]> {
    const orders = await this.sandbox.get<BookOrder[]>(`/orders?account=${brokerUser}`)
    return orders.filter((order) => !OVER.has(order.status))
  }

  /** Units an account holds, by contract; what is flat is left out. */
  async held(brokerUser: string): Promise<Map<string, number>> {
    const rows = await this.sandbox.get<{ tradingsymbol: string; quantity: number }[]>(
      `/positions?account=${brokerUser}`,
    )
    return new Map(rows.filter((row) => row.quantity !== 0).map((row) => [row.tradingsymbol, row.quantity]))
  }

  /**
   * Waits until store and exchange agree: every order and fill is booked, nothing is in doubt, and whatever is held stands
   * under orders for exactly that much. Throws at once for what no waiting mends.
   */
  async agreed(ms = LONG_MS): Promise<OutsideReport> {
    let report: OutsideReport | undefined
    try {
      return await until('agreement', ms, async () => {
        report = await this.auditor.look(this.accounts)
        if (report.broken.length > 0) throw new Error(`broken for good: ${JSON.stringify(report.broken)}`)
        return report.differences.length + report.doubts.length === 0 ? report : undefined
      })
    } catch (error) {
      throw this.#told(JSON.stringify(report), error)
    }
  }

  /**
   * Turns against the trades until each has heard it, then as `everythingOver`. An entry that was in doubt, or is priced
   * again, becomes a trade after the others were told; the engine would say it again the next minute.
   */
  async endTrades(ms = LONG_MS): Promise<OutsideReport> {
    const end = performance.now() + ms
    do {
      await this.turnAgainst()
      await this.pass(HEARD_MS)
    } while ((await this.liveTrades()).length > 0 && performance.now() < end)
    return this.everythingOver(ms)
  }

  /** Waits until every trade is over, at the broker and in the store, and both tell the same of it. */
  async everythingOver(ms = LONG_MS): Promise<OutsideReport> {
    let left: readonly string[] = []
    try {
      await until('the end of all trades', ms, async () => {
        left = await this.#unfinished()
        return left.length === 0 ? true : undefined
      })
    } catch (error) {
      throw this.#told(left.join('; '), error)
    }
    return this.agreed(ms)
  }

  /** What is not over yet, in words. */
  async #unfinished(): Promise<readonly string[]> {
    const live = await this.liveTrades()
    if (live.length > 0) return live.map(({ id, accountId, state }) => `${accountId}'s trade ${id} is ${state}`)
    const ofEach = this.accounts.map(async ({ brokerUser }) => [
      ...(await this.liveOrders(brokerUser)).map(
        (order) => `${brokerUser}'s order ${order.order_id} is ${order.status}`,
      ),
      ...[...(await this.held(brokerUser))].map(([name, units]) => `${brokerUser} holds ${units} ${name}`),
    ])
    return (await Promise.all(ofEach)).flat()
  }

  /** An error with what stood at the time, and what the servers said last. */
  #told(what: string, cause: unknown): Error {
    return new Error(`${what}\n${this.troubles.slice(-8).join('\n')}`, { cause })
  }

  /** Moves the market past every cool-down; what is next to the money by then is traded. Everything must be over. */
  async nextRound(): Promise<void> {
    if ((await this.trades()).length > 0) await this.#jump({ minutes: COOLDOWN_MINUTES })
  }

  /** Puts mails into the outbox for the courier to send. Answers who they are for. */
  async writeMails(count: number): Promise<readonly string[]> {
    const recipients = Array.from({ length: count }, () => `${randomBytes(6).toString('hex')}@example.com`)
    for (const recipient of recipients) await putMail(this.db, { recipient, subject: 'A storm', body: 'It passed.' })
    this.bus.publish('outbox', null)
    return recipients
  }

  /** Waits until each of them has its mail; those that are to be tried again later are tried now. */
  async mailsArrived(recipients: readonly string[], ms = LONG_MS): Promise<void> {
    await until('the mails', ms, async () => {
      await this.db
        .updateTable('outbox')
        .set({ due_at: sql`now()` })
        .where('sent_at', 'is', null)
        .where('due_at', '>', sql<Date>`now() + interval '1 second'`)
        .execute()
      for (const recipient of recipients)
        if ((await this.sandbox.get<unknown[]>(`/mails?to=${recipient}`)).length === 0) return undefined
      return true
    })
  }

  /** The weather in front of each service; every server's own way to the broker is one. */
  get weathers(): Record<'requests' | 'frames' | 'database' | 'mail', readonly Weather[]> {
    const brokers = [this.broker, ...this.#proxies]
    return {
      requests: brokers.map((proxy) => proxy.requests),
      frames: brokers.map((proxy) => proxy.frames),
      database: [this.database.weather],
      mail: [this.mail.weather],
    }
  }

  /** How often each kind of fault has struck, by where. */
  get struck(): Record<keyof StormWorld['weathers'], Weather['fired']> {
    const sum = (weathers: readonly Weather[]): Weather['fired'] => {
      const total: Record<string, number> = {}
      for (const { fired } of weathers)
        for (const [kind, times] of Object.entries(fired)) total[kind] = (total[kind] ?? 0) + times
      return total
    }
    const { requests, frames, database, mail } = this.weathers
    return { requests: sum(requests), frames: sum(frames), database: sum(database), mail: sum(mail) }
  }

  /** The next trading day's first minute of entries, every account signed in anew. Everything must be over. */
  async nextDay(): Promise<void> {
    const day = nseCalendar.nextTradingDay(istDateAt(this.clock.now()))
    await this.#jump({ to: `${day}T${FIRST_ENTRY}+05:30` })
    const now = this.clock.now()
    for (const { userId, brokerUser } of this.accounts) {
      const { accessToken } = await logIn(this.sandbox, brokerUser)
      await this.db
        .updateTable('broker_links')
        .set({
          access_token: await this.vault.seal(userId, 'access_token', accessToken),
          login_at: new Date(now),
          token_expires_at: new Date(tokenExpiryAfter(now)),
        })
        .where('user_id', '=', userId)
        .execute()
      await this.db
        .updateTable('profiles')
        .set({ plan_expiry: new Date(now + DAY_MS) })
        .where('user_id', '=', userId)
        .execute()
      this.bus.publish(`account.${userId}`, null)
    }
  }

  /** Ends every storm. */
  heal(): void {
    for (const weather of Object.values(this.weathers).flat()) weather.clear()
    this.database.answerInstead = undefined
  }

  async stop(): Promise<void> {
    this.heal()
    for (const server of this.#servers) await server.stop()
    await this.#market.forgetContract()
    this.clock.close()
    this.#leaveBus()
    this.bus.close()
    await Promise.all([
      ...this.#proxies.map((proxy) => proxy.close()),
      this.broker.close(),
      this.database.close(),
      this.mail.close(),
    ])
    await this.#postgres.stop()
    await this.sandbox.stop()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }

  async #jump(to: { minutes: number } | { to: string }): Promise<void> {
    await this.#market.forgetContract()
    await this.sandbox.post('/clock/jump', to)
    const { clock } = await this.sandbox.get<{ clock: { now: number } }>('/market')
    await until('the jump of the clock', LONG_MS, async () => (this.clock.now() >= clock.now ? true : undefined))
  }

  async #arm(): Promise<void> {
    for (const [index, { userId, brokerUser }] of this.accounts.entries()) {
      if (index >= READY_MADE) await this.sandbox.post('/accounts', { user_id: brokerUser })
      await armUser(this.db, this.vault, this.clock, userId, brokerUser, await logIn(this.sandbox, brokerUser))
      await this.db
        .insertInto('risk_settings')
        .values({ user_id: userId, capital_paise: null, daily_loss_cap_bp: 5_000, max_entries_per_symbol: 50 })
        .execute()
    }
  }
}

/**
 * The clock, the login and the controls are the test's own equipment: no fault touches them. A server's own clock may be
 * told to run ahead of the market's by so many milliseconds.
 */
function startBrokerProxy(sandbox: SandboxWorld, aheadMs?: () => number): Promise<HttpFaultProxy> {
  const skewed = (path: string, body: Buffer) => {
    if (path !== '/clock' || aheadMs === undefined) return undefined
    const reading = JSON.parse(body.toString()) as { now: number }
    return JSON.stringify({ ...reading, now: reading.now + aheadMs() })
  }
  return startHttpFaultProxy({ target: sandbox.url, prefixes: ['/kite/', '/ticker'], alter: skewed })
}
