// @invariant alert-once
import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notify, type Alert } from '../src/alerts/notify.ts'
import { startTestPostgres, type TestPostgres } from '../src/store/testing.ts'
import { chatsOf, keysOf, mailsOf, noticesOf, writeUser } from './alert-users.ts'

/** A Friday with a session. */
const DAY = '2026-11-20' as IstDate

let postgres: TestPostgres
let now: EpochMs
beforeAll(async () => {
  postgres = await startTestPostgres()
})
beforeEach(() => {
  now = istInstant(DAY, 10)
})
afterAll(() => postgres.stop())

describe('a notification', () => {
  const alert = (
    userId: string,
    { message = { code: 'alert.pause_over' }, ...change }: Partial<Alert> = {},
  ): Alert => ({ userId, kind: 'entry', key: 'k', at: now, message, link: null, ...change })
  const put = (alerts: readonly Alert[]) => postgres.store.db.transaction().execute((tx) => notify(tx, alerts, now))

  it('notifies of the same thing once, however often it is reported', async () => {
    const user = await writeUser(postgres.store.db, now, { chat: '100' })
    expect(await put([alert(user)])).toBe(1)
    expect(await put([alert(user), alert(user, { key: 'k2' })])).toBe(1)
    expect(await keysOf(postgres.store.db, user)).toEqual(['k', 'k2'])
    expect(await chatsOf(postgres.store.db, user)).toEqual(['k → 100', 'k2 → 100'])
  })

  it.each([
    ['starter', 'entry', 1, 0, 0],
    ['starter', 'signal', 0, 0, 0],
    ['starter', 'daily_report', 0, 0, 0],
    ['starter', 'account_changed', 1, 0, 1],
    ['pro', 'signal', 1, 1, 0],
    ['pro', 'daily_report', 1, 1, 1],
    ['elite', 'new_login', 1, 1, 0],
    ['master', 'attention', 1, 1, 0],
  ] as const)('to %s of kind %s: %i in the app, %i in Telegram, %i by mail', async (plan, kind, app, chat, mail) => {
    const user = await writeUser(postgres.store.db, now, { plan, chat: `c-${plan}-${kind}` })
    await put([alert(user, { kind })])
    expect(
      [
        await keysOf(postgres.store.db, user),
        await chatsOf(postgres.store.db, user),
        await mailsOf(postgres.store.db, user),
      ].map((found) => found.length),
    ).toEqual([app, chat, mail])
  })

  it('is written to each of many users with its own message, in the order in which the alerts came', async () => {
    const users = [await writeUser(postgres.store.db, now), await writeUser(postgres.store.db, now)]
    const messages = [{ code: 'alert.pause_over' }, { code: 'legacy.text', text: 'Old.' }] as const
    const alerts = messages.flatMap((message, i) => users.map((user) => alert(user, { key: `k${2 - i}`, message })))
    expect(await put([...alerts, ...alerts])).toBe(4)
    for (const user of users)
      expect((await noticesOf(postgres.store.db, user)).map(({ key, text }) => [key, text])).toEqual([
        ['k2', rendererOf('en').text(messages[0])],
        ['k1', 'Old.'],
      ])
  })

  it('goes by the user’s switches', async () => {
    const user = await writeUser(postgres.store.db, now, { chat: '101' })
    await postgres.store.db
      .insertInto('alert_switches')
      .values([
        { user_id: user, kind: 'entry', channel: 'telegram', is_on: false },
        { user_id: user, kind: 'new_login', channel: 'mail', is_on: true },
        { user_id: user, kind: 'attention', channel: 'telegram', is_on: false },
      ])
      .execute()
    await put([alert(user), alert(user, { key: 'n', kind: 'new_login' }), alert(user, { key: 'a', kind: 'attention' })])
    expect(await chatsOf(postgres.store.db, user)).toEqual(['n → 101', 'a → 101'])
    expect(await mailsOf(postgres.store.db, user)).toEqual(['Strikewise: New login'])
  })

  it('sends nothing to a chat whose owner has not agreed, nor to one that is gone', async () => {
    const typed = await writeUser(postgres.store.db, now, { chat: '102' })
    const unreachable = await writeUser(postgres.store.db, now, { chat: '103' })
    const change = (user: string, set: { telegram_paired_at?: null; telegram_unreachable_at?: Date }) =>
      postgres.store.db.updateTable('profiles').set(set).where('user_id', '=', user).execute()
    await change(typed, { telegram_paired_at: null })
    await change(unreachable, { telegram_unreachable_at: new Date() })
    await put([alert(typed), alert(unreachable)])
    expect([await chatsOf(postgres.store.db, typed), await chatsOf(postgres.store.db, unreachable)]).toEqual([[], []])
    expect(await keysOf(postgres.store.db, unreachable)).toEqual(['k'])
  })

  it('sends nothing by Telegram when the plan has ended', async () => {
    const user = await writeUser(postgres.store.db, now, { chat: '104' })
    now = (now + 31 * 86_400_000) as EpochMs
    await put([alert(user), alert(user, { key: 's', kind: 'signal' })])
    expect([await keysOf(postgres.store.db, user), await chatsOf(postgres.store.db, user)]).toEqual([['k'], []])
  })
})
