import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** A token over the root of a day. */
interface StoredTimeStamp {
  /** Host of the authority: the rest of its address may be the operator's own. */
  readonly authority: string
  readonly stampedAt: Date
  /** DER in base64. */
  readonly token: string
}

/** How many tokens each day has; one without any is left out. */
export async function timeStampCounts(db: Kysely<Database>): Promise<ReadonlyMap<IstDate, number>> {
  const rows = await db
    .selectFrom('public_log_time_stamps')
    .select(({ fn }) => ['day', fn.countAll<string>().as('tokens')])
    .groupBy('day')
    .execute()
  return new Map(rows.map(({ day, tokens }) => [day, Number(tokens)]))
}

/** The tokens over the root of `day`, the first first. */
export async function timeStampsOf(db: Kysely<Database>, day: IstDate): Promise<readonly StoredTimeStamp[]> {
  const rows = await db
    .selectFrom('public_log_time_stamps')
    .select(['anchor', 'stamped_at', 'token'])
    .where('day', '=', day)
    .orderBy('stamped_at')
    .execute()
  return rows.map(({ anchor, stamped_at: stampedAt, token }) => ({ authority: new URL(anchor).host, stampedAt, token }))
}
