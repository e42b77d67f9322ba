import { sql, type Kysely } from 'kysely'

/** Tables of messages whose rows may change: a message that its readers do not know shows as its code. */
const MESSAGES = ['trade_notifications', 'notices'] as const

/**
 * Gives the exit of a position that its user sold, and the alarm of a short that a sale of the user caused, the field's
 * terms. The journal's and the daily reports' rows stay as they were written: `current_trade` shows the trade of a journal
 * row under the current names.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function current_trade(trade jsonb) returns jsonb
    language sql immutable parallel safe as $$
      select case when fields ->> 'exitReason' = 'by_hand' then fields || '{"exitReason": "manual"}' else fields end
      from (
        select case
          when trade ? 'soldByHand' then
            trade - 'soldByHand' - 'frozen'
              || jsonb_build_object('manualExitQuantity', trade -> 'soldByHand', 'entrySettings', trade -> 'frozen')
          else trade
        end as fields
      ) as named
    $$`.execute(db)
  await sql`update trades set body = current_trade(body) where body ->> 'exitReason' = 'by_hand'`.execute(db)
  for (const table of MESSAGES) for (const statement of renamedMessages(table)) await statement.execute(db)
}

function renamedMessages(table: string) {
  const rows = sql.table(table)
  return [
    sql`
      update ${rows} set message = jsonb_set(message, '{params,reason}', '"manual"')
      where message ->> 'code' = 'notice.trade_closed' and message #>> '{params,reason}' = 'by_hand'`,
    sql`
      update ${rows} set message = jsonb_set(message, '{params,alarm}', '"manual_short"')
      where starts_with(message ->> 'code', 'alarm.figure_unknown') and message #>> '{params,alarm}' = 'short_by_hand'`,
    sql`
      update ${rows} set message = jsonb_build_object(
        'code', replace(message ->> 'code', 'alarm.short_by_hand.', 'alarm.manual_short.'),
        'params', (message -> 'params') - 'byHand' || case
          when message -> 'params' ? 'byHand' then jsonb_build_object('manualUnits', message #> '{params,byHand}')
          else '{}'
        end)
      where starts_with(message ->> 'code', 'alarm.short_by_hand.')`,
    // An alarm is notified once: the next of today must find the key of the first.
    sql`
      update ${rows} set key = replace(key, '/short_by_hand/', '/manual_short/')
      where starts_with(key, 'alarm/') and strpos(key, '/short_by_hand/') > 0`,
  ]
}
