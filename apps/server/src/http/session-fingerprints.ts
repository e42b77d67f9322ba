import { sql, type Kysely } from 'kysely'
import { agreedText } from '../consents/terms-state.ts'
import type { Database } from '../store/database.ts'

/** How long one question waits for others, so that the sessions of many users are asked about in one statement. */
const GATHER_MS = 5

interface Waiting {
  readonly promise: Promise<string | undefined>
  readonly resolve: (fingerprint: string | undefined) => void
  readonly reject: (error: unknown) => void
}

/**
 * Fingerprints of all rows that a session's rights are made of: the session's own, its user's, profile, trading account and
 * newest consents. Two that are equal prove that none of them changed between.
 */
export class SessionFingerprints {
  readonly #db: Kysely<Database>
  #waiting = new Map<string, Waiting>()

  constructor(db: Kysely<Database>) {
    this.#db = db
  }

  /** Of a session, as the store has it when it answers. Undefined: it is gone or has ended. Rejects as the store does. */
  of(sessionId: string): Promise<string | undefined> {
    const known = this.#waiting.get(sessionId)
    if (known !== undefined) return known.promise
    if (this.#waiting.size === 0) setTimeout(() => void this.#ask(), GATHER_MS)
    const waiting = Promise.withResolvers<string | undefined>()
    this.#waiting.set(sessionId, waiting)
    return waiting.promise
  }

  async #ask(): Promise<void> {
    const asked = this.#waiting
    this.#waiting = new Map()
    try {
      const found = await fingerprintsOf(this.#db, [...asked.keys()])
      for (const [id, { resolve }] of asked) resolve(found.get(id))
    } catch (error) {
      for (const { reject } of asked.values()) reject(error)
    }
  }
}

/** By session, those that have not ended. */
async function fingerprintsOf(db: Kysely<Database>, sessions: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; fingerprint: string }>`
    select identity_sessions.id,
      md5(row(identity_sessions.*, identity_users.*, profiles.*, broker_links.*,
        ${agreedText('terms')}, ${agreedText('privacy')})::text) as fingerprint
    from identity_sessions
    join identity_users on identity_users.id = identity_sessions."userId"
    left join profiles on profiles.user_id = identity_users.id
    left join broker_links on broker_links.user_id = identity_users.id
    where identity_sessions.id = any(${sessions}) and identity_sessions."expiresAt" > now()`.execute(db)
  return new Map(rows.map(({ id, fingerprint }) => [id, fingerprint]))
}
