import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { DomainError } from '../domain-error.ts'

const KEY = /^[\x21-\x7e]{1,128}$/

/**
 * Does `work` once for each user, route and key, in one `transaction` with the key's row: a repeat gets the first reply,
 * the same key with another body is refused. Of two at once the second waits for the first.
 */
export async function runIdempotent<T, Tx extends Kysely<Database>>(
  transaction: <R>(work: (tx: Tx) => Promise<R>) => Promise<R>,
  call: { userId: string; route: string; key: string | undefined; body: unknown },
  work: (tx: Tx, key: string) => Promise<T>,
): Promise<T> {
  const { userId, route, key } = call
  if (key === undefined || !KEY.test(key))
    throw new DomainError({ code: 'problem.idempotency_key_required', min: 1, max: 128 })
  const bodyHash = createHash('sha256').update(JSON.stringify(call.body)).digest('hex')
  return transaction(async (tx) => {
    const claimed = await tx
      .insertInto('idempotency_keys')
      .values({ user_id: userId, route, key, body_hash: bodyHash, status: 0, reply: '' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    const row = (columns: Kysely<Database>) =>
      columns
        .selectFrom('idempotency_keys')
        .select(['body_hash', 'reply'])
        .where('user_id', '=', userId)
        .where('route', '=', route)
        .where('key', '=', key)
    if (claimed.numInsertedOrUpdatedRows !== 1n) {
      const first = await row(tx).executeTakeFirstOrThrow()
      if (first.body_hash !== bodyHash) throw new DomainError({ code: 'problem.idempotency_mismatch' })
      return JSON.parse(first.reply) as T
    }
    const reply = await work(tx, key)
    await tx
      .updateTable('idempotency_keys')
      .set({ status: 200, reply: JSON.stringify(reply) })
      .where('user_id', '=', userId)
      .where('route', '=', route)
      .where('key', '=', key)
      .execute()
    return reply
  })
}
