import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { Change } from '@strikewise/execution/store/account-changes.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** A change of an account, and when the trader role made it. */
export interface JournaledChange {
  readonly at: EpochMs
  readonly change: Change
}

/**
 * The changes of an account's day `on` that were made up to `until`, in the journal's order. What was made while the store
 * was away counts when it was made, not when it was written. Rows keep the names of fields they were written with, which
 * their hashes cover: they are read under the current names.
 */
export async function journalUntil(
  db: Kysely<Database>,
  account: string,
  on: IstDate,
  until: EpochMs,
): Promise<JournaledChange[]> {
  const { rows } = await sql<JournaledChange>`
    select at, case kind
      when 'trade' then jsonb_set(change, '{trade}', current_trade(change->'trade'))
      when 'intent' then jsonb_set(change, '{intent}', current_intent(change->'intent'))
      when 'fill' then
        case when change->'fill' ? 'byHand'
          then jsonb_set(change, '{fill,isManual}', change->'fill'->'byHand')
          else change end
      else change end as change
    from account_journal
    where account_id = ${account} and at between ${istInstant(on, 0)} and ${until}
    order by seq`.execute(db)
  return rows
}
