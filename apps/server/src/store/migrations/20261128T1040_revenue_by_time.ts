import { sql, type Kysely } from 'kysely'

/** Payments and credit notes of a time, as operators sum and export them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index payments_by_time on payments (paid_at)`.execute(db)
  await sql`create index refunds_by_time on refunds (done_at) where status = 'done'`.execute(db)
}
