import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { STORE_CONTRACT } from '@strikewise/execution/testing/store-contract.ts'
import { postgresOutbox, postgresStore } from '@strikewise/postgres-store/postgres-store.ts'
import type { Store } from '../src/store/open-store.ts'

/** Users whose accounts the contract of the store writes to. */
const USERS = ['u1', 'u2', 'u3', 'u4'] as const

/** Adds the users of the contract. */
export async function addContractUsers({ db }: Store): Promise<void> {
  const at = new Date('2026-11-01T00:00:00Z')
  for (const id of USERS) {
    await db
      .insertInto('identity_users')
      .values({ id, name: id, email: `${id}@example.com`, emailVerified: true, image: null, updatedAt: at })
      .execute()
    await db
      .insertInto('profiles')
      .values({
        user_id: id,
        plan: 'elite',
        plan_expiry: new Date('2027-01-01T00:00:00Z'),
        joined_at: at,
        telegram_chat_id: null,
      })
      .execute()
  }
}

/** Empties what a case of the contract writes to. History refuses to be emptied, so its triggers rest meanwhile. */
export async function emptyContractTables({ pool }: Store): Promise<void> {
  const tables = [
    'account_journal',
    'fills',
    'entry_refusals',
    'broker_orders',
    'intents',
    'trades',
    'day_locks',
    'day_peaks',
    'daily_results',
    'foreign_trade_days',
    'flatten_exits',
    'trade_notifications',
    'trade_instructions',
    'entry_tickets',
    'execution_accounts',
  ]
  await pool.query(
    [
      'set session_replication_role = replica',
      ...tables.map((table) => `delete from ${table}`),
      'set session_replication_role = origin',
    ].join(';'),
  )
}

/** What a case of the contract is run against. */
export function contractHarness({ db, pool }: Store): Parameters<(typeof STORE_CONTRACT)[number]['run']>[0] {
  const [account, ...neighbours] = USERS
  return {
    store: postgresStore(pool),
    outbox: postgresOutbox,
    account,
    neighbours,
    async journal(account = 'u1') {
      const rows = await db
        .selectFrom('account_journal')
        .selectAll()
        .where('account_id', '=', account)
        .orderBy('seq')
        .execute()
      return rows.map((row) => ({
        accountId: row.account_id,
        seq: row.seq,
        at: row.at as EpochMs,
        batchId: row.batch_id,
        change: row.change,
        prevHash: row.prev_hash,
        hash: row.hash,
      }))
    },
    async instruct(account, { id, tradeId, kind, at, channel, ...rest }) {
      const price = 'price' in rest ? rest.price : null
      const units = 'units' in rest ? rest.units : null
      const given = { id, trade_id: tradeId, kind, price_paise: price, units, at, channel }
      await db
        .insertInto('trade_instructions')
        .values({ ...given, user_id: account, account_id: account, given_by: account })
        .execute()
    },
    async ask(account, { id, mode, contract, lots, trailing, channel, ...given }) {
      await db
        .insertInto('entry_tickets')
        .values({
          id,
          mode,
          user_id: account,
          account_id: account,
          on_day: istDateAt(given.askedAt),
          symbol: contract.symbol,
          contract: JSON.stringify(contract),
          lots,
          trails: trailing,
          channel,
          limit_paise: given.limit,
          stop_distance_paise: given.stopDistance,
          sl_buffer_paise: given.slBuffer,
          spot_paise: given.spot,
          asked_at: given.askedAt,
          valid_until: given.validUntil,
        })
        .execute()
    },
    async notificationKeys() {
      const rows = await db.selectFrom('trade_notifications').select('key').orderBy('id').execute()
      return rows.map((row) => row.key)
    },
  }
}
