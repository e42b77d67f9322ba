import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { DAY_MS, istDateAt } from '@strikewise/domain/time/ist.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { ManagedProcess } from '../../../../../scripts/child-process.ts'
import { startServer } from '../../../../../scripts/dev-stack.ts'
import { armUser, COMPILED, logIn, until } from '../../trading-stack.ts'
import { FakeMarket } from '../fake-market.ts'
import type { AuditedAccount } from '../external-audit.ts'
import { Fixture, startSurroundings, type Surroundings } from '../../fixture.ts'
import type { HttpFaultProxy } from './http-fault-proxy.ts'
import { FaultProxies } from './fault-proxies.ts'
import { TradingAccounts } from './trading-accounts.ts'

/** The sandbox has eight accounts from its start; more are opened. */
const READY_MADE = 8
const FIRST_DAY = '2026-09-16'
const FIRST_ENTRY = '09:31'
const JUMP_MS = 180_000
/** Logins of so many accounts at a time. */
const BATCH = 8
/** More than an account waits after a trade that was stopped out. */
const COOLDOWN_MINUTES = 31

export interface ChaosStackOptions {
  /** Market seconds a real one. */
  readonly speed: number
  readonly seed: string
  readonly accounts: number
  /** More options of the sandbox. */
  readonly sandboxArgs?: readonly string[]
}

/**
 * The real server program between a real PostgreSQL and the sandbox, with the fault proxies between them. The test itself stands in
 * for the market role: it writes the decisions and feeds the quotes, so that trades happen when it wants them to.
 */
export class ChaosStack extends Fixture {
  readonly faultProxies: FaultProxies
  readonly floor: TradingAccounts
  readonly accounts: readonly AuditedAccount[]
  /** Every line the servers have logged as a warning or worse. */
  readonly problems: string[] = []
  readonly #servers = new Set<ManagedProcess>()
  readonly #market: FakeMarket

  static async start({ speed, seed, accounts, sandboxArgs }: ChaosStackOptions): Promise<ChaosStack> {
    const surroundings = await startSurroundings(speed, seed, `${FIRST_DAY}T${FIRST_ENTRY}`, sandboxArgs)
    const { sandbox, postgres } = surroundings
    const stack = new ChaosStack(
      surroundings,
      await FaultProxies.over(sandbox, new URL(postgres.url.reveal())),
      accounts,
    )
    await stack.#arm()
    return stack
  }

  private constructor(surroundings: Surroundings, faultProxies: FaultProxies, accounts: number) {
    super(surroundings)
    const { sandbox, db, bus, clock, problems } = this
    this.faultProxies = faultProxies
    this.accounts = Array.from({ length: accounts }, (_, index) => ({
      userId: `u${index + 1}`,
      brokerUser: `SW${1001 + index}`,
    }))
    this.#market = new FakeMarket({ sandbox, tickerUrl: faultProxies.broker.url, clock, bus, db })
    this.floor = new TradingAccounts({ sandbox, db, bus, market: this.#market, accounts: this.accounts, problems })
  }

  /** Starts one server program with the roles that trade and notify. `env` comes on top. */
  async startServer(options: { broker?: HttpFaultProxy; env?: Record<string, string> } = {}): Promise<ManagedProcess> {
    const { broker, database, mail } = this.faultProxies
    const store = new URL(this.env.DATABASE_URL)
    store.port = String(database.port)
    const { program } = await startServer(
      { data: this.dataDir, onProblem: (line) => this.problems.push(line) },
      {
        ...this.env,
        ROLES: 'trader,notifier',
        SANDBOX_URL: (options.broker ?? broker).url,
        SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        DATABASE_URL: store.href,
        ...COMPILED,
        ...options.env,
      },
    )
    this.#servers.add(program)
    return program
  }

  /** Moves the market past every cool-down; what is next to the money by then is traded. Everything must be over. */
  async nextRound(): Promise<void> {
    if ((await this.floor.trades()).length > 0) await this.#jump({ minutes: COOLDOWN_MINUTES })
  }

  /** The next trading day's first minute of entries, every account signed in again. Everything must be over. */
  async nextDay(): Promise<void> {
    const day = nseCalendar.nextTradingDay(istDateAt(this.clock.now()))
    await this.#jump({ to: `${day}T${FIRST_ENTRY}+05:30` })
    const now = this.clock.now()
    await inBatches(this.accounts, async ({ userId, brokerUser }) => {
      const { accessToken } = await logIn(this.sandbox, brokerUser)
      await this.db
        .updateTable('broker_links')
        .set({
          access_token: await this.vault.seal(userId, 'access_token', accessToken),
          login_at: new Date(now),
          token_expires_at: new Date(BROKER.profile.tokenExpiresAt(now)),
        })
        .where('user_id', '=', userId)
        .execute()
      await this.db
        .updateTable('profiles')
        .set({ plan_expiry: new Date(now + DAY_MS) })
        .where('user_id', '=', userId)
        .execute()
      this.bus.publish(`account.${userId}`, null)
    })
  }

  async stop(): Promise<void> {
    this.faultProxies.clear()
    for (const server of this.#servers) await server.stop()
    await this.#market.forgetContract()
    await this.faultProxies.close()
    await this.close()
  }

  async #jump(to: { minutes: number } | { to: string }): Promise<void> {
    await this.#market.forgetContract()
    await this.sandbox.post('/clock/jump', to)
    const { clock } = await this.sandbox.get<{ clock: { now: number } }>('/market')
    await until('the jump of the clock', JUMP_MS, async () => (this.clock.now() >= clock.now ? true : undefined))
  }

  async #arm(): Promise<void> {
    await inBatches([...this.accounts.entries()], async ([index, { userId, brokerUser }]) => {
      if (index >= READY_MADE) await this.sandbox.post('/accounts', { user_id: brokerUser })
      await armUser(this.db, this.vault, this.clock, userId, brokerUser, await logIn(this.sandbox, brokerUser))
      await this.db
        .insertInto('risk_settings')
        .values({ user_id: userId, capital_paise: null, daily_loss_cap_bp: 5_000, max_entries_per_symbol: 50 })
        .execute()
    })
  }
}

/** Does something with each, a few at a time. */
async function inBatches<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += BATCH) await Promise.all(all.slice(from, from + BATCH).map(act))
}
