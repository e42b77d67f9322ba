import { sql, type Kysely } from 'kysely'

/** Tables of messages whose rows may change. */
const MESSAGES = ['trade_notifications', 'notices'] as const

/**
 * Gives a broker's rejection of an expired access token, and the alarms of it, the field's term. The journal's rows stay as
 * they were written: `current_intent` shows the intent of one under the current names, so that it compares with its row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function current_intent(intent jsonb) returns jsonb
    language sql immutable parallel safe as $$
      select case
        when intent #>> '{outcome,state}' = 'refused' and intent #>> '{outcome,code}' = 'token_dead'
          then jsonb_set(intent, '{outcome,code}', '"token_expired"')
        else intent
      end
    $$`.execute(db)
  await sql`
    update intents set body = current_intent(body)
    where body #>> '{outcome,state}' = 'refused' and body #>> '{outcome,code}' = 'token_dead'`.execute(db)
  for (const table of MESSAGES) for (const statement of renamedMessages(table)) await statement.execute(db)
}

function renamedMessages(table: string) {
  const rows = sql.table(table)
  return [
    sql`
      update ${rows} set message = jsonb_set(message, '{params,alarm}', '"token_expired"')
      where starts_with(message ->> 'code', 'alarm.figure_unknown') and message #>> '{params,alarm}' = 'token_dead'`,
    sql`
      update ${rows} set message =
        jsonb_set(message, '{code}', to_jsonb(replace(message ->> 'code', 'alarm.token_dead', 'alarm.token_expired')))
      where message ->> 'code' = 'alarm.token_dead' or starts_with(message ->> 'code', 'alarm.token_dead.')`,
    // An alarm is notified once: the next of today must find the key of the first.
    sql`
      update ${rows} set key = replace(key, '/token_dead/', '/token_expired/')
      where starts_with(key, 'alarm/') and strpos(key, '/token_dead/') > 0`,
  ]
}
