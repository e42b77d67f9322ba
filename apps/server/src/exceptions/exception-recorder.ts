// @invariant exception-recorded Each alarm of trading, and each finding of the auditor, is an exception that operators see, also when
//   the store was away as it was raised.
import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import { istDateAt, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { RowRejected } from '@strikewise/execution/ports.ts'
import { storableText } from '@strikewise/domain/text/storable-text.ts'
import type { Message } from '@strikewise/messages/message.ts'
import { split, type StoredMessage } from '@strikewise/messages/split.ts'
import { translateRejection } from '@strikewise/postgres-store/row-rejected.ts'
import { sql, type Kysely } from 'kysely'
import type { Logger } from '../logging/logger.ts'
import type { Database } from '../store/database.ts'

const FLUSH_MS = 1_000
/** Exceptions that wait for the store; more than these are counted in the log alone. */
const MAX_WAITING = 1_000
/** A code or subject is cut: it comes from the broker's books. */
const MAX_SUBJECT = 100
/** Fields of a message that distinguish what occurred from others of the same code, the first that is there. */
const SUBJECTS = ['contract', 'order', 'fill', 'position', 'id', 'tag', 'row'] as const

/** What occurred, since it was last written. */
interface WaitingException {
  readonly account_id: string
  readonly on_day: IstDate
  readonly code: string
  readonly subject: string
  message: StoredMessage
  readonly first_at: number
  last_at: number
  occurrences: number
}

export interface ExceptionRecorderOptions {
  readonly db: Kysely<Database>
  readonly now: () => EpochMs
  readonly logger: Pick<Logger, 'warn' | 'error'>
}

/** Writes alarms beside trading: raising one waits for nothing and never throws. */
export class ExceptionRecorder {
  readonly #options: ExceptionRecorderOptions
  #waiting = new Map<string, WaitingException>()
  #dropped = 0
  readonly #loop: ReturnType<typeof startPollingLoop>

  constructor(options: ExceptionRecorderOptions) {
    this.#options = options
    this.#loop = startPollingLoop(FLUSH_MS, () => this.#flush())
  }

  record(account: string, code: string, message: Message): void {
    const at = this.#options.now()
    const on = istDateAt(at)
    const subject = subjectOf(message)
    const name = JSON.stringify([account, on, code, subject])
    const known = this.#waiting.get(name)
    if (known !== undefined) {
      known.message = split(message)
      known.last_at = at
      known.occurrences += 1
    } else if (this.#waiting.size >= MAX_WAITING) this.#dropped += 1
    else
      this.#waiting.set(name, {
        account_id: account,
        on_day: on,
        code,
        subject,
        message: split(message),
        first_at: at,
        last_at: at,
        occurrences: 1,
      })
  }

  /** Writes what waits, once; what the store does not take is lost with the process, and stays in its log. */
  async close(): Promise<void> {
    await this.#loop.close()
    await this.#flush()
  }

  async #flush(): Promise<void> {
    const { logger } = this.#options
    if (this.#dropped > 0) logger.warn({ dropped: this.#dropped }, 'too many exceptions wait for the store')
    this.#dropped = 0
    const batch = this.#waiting
    if (batch.size === 0) return
    this.#waiting = new Map()
    try {
      await this.#writeAccepted(batch)
    } catch (error) {
      logger.warn({ err: error, exceptions: batch.size }, 'exceptions could not be stored; they are tried again')
      this.#takeBack(batch)
    }
  }

  /** Writes a batch, or one by one what the store takes of it, and removes from it what was written or never will be. */
  async #writeAccepted(batch: Map<string, WaitingException>): Promise<void> {
    const { db, logger } = this.#options
    try {
      await translateRejection(writeExceptions(db, [...batch.values()]))
      return
    } catch (error) {
      if (!(error instanceof RowRejected)) throw error
    }
    for (const [name, one] of batch) {
      try {
        await translateRejection(writeExceptions(db, [one]))
      } catch (error) {
        if (!(error instanceof RowRejected)) throw error
        logger.error(
          { account: one.account_id, code: one.code, reason: error.message },
          'the store takes no such exception',
        )
      }
      batch.delete(name)
    }
  }

  /** What occurred meanwhile comes on top. */
  #takeBack(batch: ReadonlyMap<string, WaitingException>): void {
    for (const [name, one] of batch) {
      const newer = this.#waiting.get(name)
      this.#waiting.set(
        name,
        newer === undefined
          ? one
          : { ...newer, first_at: one.first_at, occurrences: one.occurrences + newer.occurrences },
      )
    }
  }
}

async function writeExceptions(db: Kysely<Database>, exceptions: readonly WaitingException[]): Promise<void> {
  await db
    .insertInto('exceptions')
    .values(exceptions.map((one) => ({ ...one, message: JSON.stringify(one.message) })))
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'on_day', 'code', 'subject']).doUpdateSet({
        message: (is) => is.ref('excluded.message'),
        last_at: (is) => is.ref('excluded.last_at'),
        occurrences: sql<number>`exceptions.occurrences + excluded.occurrences`,
        // What occurs again is open again.
        resolved_at: null,
      }),
    )
    .execute()
}

function subjectOf(message: Message): string {
  const fields = message as unknown as Readonly<Record<string, unknown>>
  const value = SUBJECTS.map((name) => fields[name]).find((one) => typeof one === 'string' || typeof one === 'number')
  return value === undefined ? '' : storableText(String(value), MAX_SUBJECT)
}
