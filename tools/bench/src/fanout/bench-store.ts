import { readFileSync } from 'node:fs'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { DAY_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { NO_ACCOUNT_LIMITS } from '@strikewise/domain/trading/account-limits.ts'
import type { OutboxPort, StorePort } from '@strikewise/execution/ports.ts'
import { MemoryStore, memoryOutbox } from '@strikewise/execution/testing/memory-store.ts'
import { postgresOutbox, postgresStore } from '@strikewise/postgres-store/postgres-store.ts'
import { Pool } from 'pg'
import type { LoggedIn } from './sandbox-calls.ts'
import type { TraderObservers } from './trader-observers.ts'

/** Lots each account buys. */
export const LOTS = 1
const SL_BUFFER_RUPEES = 2
const CAPITAL = 50_000_000 as Paise
/** As many as the trader has. */
const CONNECTIONS = 8

/** A store in which every account of a stage is a paying user in good order who wants NIFTY traded. */
export interface BenchStore {
  readonly port: StorePort
  readonly outbox: OutboxPort
  /** The user declares another trading capital, of which the day's loss cap is a share. */
  setCapital(userId: string, capital: Paise): Promise<void>
  close(): Promise<void>
}

/** In this process's memory, or the PostgreSQL whose address stands in `addressFile`: that alone notifies `observers`. */
export function openBenchStore(
  addressFile: string,
  users: readonly LoggedIn[],
  observers?: TraderObservers,
): Promise<BenchStore> {
  return addressFile === '' ? inMemory(users) : inPostgres(readFileSync(addressFile, 'utf8'), users, observers)
}

async function inMemory(users: readonly LoggedIn[]): Promise<BenchStore> {
  const port = new MemoryStore()
  for (const { userId, loginAt } of users)
    port.addAccount(userId, userId, {
      userId,
      plan: 'elite',
      planExpiresAt: (loginAt + DAY_MS) as EpochMs,
      consentGiven: true,
      strategies: [
        {
          symbol: 'NIFTY',
          lots: LOTS,
          autoExecute: true,
          approvalSeconds: null,
          trailing: true,
          slBuffer: (SL_BUFFER_RUPEES * 100) as Paise,
        },
      ],
      risk: {
        capital: CAPITAL,
        dailyLossCapPct: 3,
        maxEntriesPerSymbol: 3,
        maxPositionsPerSymbol: 1,
        account: NO_ACCOUNT_LIMITS,
      },
      coverManualShorts: false,
      entryHours: null,
      link: { mode: 'paper', connected: true, loginAt, egressAddress: null },
      registeredLogic: [{ configHash: 'bench', identifier: 'bench' }],
      killSwitch: { user: false, global: false },
    })
  return {
    port,
    outbox: memoryOutbox,
    async setCapital(userId, capital) {
      const facts = port.factsOf.get(userId)!
      port.factsOf.set(userId, { ...facts, risk: { ...facts.risk, capital } })
    },
    close: async () => undefined,
  }
}

/** The rows that sign-up, payment, settings and login would leave behind. */
async function inPostgres(
  url: string,
  users: readonly LoggedIn[],
  observers: TraderObservers | undefined,
): Promise<BenchStore> {
  const pool = new Pool({ connectionString: url, max: CONNECTIONS })
  const ids = users.map(({ userId }) => userId)
  const loginAt = new Date(users[0]!.loginAt)
  const expiry = new Date(users[0]!.loginAt + DAY_MS)
  const none = Buffer.of(0)
  const inserts: [sql: string, ...values: unknown[]][] = [
    [
      `insert into identity_users (id, name, email, "emailVerified", "createdAt", "updatedAt")
       select id, id, id || '@bench.example', true, $2, $2 from unnest($1::text[]) u (id)`,
      ids,
      loginAt,
    ],
    [
      `insert into profiles (user_id, plan, plan_expiry, joined_at) select id, 'elite', $2, $3 from unnest($1::text[]) u (id)`,
      ids,
      expiry,
      loginAt,
    ],
    [
      `insert into broker_links (user_id, mode, access_token, connected, login_at)
       select id, 'paper', $2, true, $3 from unnest($1::text[]) u (id)`,
      ids,
      none,
      loginAt,
    ],
    [
      `insert into trade_settings (user_id, consent_given, updated_at) select id, true, $2 from unnest($1::text[]) u (id)`,
      ids,
      loginAt,
    ],
    [
      `insert into risk_settings (user_id, capital_paise, daily_loss_cap_bp, max_entries_per_symbol)
       select id, $2, 300, 3 from unnest($1::text[]) u (id)`,
      ids,
      CAPITAL,
    ],
    [
      `insert into strategies (user_id, symbol, lots, auto_execute, tsl_enabled, sl_buffer_rupees)
       select id, 'NIFTY', $2, true, true, $3 from unnest($1::text[]) u (id)`,
      ids,
      LOTS,
      SL_BUFFER_RUPEES,
    ],
  ]
  try {
    // History refuses to be emptied, so its triggers rest while a burst begins from nothing.
    await pool.query(`
      set session_replication_role = replica;
      truncate identity_users, execution_accounts cascade;
      set session_replication_role = origin`)
    for (const [sql, ...values] of inserts) await pool.query(sql, values)
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    port: postgresStore(pool, (committed) => {
      observers?.spans.committed(committed)
      observers?.orders.committed(committed)
    }),
    outbox: postgresOutbox,
    async setCapital(userId, capital) {
      await pool.query('update risk_settings set capital_paise = $2 where user_id = $1', [userId, capital])
    },
    close: () => pool.end(),
  }
}
