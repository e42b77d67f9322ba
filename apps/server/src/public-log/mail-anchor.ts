import type { Kysely } from 'kysely'
import { enqueueMail } from '../outbox/outbox.ts'
import type { Database } from '../store/database.ts'
import { anchorText } from './anchor-text.ts'
import { newestRoot } from './newest-root.ts'

/**
 * Mails the newest root to `anchor`, a `mailto:` address, unless it has it: with the note that it was sent, in one
 * transaction. A root names the one before it, so the newest covers the days of a pause too. Returns whether a mail was
 * stored.
 */
export async function mailNewest(db: Kysely<Database>, anchor: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const newest = await newestRoot(tx)
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
