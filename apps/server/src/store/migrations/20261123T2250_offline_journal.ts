import { sql, type Kysely } from 'kysely'

const ALARMS = [
  ['spool_outdated', 'offline_journal_outdated'],
  ['spool_damaged', 'offline_journal_damaged'],
] as const

/** Gives the alarms of the offline journal its term, in messages and in the keys by which an alarm is notified once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['trade_notifications', 'notices'])
    for (const [from, to] of ALARMS) {
      const rows = sql.table(table)
      const code = `alarm.${from}`
      await sql`
        update ${rows} set message = jsonb_set(message, '{code}', to_jsonb(replace(message ->> 'code', ${code}, ${`alarm.${to}`})))
        where message ->> 'code' = ${code} or starts_with(message ->> 'code', ${`${code}.`})`.execute(db)
      await sql`
        update ${rows} set key = replace(key, ${`/${from}/`}, ${`/${to}/`})
        where starts_with(key, 'alarm/') and strpos(key, ${`/${from}/`}) > 0`.execute(db)
    }
}
