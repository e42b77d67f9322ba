import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { enqueueMail } from '../../../src/outbox/outbox.ts'
import { until } from '../../trading-stack.ts'
import type { Fixture } from '../../fixture.ts'

const LONG_MS = 180_000

/** Puts mails into the outbox for the notifier to send. Answers who they are for. */
export async function writeMails({ db, bus }: Fixture, count: number): Promise<readonly string[]> {
  const recipients = Array.from({ length: count }, () => `${randomBytes(6).toString('hex')}@example.com`)
  for (const recipient of recipients) await enqueueMail(db, { recipient, subject: 'A storm', body: 'It passed.' })
  bus.publish('outbox', null)
  return recipients
}

/** Waits until each of them has its mail; those that are to be tried again later are tried now. */
export async function mailsArrived({ db, sandbox }: Fixture, recipients: readonly string[]): Promise<void> {
  await until('the mails', LONG_MS, async () => {
    await db
      .updateTable('outbox')
      .set({ due_at: sql`now()` })
      .where('sent_at', 'is', null)
      .where('due_at', '>', sql<Date>`now() + interval '1 second'`)
      .execute()
    for (const recipient of recipients)
      if ((await sandbox.get<unknown[]>(`/mails?to=${recipient}`)).length === 0) return undefined
    return true
  })
}
