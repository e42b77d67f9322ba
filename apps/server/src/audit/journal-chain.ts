import { LIVE_STATES_SQL } from '@strikewise/postgres-store/live-states.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { CHAIN_START, journalRow } from '@strikewise/execution/store/journal.ts'
import type { AuditReason } from '@strikewise/messages/families/audit.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import type { AuditFinding } from './audit-snapshot.ts'

/** A row of the journal up to which the chain was followed, and its hash. */
export interface ChainPosition {
  readonly seq: number
  readonly hash: string
}

/** Nothing of the chain has been followed yet. */
export const WHOLE_CHAIN: ChainPosition = { seq: 0, hash: CHAIN_START }

const PAGE = 500

/** The last row before `at`, whose hash is taken as it stands. */
export async function positionBefore(db: Kysely<Database>, account: string, at: EpochMs): Promise<ChainPosition> {
  const row = await db
    .selectFrom('account_journal')
    .select(['seq', 'hash'])
    .where('account_id', '=', account)
    .where('at', '<', at)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? WHOLE_CHAIN
}

/** Follows an account's chain from `position` to its end, which must be the one the account's own row names. */
export async function verifyFrom(
  db: Kysely<Database>,
  account: string,
  position: ChainPosition,
): Promise<{ position: ChainPosition; findings: AuditFinding[] }> {
  let { seq, hash } = position
  const broken = (at: number, message: AuditReason) => ({
    position,
    findings: [{ subject: String(at), message }],
  })
  for (;;) {
    const rows = await db
      .selectFrom('account_journal')
      .selectAll()
      .where('account_id', '=', account)
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(PAGE)
      .execute()
    for (const row of rows) {
      if (row.seq !== seq + 1) return broken(seq + 1, { code: 'audit.journal_broken.missing', row: seq + 1 })
      const right = journalRow(account, { seq, hash }, row.at as EpochMs, row.batch_id, row.change)
      if (row.prev_hash !== hash || row.hash !== right.hash)
        return broken(row.seq, { code: 'audit.journal_broken.hash', row: row.seq })
      seq = row.seq
      hash = row.hash
    }
    if (rows.length < PAGE) break
  }
  const end = await db
    .selectFrom('execution_accounts')
    .select(['journal_seq', 'journal_hash'])
    .where('account_id', '=', account)
    .executeTakeFirst()
  if (end !== undefined && (end.journal_seq !== seq || end.journal_hash !== hash))
    return broken(end.journal_seq, { code: 'audit.journal_broken.end', row: end.journal_seq, end: seq })
  return { position: { seq, hash }, findings: [] }
}

interface Difference {
  readonly kind: string
  readonly id: string
  readonly wrong: 'row_differs' | 'row_unjournaled'
}

/**
 * The rows of trades, intents, orders and fills that are not what the journal after `position` shows last of them, and those
 * of `day` and later that it does not mention. Rows of the journal keep the names of fields they were written with, which their
 * hashes cover. Compared where they lie: only what differs travels.
 */
export async function rowsAgainstJournal(
  db: Kysely<Database>,
  account: string,
  position: ChainPosition,
  day: { readonly on: string; readonly startsAt: EpochMs },
): Promise<AuditFinding[]> {
  const { rows } = await sql<Difference>`
    with journaled as (
      select distinct on (kind, id) kind, id, body from (
        select seq, kind,
          case kind
            when 'trade' then change->'trade'->>'id'
            when 'intent' then change->'intent'->>'id'
            when 'order' then concat_ws('/', change->>'on', change->'order'->>'orderId')
            else concat_ws('/', change->>'on', change->'fill'->>'tradeId', change->'fill'->>'orderId', change->'fill'->>'fillId')
          end as id,
          case kind
            when 'fill' then jsonb_build_array(change->'fill'->'side', change->'fill'->'quantity', change->'fill'->'price', coalesce(change->'fill'->'isManual', change->'fill'->'byHand'))
            when 'trade' then current_trade(change->'trade')
            when 'intent' then current_intent(change->'intent')
            else change->kind
          end as body
        from account_journal
        where account_id = ${account} and seq > ${position.seq} and kind in ('trade', 'intent', 'order', 'fill')
      ) as changes
      order by kind, id, seq desc
    ),
    stored as (
      select 'trade' as kind, id, body, on_day >= ${day.on}::date and created_at >= ${day.startsAt} as of_today
      from trades where account_id = ${account}
        and (on_day >= ${day.on}::date or id in (select id from journaled where kind = 'trade'))
      union all
      select 'intent', id, body, created_at >= ${day.startsAt}
      from intents where account_id = ${account}
        and trade_id in (
          select id from trades where account_id = ${account}
            and (on_day >= ${day.on}::date or state in (${sql.raw(LIVE_STATES_SQL)})))
      union
      select 'intent', id, body, created_at >= ${day.startsAt}
      from intents where id in (select id from journaled where kind = 'intent')
      union all
      select 'order', concat_ws('/', on_day, order_id), body, true
      from broker_orders where account_id = ${account} and on_day >= ${day.on}::date
      union all
      select 'fill', concat_ws('/', on_day, trade_id, order_id, fill_id),
        jsonb_build_array(side, quantity, price_paise, is_manual), true
      from fills where account_id = ${account} and on_day >= ${day.on}::date
    )
    select coalesce(journaled.kind, stored.kind) as kind, coalesce(journaled.id, stored.id) as id,
      case when journaled.id is null then 'row_unjournaled' else 'row_differs' end as wrong
    from journaled full join stored on journaled.kind = stored.kind and journaled.id = stored.id
    where (journaled.id is null and stored.of_today) or (journaled.id is not null and journaled.body is distinct from stored.body)
    order by 1, 2`.execute(db)
  return rows.map(({ kind, id, wrong }) => ({
    subject: `${kind} ${id}`,
    message: { code: `audit.${wrong}`, kind, id },
  }))
}
