// @invariant record-anchored The newest root of the public record is sent to each configured address outside once.
import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { Logger } from '../logging/logger.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import type { Database } from '../store/database.ts'
import { anchorText } from './anchor-text.ts'

const EVERY_MS = 600_000

interface AnchorWorker {
  readonly db: Kysely<Database>
  /** `mailto:` addresses. */
  readonly anchors: readonly string[]
  readonly bus: Pick<Bus, 'publish'>
  readonly logger: Pick<Logger, 'error' | 'info'>
}

/** Sends each new root to the addresses outside, now and every ten minutes until closed. */
export function startAnchorWorker(parts: AnchorWorker): { close(): Promise<void> } {
  return startPollingLoop(EVERY_MS, async () => {
    try {
      for (const anchor of parts.anchors)
        if (await anchorNewest(parts.db, anchor)) {
          parts.bus.publish('outbox', null)
          parts.logger.info({ anchor }, 'record anchored')
        }
    } catch (error) {
      parts.logger.error({ err: error }, 'the record could not be anchored; trying again')
    }
  })
}

/**
 * Mails the newest root to `anchor`, unless it has it: with the note that it was sent, in one transaction. A root names the
 * one before it, so the newest covers the days of a pause too. Returns whether a mail was stored.
 */
export async function anchorNewest(db: Kysely<Database>, anchor: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const newest = await tx
      .selectFrom('public_log_roots')
      .select(['day', 'root', 'hash', 'key'])
      .orderBy('last_seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (newest === undefined) return false
    const { day, root, hash, key } = newest
    // Of several notifiers at once the second waits here for the first, and finds the row.
    const noted = await tx
      .insertInto('public_log_anchors')
      .values({ anchor, day, hash })
      .onConflict((conflict) => conflict.doNothing())
      .returning('day')
      .executeTakeFirst()
    if (noted === undefined) return false
    await enqueueMail(tx, {
      recipient: decodeURIComponent(new URL(anchor).pathname),
      subject: `Strikewise record ${day}`,
      body: anchorText(root, hash, key),
    })
    return true
  })
}
