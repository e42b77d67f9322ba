import { createHash, randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

const STATE_BYTES = 32
/** Longer than a login with a second factor takes; by the store's clock, for people take real time. */
const LIFE = '15 minutes'

/** A new one-time state that the broker's redirect must bring back to the same session. */
export async function newLoginState(db: Kysely<Database>, userId: string, sessionId: string): Promise<string> {
  const state = randomBytes(STATE_BYTES).toString('base64url')
  await db
    .deleteFrom('broker_login_states')
    .where('user_id', '=', userId)
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  await db
    .insertInto('broker_login_states')
    .values({
      digest: digestOf(state),
      user_id: userId,
      session_id: sessionId,
      expires_at: sql`now() + ${LIFE}::interval`,
    })
    .execute()
  return state
}

/** True once for a state that was given to this session and has not run out. */
export async function useLoginState(
  db: Kysely<Database>,
  userId: string,
  sessionId: string,
  state: string,
): Promise<boolean> {
  const used = await db
    .updateTable('broker_login_states')
    .set({ used: true })
    .where('digest', '=', digestOf(state))
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .where('used', '=', false)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

function digestOf(state: string): string {
  return createHash('sha256').update(state).digest('hex')
}
