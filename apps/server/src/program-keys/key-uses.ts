import { sql, type Kysely } from 'kysely'
import type { Logger } from '../logging/logger.ts'
import type { Database } from '../store/database.ts'
import type { KeyGrant } from './find-key.ts'

/** The last use of a key is written at most this often. */
const WRITE_EVERY_MS = 60_000
/** Keys whose last writing is remembered; the one written longest ago goes first. */
const MAX_REMEMBERED = 20_000

interface KeyUse {
  readonly key: KeyGrant
  readonly userId: string
  readonly address: string
  /** The route, where it changes something: each such use is a row of the audit. */
  readonly change: string | undefined
}

/** Records that keys are used: when and from where at most once a minute each, and every change. */
export class KeyUses {
  readonly #logger: Logger
  readonly #realNow: () => number
  /** When the use of each key was written last, in the order of the writings. */
  readonly #writtenAt = new Map<string, number>()

  /** `realNow`: real milliseconds, of which only differences count. */
  constructor(logger: Logger, realNow: () => number = () => performance.now()) {
    this.#logger = logger
    this.#realNow = realNow
  }

  /** What cannot be written is logged and takes nothing from the call, which is done by then. */
  async record(db: Kysely<Database>, { key, userId, address, change }: KeyUse): Promise<void> {
    try {
      if (this.#isDue(key.id))
        await db
          .updateTable('program_keys')
          .set({ last_used_at: sql<Date>`now()`, last_used_address: address })
          .where('id', '=', key.id)
          .execute()
      if (change === undefined) return
      await db
        .insertInto('program_key_events')
        .values({ key_id: key.id, user_id: userId, event: 'used', route: change })
        .execute()
    } catch (error) {
      this.#logger.error({ err: error, key: key.id }, 'the use of a program key could not be recorded')
    }
  }

  #isDue(id: string): boolean {
    const now = this.#realNow()
    const written = this.#writtenAt.get(id)
    if (written !== undefined && now - written < WRITE_EVERY_MS) return false
    this.#writtenAt.delete(id)
    this.#writtenAt.set(id, now)
    const [oldest] = this.#writtenAt.keys()
    if (this.#writtenAt.size > MAX_REMEMBERED && oldest !== undefined) this.#writtenAt.delete(oldest)
    return true
  }
}
