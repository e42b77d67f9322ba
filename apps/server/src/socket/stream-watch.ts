import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import { istDateAt } from '@strikewise/domain/time/ist.ts'
import { sql } from 'kysely'
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

/**
 * What must not depend on a hint, read for all connections in one statement each: sessions that ended, notices that were
 * written, and trades that changed while their hint was lost. A connection costs the store nothing of its own.
 */
export function watchConnections(
  { db, bus, clock, logger }: WatchDependencies,
  connections: WatchedConnections,
): { close(): Promise<void> } {
  const newestNotice = new Map<string, string>()
  const tradesOf = new Map<string, string>()
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
  const readNotices = async (users: readonly string[]) => {
    const { rows } = await sql<{ user_id: string; newest: string }>`
      select user_id, max(id)::text as newest from notices where user_id = any(${users}) group by user_id`.execute(db)
    for (const { user_id, newest } of rows) {
      const isNew = newestNotice.get(user_id) !== newest && newestNotice.has(user_id)
      newestNotice.set(user_id, newest)
      if (isNew) for (const connection of connections.of(user_id)) connection.hint('notices')
    }
    for (const user of users) if (!newestNotice.has(user)) newestNotice.set(user, '')
  }
  const readTrades = async (users: readonly string[]) => {
    // A row that was written again has another xmin: its body need not be read.
    const { rows } = await sql<{ account_id: string; state: string }>`
      select account_id, md5(string_agg(id || xmin::text, ',' order by id)) as state from trades
      where account_id = any(${users}) and on_day = ${istDateAt(clock.now())} group by account_id`.execute(db)
    for (const { account_id, state } of rows) {
      const isMissed = tradesOf.get(account_id) !== state && tradesOf.has(account_id) && !hinted.has(account_id)
      tradesOf.set(account_id, state)
      // The hint was lost: it is given to every reader of this process.
      if (isMissed) bus.publish(`trades.${account_id}`, null)
    }
    for (const user of users) if (!tradesOf.has(user)) tradesOf.set(user, '')
    hinted.clear()
  }

  let round = 0
  const loop = startPollingLoop(SESSIONS_MS, async () => {
    const users = [...new Set([...connections.all()].map(({ owner }) => owner.userId))]
    if (users.length === 0) return
    round += 1
    try {
      await endSessions()
      if (round % CHANGES_EVERY !== 0) return
      forgetOthers([newestNotice, tradesOf], new Set(users))
      await readNotices(users)
      await readTrades(users)
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

function forgetOthers(maps: readonly Map<string, unknown>[], users: ReadonlySet<string>): void {
  for (const map of maps) for (const user of map.keys()) if (!users.has(user)) map.delete(user)
}
