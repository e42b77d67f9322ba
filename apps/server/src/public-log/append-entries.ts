// @invariant public-log Nothing is shown or traded that is not in the public log; a change, gap or cut is found in
//   its place.
import { createHash } from 'node:crypto'
import { canonicalJson } from '@strikewise/domain/hashing/canonical-json.ts'
import { hashedText, LOG_START_HASH, type LogEntry } from '@strikewise/public-log/log-entry.ts'
import type { EntryBody } from '@strikewise/public-log/entry-bodies.ts'
import { istDateAt } from '@strikewise/domain/time/ist.ts'
import type { Insertable, Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** The append-only, hash-chained record. One writer at a time: the leader of the market role. */
export interface PublicLogAppender {
  /**
   * Commits the statements as the next entries, all or none, with the row of the decision they publish. It is one
   * statement of SQL: a reader that waits for a decision waits for one answer of the store. Appends run one after the other.
   * Rejects when the store does not take them; the next append starts from what the store then holds.
   */
  append(statements: readonly EntryBody[], decision?: Insertable<Database['decisions']>): Promise<void>
}

type Head = Pick<LogEntry, 'seq' | 'hash'>

export function publicLogAppender(db: Kysely<Database>): PublicLogAppender {
  // Not known: at the start, and after a write that may or may not have been committed.
  let head: Head | undefined
  let tail: Promise<unknown> = Promise.resolve()

  const append: PublicLogAppender['append'] = async (statements, decision) => {
    const from = head ?? (await lastEntry(db))
    head = undefined
    let { seq, hash } = from
    const rows = statements.map((statement) => {
      const unhashed = { seq: seq + 1, prev: hash, body: canonicalJson(statement) }
      hash = createHash('sha256').update(hashedText(unhashed)).digest('hex')
      seq += 1
      return { ...placeOf(statement), seq, body: unhashed.body, hash, prev_hash: unhashed.prev }
    })
    const insert = db.insertInto('public_log_entries').values(rows)
    await (decision === undefined
      ? insert.execute()
      : db
          .with('entries', () => insert)
          .insertInto('decisions')
          .values(decision)
          .execute())
    head = { seq, hash }
  }
  return {
    append(statements, decision) {
      const appended = tail.then(() => append(statements, decision))
      tail = appended.catch(() => undefined)
      return appended
    },
  }
}

async function lastEntry(db: Kysely<Database>): Promise<Head> {
  const row = await db
    .selectFrom('public_log_entries')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? { seq: 0, hash: LOG_START_HASH }
}

function placeOf(statement: EntryBody) {
  const { kind, symbol, at } = statement
  const subject = statement.kind === 'signal' ? statement.agent : statement.decision.id
  return { kind, symbol, subject, day: istDateAt(at) }
}
