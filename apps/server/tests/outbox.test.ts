import { randomBytes } from 'node:crypto'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHAT_OUTBOX, claimDueMessages } from '../src/alerts/telegram/chat-outbox.ts'
import { notify } from '../src/alerts/notify.ts'
import { MAIL_OUTBOX, claimDueMail, enqueueMail } from '../src/outbox/outbox.ts'
import { markFailed, markSent, requeue, type Claim } from '../src/outbox/outbox-table.ts'
import { startTestPostgres, type TestPostgres } from '../src/store/testing.ts'
import { writeUser } from './alert-users.ts'

const NOW = Date.parse('2026-11-20T10:00:00+05:30') as EpochMs

let postgres: TestPostgres
beforeAll(async () => {
  // Workers take rows beside one that holds a connection.
  postgres = await startTestPostgres(4)
})
afterAll(() => postgres.stop())

const db = () => postgres.store.db
type Db = ReturnType<typeof db>

/** What the laws are about, of either table. */
interface Outbox {
  readonly table: string
  readonly timeoutMs: number
  readonly write: () => Promise<void>
  readonly claim: (on: Db) => Promise<readonly Claim[]>
  readonly sent: (claim: Claim) => Promise<void>
  readonly failed: (claim: Claim, delayMs?: number) => Promise<void>
  readonly requeue: (claim: Claim, delayMs: number) => Promise<void>
  /** Columns after a failure. */
  readonly reason: Readonly<Record<string, unknown>>
  /** Columns once the row is not sent again. */
  readonly empty: Readonly<Record<string, unknown>>
}

const mail: Outbox = {
  table: MAIL_OUTBOX.name,
  timeoutMs: MAIL_OUTBOX.visibilityTimeoutMs,
  write: () => enqueueMail(db(), { recipient: 'a@example.com', subject: 's', body: 'a link', html: '<p>' }),
  claim: async (on) => {
    const due = await claimDueMail(on)
    return due === undefined ? [] : [due]
  },
  sent: (claim) => markSent(db(), MAIL_OUTBOX, claim),
  failed: (claim, delayMs) => markFailed(db(), MAIL_OUTBOX, claim, 'refused', delayMs),
  requeue: (claim, delayMs) => requeue(db(), MAIL_OUTBOX, claim, delayMs),
  reason: { last_error: 'refused' },
  empty: { body: '', html: null },
}

const chat: Outbox = {
  table: CHAT_OUTBOX.name,
  timeoutMs: CHAT_OUTBOX.visibilityTimeoutMs,
  write: () => writeMessages(randomBytes(6).toString('hex'), 1),
  claim: (on) => claimDueMessages(on, 1),
  sent: (claim) => markSent(db(), CHAT_OUTBOX, claim),
  failed: (claim, delayMs) => markFailed(db(), CHAT_OUTBOX, claim, { code: 'chat_problem.too_old' }, delayMs),
  requeue: (claim, delayMs) => requeue(db(), CHAT_OUTBOX, claim, delayMs),
  reason: { problem: { code: 'chat_problem.too_old', params: {} } },
  empty: {},
}

/** Messages for one chat, oldest first. */
async function writeMessages(chatId: string, count: number): Promise<void> {
  const userId = await writeUser(db(), NOW, { chat: chatId })
  const alerts = Array.from({ length: count }, (_, nth) => ({
    userId,
    kind: 'exit' as const,
    key: `k${nth}`,
    at: NOW,
    message: { code: 'alert.pause_over' as const },
    link: null,
  }))
  await db()
    .transaction()
    .execute((tx) => notify(tx, alerts, NOW))
}

describe.each([mail, chat])(
  'the table $table',
  ({ table, timeoutMs, write, claim, sent, failed, requeue, ...expected }) => {
    const name = sql.table(table)
    const rowOf = async ({ id }: Claim) => {
      const dueIn = sql`extract(epoch from due_at - now()) * 1000`
      const found = sql<Record<string, unknown>>`select *, ${dueIn} as due_in_ms from ${name} where id = ${id}`
      return (await found.execute(db())).rows[0]!
    }
    /** As if so much time had passed for the rows that wait. */
    const pass = (ms: number) =>
      sql`update ${name} set due_at = due_at - ${`${ms} milliseconds`}::interval`.execute(db())
    const claimOne = async () => {
      const [claimed, ...more] = await claim(db())
      expect(more).toEqual([])
      return claimed!
    }
    const clear = () => sql`update ${name} set given_up_at = now() where sent_at is null`.execute(db())
    const written = async () => {
      await clear()
      await write()
      return claimOne()
    }

    it('gives a row to one worker while another is taking it', async () => {
      await clear()
      await write()
      const other = Promise.withResolvers<readonly Claim[]>()
      const taken = await db()
        .transaction()
        .execute(async (tx) => {
          const first = await claim(tx)
          const second = claim(db())
          second.then(other.resolve, other.reject)
          // Time for the other to be skipped or to wait for this transaction.
          await Promise.race([second, sql`select pg_sleep(0.5)`.execute(tx)])
          return first
        })
      expect(taken).toHaveLength(1)
      expect(await other.promise).toEqual([])
      expect(await rowOf(taken[0]!)).toMatchObject({ attempts: 1 })
    })

    it('gives each of many rows to one of many workers', async () => {
      await clear()
      for (let nth = 0; nth < 20; nth++) await write()
      const worker = async () => {
        const ids: number[] = []
        for (let claimed = await claim(db()); claimed.length > 0; claimed = await claim(db()))
          ids.push(...claimed.map(({ id }) => id))
        return ids
      }
      const ids = (await Promise.all([worker(), worker(), worker(), worker()])).flat()
      expect(ids).toHaveLength(20)
      expect(new Set(ids).size).toBe(20)
    })

    it('gives a row to another worker when its own ended between sending and reporting it', async () => {
      const lost = await written()
      await pass(timeoutMs - 1000)
      expect(await claim(db())).toEqual([])
      await pass(1001)
      expect(await claimOne()).toMatchObject({ id: lost.id, attempts: 2 })
    })

    it('gives a sent row to no worker again and empties it', async () => {
      const claimed = await written()
      await sent(claimed)
      await pass(timeoutMs)
      expect(await claim(db())).toEqual([])
      expect(await rowOf(claimed)).toMatchObject({
        ...expected.empty,
        given_up_at: null,
        last_error: null,
        attempts: 1,
      })
    })

    it('waits as long as requested after a failure, and stores its reason', async () => {
      const claimed = await written()
      await failed(claimed, 5000)
      const row = await rowOf(claimed)
      expect(row).toMatchObject({ ...expected.reason, sent_at: null, given_up_at: null })
      expect(Number(row['due_in_ms'])).toBeGreaterThan(0)
      expect(Number(row['due_in_ms'])).toBeLessThanOrEqual(5000)
      expect(await claim(db())).toEqual([])
      await pass(5000)
      expect(await claimOne()).toMatchObject({ id: claimed.id, attempts: 2 })
    })

    it('gives a row up after its last attempt, with its reason', async () => {
      const claimed = await written()
      await failed(claimed)
      await pass(timeoutMs)
      expect(await claim(db())).toEqual([])
      const row = await rowOf(claimed)
      expect(row).toMatchObject({ ...expected.reason, ...expected.empty, sent_at: null })
      expect(row['given_up_at']).not.toBeNull()
    })

    it('counts no attempt of a row that was put back', async () => {
      const claimed = await written()
      await requeue(claimed, 0)
      expect(await claimOne()).toMatchObject({ id: claimed.id, attempts: 1 })
    })

    it.each<[what: string, report: (late: Claim) => Promise<void>]>([
      ['failure', (late) => failed(late, 0)],
      ['last failure', (late) => failed(late)],
      ['return', (late) => requeue(late, 0)],
    ])('ignores a %s that is reported after another worker took the row', async (_what, report) => {
      const late = await written()
      await pass(timeoutMs)
      const current = await claimOne()
      const before = await rowOf(current)
      await report(late)
      expect({ ...(await rowOf(current)), due_in_ms: 0 }).toEqual({ ...before, due_in_ms: 0 })
    })

    it('takes a row as sent whenever that is reported', async () => {
      const late = await written()
      await pass(timeoutMs)
      const current = await claimOne()
      await sent(late)
      await failed(current, 0)
      expect(await claim(db())).toEqual([])
    })
  },
)

it('sends the messages of a chat in order: one that waits for its next attempt holds the others back', async () => {
  await sql`update chat_outbox set given_up_at = now() where sent_at is null`.execute(db())
  await writeMessages('ordered', 2)
  await writeMessages('other', 1)
  const claimed = await claimDueMessages(db(), 10)
  expect(claimed.map(({ chatId }) => chatId)).toEqual(['ordered', 'other'])
  await markFailed(db(), CHAT_OUTBOX, claimed[0]!, { code: 'chat_problem.too_old' }, 60_000)
  expect(await claimDueMessages(db(), 10)).toEqual([])
  await markSent(db(), CHAT_OUTBOX, claimed[0]!)
  expect((await claimDueMessages(db(), 10)).map(({ chatId }) => chatId)).toEqual(['ordered'])
})
