import { spawn, type ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Decision, EntryPlan } from '@strikewise/signals/decision/decision.ts'
import type { IndexSymbol, OptionContract, OptionSide } from '@strikewise/domain/instruments/contract.ts'
import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { paiseFromRupees } from '@strikewise/domain/money/paise.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import { createKiteClient } from '@strikewise/kite/rest/client.ts'
import { createTicker, type Ticker } from '@strikewise/kite/ticker/ticker.ts'
import type { Kysely } from 'kysely'
import type { Bus } from '../src/bus/bus.ts'
import { QuoteRows } from '../src/bus/quote-rows.ts'
import type { Vault } from '../src/secrets/vault.ts'
import type { Database } from '../src/store/database.ts'

/** Environment of programs that tests start again and again: each is compiled once. */
export const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), 'strikewise-compiled') } as const

/** The sandbox as a child process, with its controls. */
export class SandboxStack {
  readonly url: string
  readonly smtpPort: number
  readonly #args: readonly string[]
  #process: ChildProcess

  private constructor({ ready, child }: Awaited<ReturnType<typeof startSandbox>>, args: readonly string[]) {
    this.url = ready.url
    this.smtpPort = ready.smtp
    this.#args = args
    this.#process = child
  }

  static async start(args: readonly string[]): Promise<SandboxStack> {
    return new SandboxStack(await startSandbox(['--port', '0', '--smtp-port', '0', ...args]), args)
  }

  /** Sends a signal to the program; resolves when it has ended, or at once for one that does not end it. */
  async signal(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const ends = signal === 'SIGKILL' || signal === 'SIGTERM'
    const ended = new Promise<void>((resolve) => this.#process.once('exit', () => resolve()))
    this.#process.kill(signal)
    if (ends) await ended
  }

  /** Starts the program again where it was, on the same ports. It needs `--data`, from which it goes on. */
  async restart(): Promise<void> {
    const start = this.#args.indexOf('--start')
    const args = start === -1 ? this.#args : this.#args.toSpliced(start, 2)
    const ports = ['--port', new URL(this.url).port, '--smtp-port', String(this.smtpPort)]
    this.#process = (await startSandbox([...ports, ...args])).child
  }

  async get<T>(path: string): Promise<T> {
    return this.#answer<T>(await fetch(`${this.url}/sandbox${path}`))
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    const headers = { 'content-type': 'application/json' }
    return this.#answer<T>(
      await fetch(`${this.url}/sandbox${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
    )
  }

  async stop(): Promise<void> {
    await this.signal('SIGTERM')
  }

  async #answer<T>(response: Response): Promise<T> {
    if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
}

async function startSandbox(args: readonly string[]) {
  const main = fileURLToPath(new URL('../../sandbox/src/main.ts', import.meta.url))
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, ...COMPILED },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout }))
    return { child, ready: JSON.parse(line) as { url: string; smtp: number } }
  throw new Error('the sandbox ended before it was ready')
}

export interface Login {
  readonly apiKey: string
  readonly accessToken: string
}

/** The test's own equipment has no hurry: a machine under load must not end what is not tried here. */
const PATIENCE_MS = 60_000

/** Logs a sandbox account in, as its user would through the login page. */
export async function logIn(stack: SandboxStack, brokerUser: string): Promise<Login> {
  const account = await stack.get<{ api_key: string; api_secret: string }>(`/accounts/${brokerUser}`)
  const { request_token } = await stack.post<{ request_token: string }>(`/accounts/${brokerUser}/login`, {})
  const client = createKiteClient({
    rootUrl: `${stack.url}/kite`,
    apiKey: account.api_key,
    accessToken: () => '',
    timeouts: { headersMs: PATIENCE_MS, bodyMs: PATIENCE_MS, callMs: PATIENCE_MS },
  })
  try {
    const session = await client.createSession(request_token, account.api_secret)
    if (!session.ok) throw new Error(session.message)
    return { apiKey: account.api_key, accessToken: session.value.accessToken.reveal() }
  } finally {
    await client.close()
  }
}

/** Writes a user on the elite plan, where there is none of this id, connected to a sandbox account and armed for one lot of NIFTY. */
export async function armUser(
  db: Kysely<Database>,
  vault: Vault,
  clock: Pick<Clock, 'now'>,
  userId: string,
  brokerUser: string,
  login: Login,
): Promise<void> {
  const now = clock.now()
  const at = new Date(now)
  await db
    .insertInto('identity_users')
    .values({
      id: userId,
      name: userId,
      email: `${userId}@example.com`,
      emailVerified: true,
      image: null,
      updatedAt: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('profiles')
    .values({
      user_id: userId,
      plan: 'elite',
      plan_expiry: new Date(now + 86_400_000),
      joined_at: at,
      telegram_chat_id: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('broker_links')
    .values({
      user_id: userId,
      mode: 'paper',
      api_key: await vault.seal(userId, 'api_key', login.apiKey),
      api_key_last4: login.apiKey.slice(-4),
      api_secret: null,
      access_token: await vault.seal(userId, 'access_token', login.accessToken),
      exit_token: null,
      broker_user_id: brokerUser,
      connected: true,
      login_at: at,
      token_expires_at: new Date(BROKER.profile.tokenExpiresAt(now)),
      egress_address: null,
    })
    .execute()
  await db.insertInto('trade_settings').values({ user_id: userId, consent_given: true, updated_at: at }).execute()
  await db
    .insertInto('strategies')
    .values({
      user_id: userId,
      symbol: 'NIFTY',
      lots: 1,
      auto_execute: true,
      tsl_enabled: true,
      sl_buffer_rupees: 10,
    })
    .execute()
}

interface ChainRow {
  readonly token: number
  readonly tradingsymbol: string
  readonly expiry: string
  readonly strike: number
  readonly side: OptionSide
  readonly lot_size: number
  readonly bid: number
  readonly ask: number
}

/** The call next to the money (or the one with `token`), with the plan the decision engine would make for it. */
export async function entryPlan(
  stack: SandboxStack,
  clock: Pick<Clock, 'now'>,
  token?: number,
  symbol: IndexSymbol = 'NIFTY',
): Promise<EntryPlan> {
  const chain = await stack.get<ChainRow[]>(`/chain?symbol=${symbol}`)
  const row = chain.find((one) => (token === undefined ? one.side === 'CE' && one.bid > 20 : one.token === token))
  if (row === undefined) throw new Error(`the sandbox offers no call ${token ?? 'next to the money'}`)
  const [bid, ask] = [paiseFromRupees(row.bid), paiseFromRupees(row.ask)]
  const mid = Math.round((bid + ask) / 2) as typeof bid
  const contract = {
    token: row.token,
    tradingsymbol: row.tradingsymbol,
    symbol,
    expiry: row.expiry as OptionContract['expiry'],
    strike: row.strike,
    side: row.side,
    tickSize: 5 as OptionContract['tickSize'],
    lotSize: row.lot_size,
  } as const
  const stopDistance = Math.round(mid * 0.2) as typeof mid
  return { contract, delta: 0.5, bid, ask, mid, limit: ask, stopDistance, quotedAt: clock.now() }
}

/** What the exchange calls the logic of these decisions. */
export const LOGIC_ID = 'CANARYLOGIC1'

/** Appends a decision to the log as the market role does, and announces it. */
export async function decide(
  db: Kysely<Database>,
  bus: Bus,
  seq: number,
  decision: Pick<Decision, 'barEnd' | 'action' | 'score' | 'entry'> & Partial<Pick<Decision, 'symbol'>>,
): Promise<string> {
  const id = `decision-${seq}`
  const record: Decision = {
    id,
    symbol: 'NIFTY',
    direction: 'up',
    coverage: 1,
    threshold: 0.4,
    spike: 0,
    contributions: [],
    noTrade: [],
    spot: paiseFromRupees(24_000),
    atr5: paiseFromRupees(20),
    flips: [],
    version: 'test',
    configHash: 'test',
    ...decision,
  }
  // As the market role does when it opens a day.
  await db
    .insertInto('registered_logic')
    .values({
      config_hash: record.configHash,
      code_hash: 'test',
      identifier: LOGIC_ID,
      disclosure: 'Of a test.',
      opened_at: decision.barEnd,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('decisions')
    .values({
      seq,
      id,
      symbol: record.symbol,
      bar_end: decision.barEnd,
      action: decision.action,
      record: JSON.stringify(record),
      hash: `h${seq}`,
      prev_hash: `h${seq - 1}`,
    })
    .execute()
  bus.publish('decision', { seq })
  return id
}

/** Publishes the quotes of one contract as the market role does. */
export function feedQuotes(
  stack: Pick<SandboxStack, 'url'>,
  login: Login,
  clock: Clock,
  bus: Bus,
  token: number,
): Ticker {
  const table = new QuoteTable(4)
  const rows = new QuoteRows(bus, table)
  const ticker = createTicker({
    url: `${stack.url.replace(/^http/, 'ws')}/ticker`,
    apiKey: login.apiKey,
    accessToken: () => login.accessToken,
    table,
    clock,
    onTicks: (slots) => rows.changed(slots),
  })
  ticker.subscribe([token], 'full')
  ticker.connect()
  return ticker
}

/** Asks again every 50 ms until the answer is not undefined; fails with `what` after `ms`. */
export async function until<T>(what: string, ms: number, ask: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + ms
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > end) throw new Error(`timed out: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
