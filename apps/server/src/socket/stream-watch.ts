import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import { istDateAt } from '@strikewise/domain/time/ist.ts'
import type { StreamHint } from '@strikewise/wire/live-stream.ts'
import { sql, type RawBuilder } from 'kysely'
import type { WebDependencies } from '../http/web-dependencies.ts'
import type { StreamConnection } from './stream-connection.ts'

/** A session that ended is noticed within this. Real milliseconds. */
const SESSIONS_MS = 1000
/** Every so many reads of the sessions, notices and trades are read as well. */
const CHANGES_EVERY = 5

type WatchDependencies = Pick<WebDependencies, 'db' | 'bus' | 'clock' | 'logger'>

/** The connections that are watched, by their user. */
export interface WatchedConnections {
  readonly all: () => Iterable<StreamConnection>
  readonly of: (userId: string) => readonly StreamConnection[]
}

/** What changed of a user since it was last read. `state` is another text after each change. */
interface UserState {
  readonly user_id: string
  readonly state: string
}

/**
 * What must not depend on a hint, read for all connections in one statement each: sessions that ended, notices and refusals
 * that were written, and trades that changed while their hint was lost. A connection costs the store nothing of its own.
 */
export function watchConnections(
  { db, bus, clock, logger }: WatchDependencies,
  connections: WatchedConnections,
): { close(): Promise<void> } {
  const hinted = new Set<string>()
  const unsubscribe = bus.subscribe('trades.*', (subject) => hinted.add(subject.slice('trades.'.length)))

  const endSessions = async () => {
    const watched = [...connections.all()]
    const ids = [...new Set(watched.map(({ owner }) => owner.sessionId))]
    const { rows } = await sql<{ id: string }>`
      select id from identity_sessions where id = any(${ids}) and "expiresAt" > now()`.execute(db)
    const known = new Set(rows.map(({ id }) => id))
    for (const connection of watched) if (!known.has(connection.owner.sessionId)) connection.end()
  }
  const hint = (changed: StreamHint) => (userId: string) => {
    for (const connection of connections.of(userId)) connection.hint(changed)
  }
  const watched = [
    changesOf(
      (users) => sql`
      select user_id, max(id)::text as state from notices where user_id = any(${users}) group by user_id`,
      hint('notices'),
    ),
    changesOf(
      (users) => sql`
      select account_id as user_id, count(*)::text as state from entry_refusals
      where account_id = any(${users}) and on_day = ${istDateAt(clock.now())} group by account_id`,
      hint('refusals'),
    ),
    // A row that was written again has another xmin: its body need not be read.
    changesOf(
      (users) => sql`
      select account_id as user_id, md5(string_agg(id || xmin::text, ',' order by id)) as state from trades
      where account_id = any(${users}) and on_day = ${istDateAt(clock.now())} group by account_id`,
      (userId) => {
        // The hint was lost: it is given to every reader.
        if (!hinted.has(userId)) bus.publish(`trades.${userId}`, null)
      },
    ),
  ]

  let round = 0
  const loop = startPollingLoop(SESSIONS_MS, async () => {
    const users = [...new Set([...connections.all()].map(({ owner }) => owner.userId))]
    if (users.length === 0) return
    round += 1
    try {
      await endSessions()
      if (round % CHANGES_EVERY !== 0) return
      for (const read of watched) await read(db, users)
      hinted.clear()
    } catch (error) {
      // While the store is away no session ends: what is shown is of users who were signed in.
      logger.warn({ err: error }, 'the connections of the stream could not be checked')
    }
  })
  return {
    async close() {
      unsubscribe()
      await loop.close()
    },
  }
}

/** Reads the state of all users in one statement, and reports those of whom it has changed since the last time. */
function changesOf(
  statement: (users: readonly string[]) => RawBuilder<unknown>,
  report: (userId: string) => void,
): (db: WatchDependencies['db'], users: readonly string[]) => Promise<void> {
  let known = new Map<string, string>()
  return async (db, users) => {
    const { rows } = await sql<UserState>`${statement(users)}`.execute(db)
    const found = new Map(rows.map(({ user_id, state }) => [user_id, state]))
    const before = known
    known = new Map(users.map((user) => [user, found.get(user) ?? '']))
    for (const [user, state] of known) if (before.has(user) && before.get(user) !== state) report(user)
  }
}
