import { LIVE_STATES } from '@strikewise/execution/trade/trade.ts'
import { istInstant, type IstDate } from '@strikewise/domain/time/ist.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { fillsOf } from '../trades/fills-of.ts'
import type { StoredAccountSnapshot } from './audit-snapshot.ts'
import { verifyFrom, positionBefore, rowsAgainstJournal, WHOLE_CHAIN, type ChainPosition } from './journal-chain.ts'

/** The store aborts a statement of the audit after this time. */
const STATEMENT_TIMEOUT_MS = 5_000

export interface StoredSnapshotRead {
  readonly book: StoredAccountSnapshot
  /** Where the next look may go on along the journal. */
  readonly chain: ChainPosition
}

/**
 * One account at one instant of the store. The journal's chain is followed from `from` on (from the day's first row when
 * that is not known); `whole`: from its very beginning.
 */
export async function readStoredSnapshot(
  db: Kysely<Database>,
  account: string,
  on: IstDate,
  from: ChainPosition | undefined,
  whole: boolean,
): Promise<StoredSnapshotRead> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`select set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true)`.execute(trx)
      const startsAt = istInstant(on, 0)
      const morning = await positionBefore(trx, account, startsAt)
      const chain = await verifyFrom(trx, account, whole ? WHOLE_CHAIN : (from ?? morning))
      const rows = await rowsAgainstJournal(trx, account, morning, { on, startsAt })
      const parts = await readStoredParts(trx, account, on)
      return {
        book: { on, ...parts, journalFindings: [...chain.findings, ...rows] },
        chain: chain.position,
      }
    })
}

/** Trades of the day `on` and all that are not over, with what belongs to them. */
export async function readStoredParts(
  trx: Kysely<Database>,
  account: string,
  on: IstDate,
): Promise<Omit<StoredAccountSnapshot, 'on' | 'journalFindings'>> {
  const trades = await trx
    .selectFrom('trades')
    .select(['id', 'body'])
    .where('account_id', '=', account)
    .where((is) => is.or([is('on_day', '=', on), is('state', 'in', LIVE_STATES)]))
    .execute()
  const ids = trades.map(({ id }) => id)
  if (ids.length === 0) return { trades: [], intents: [], orders: [], fills: [] }
  const intents = await trx.selectFrom('intents').select('body').where('trade_id', 'in', ids).execute()
  const orders = await trx.selectFrom('broker_orders').select('body').where('trade_id', 'in', ids).execute()
  const fills = await fillsOf(trx, ids)
  return {
    trades: trades.map(({ body }) => body),
    intents: intents.map(({ body }) => body),
    // An order that an answer named by mistake is none of the trade's.
    orders: orders.map(({ body }) => body).filter((order) => order.isForeign !== true),
    fills: [...fills.values()].flat(),
  }
}
