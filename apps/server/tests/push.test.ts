import { randomBytes } from 'node:crypto'
import type { AlertKind } from '@strikewise/domain/alerts/alert-kinds.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Message } from '@strikewise/messages/message.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { notify } from '../src/alerts/notify.ts'
import { addDevice, removeOwnDevice } from '../src/alerts/push/push-devices.ts'
import { vapidPublicKey } from '../src/alerts/push/vapid-keys.ts'
import { noticesOf, writeUser } from './alert-users.ts'
import { ChatStack } from './telegram-stack.ts'

const stack = new ChatStack()
beforeAll(() => stack.open())
afterEach(() => stack.recover())
afterAll(() => stack.close())

/** A push message as the sandbox's browser reads it. */
interface Received {
  readonly ttl: number
  readonly urgency: string
  readonly text: string
}

interface Browser {
  readonly user: string
  readonly id: string
  readonly endpoint: string
}

/** A browser of the sandbox that subscribed with the product's key. */
async function subscribe() {
  const key = await vapidPublicKey(stack.postgres.store.db, stack.vault)
  return stack.sandbox.post<{ id: string; endpoint: string; keys: { p256dh: string; auth: string } }>(
    '/push/subscriptions',
    { application_server_key: key },
  )
}

/** A user with a browser, which is notified of its own registration. */
async function browser(user?: string): Promise<Browser> {
  const owner = user ?? (await writeUser(stack.postgres.store.db, stack.now))
  const { id, endpoint, keys } = await subscribe()
  const device = { endpoint, ...keys, userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile' }
  await stack.postgres.store.db.transaction().execute((tx) => addDevice(tx, owner, device, stack.now))
  stack.bus.publish('outbox', null)
  await expect.poll(() => texts(id), { timeout: 20_000 }).toHaveLength(1)
  return { user: owner, id, endpoint }
}

const received = (id: string) => stack.sandbox.get<Received[]>(`/push/messages?subscription=${id}`)
/** What a browser showed, oldest first. */
async function texts(id: string): Promise<string[]> {
  return (await received(id)).map(({ text }) => (JSON.parse(text) as { text: string }).text).toReversed()
}

async function put(user: string, kind: AlertKind, ...messages: Message[]): Promise<void> {
  const alerts = messages.map((message) => {
    const key = randomBytes(4).toString('hex')
    return { userId: user, kind, key, at: stack.now, message, link: '/dashboard' }
  })
  await stack.postgres.store.db.transaction().execute((tx) => notify(tx, alerts, stack.now))
  stack.bus.publish('outbox', null)
}
const textMessage = (text: string): Message => ({ code: 'legacy.text', text })
const shows = (id: string, ...expected: string[]) =>
  expect.poll(async () => (await texts(id)).slice(1), { timeout: 20_000 }).toEqual(expected)

const rowsOf = (user: string) =>
  stack.postgres.store.db
    .selectFrom('push_outbox')
    .innerJoin('notices', 'notices.id', 'push_outbox.notice_id')
    .select(['subscription_id', 'problem', 'attempts', 'sent_at', 'given_up_at', 'notices.text', 'kind'])
    .where('push_outbox.user_id', '=', user)
    .orderBy('push_outbox.id')
    .execute()
const devicesOf = (user: string) =>
  stack.postgres.store.db.selectFrom('push_subscriptions').selectAll().where('user_id', '=', user).execute()

describe('a browser of a user', () => {
  it('is sent nothing while browser notifications are switched off for its user, who has the alert in the list', async () => {
    const { user, id } = await browser()
    const { db } = stack.postgres.store
    await stack.stop()
    await db
      .insertInto('feature_flags')
      .values({ flag: 'browser_notifications', plans: ['pro'], percentage: 0, updated_by: 'o', updated_at: 0 })
      .execute()
    await stack.start()
    await put(user, 'exit', textMessage('Sold.'))
    await expect.poll(async () => (await rowsOf(user)).at(-1)?.given_up_at, { timeout: 20_000 }).toBeTruthy()
    expect((await rowsOf(user)).at(-1)).toMatchObject({
      sent_at: null,
      problem: { code: 'push_problem.switched_off' },
    })
    await shows(id)
    expect((await noticesOf(db, user)).map(({ text }) => text)).toContain('Sold.')
    expect(await devicesOf(user)).toMatchObject([{ failures: 0, problem: null }])
    await stack.stop()
    await db.deleteFrom('feature_flags').execute()
    await stack.start()
    await put(user, 'exit', textMessage('Sold again.'))
    await shows(id, 'Sold again.')
  })

  it('is notified of its registration, and its owner in the list and by mail', async () => {
    const { user, id } = await browser()
    expect(await texts(id)).toEqual([
      'Browser notifications are on for a new device: Chrome on Android. Not you? Remove it under Alerts and change your password.',
    ])
    expect((await noticesOf(stack.postgres.store.db, user)).map(({ kind }) => kind)).toEqual(['account_changed'])
  })

  it('shows alerts in order, in the language of the account, with the screen they lead to', async () => {
    const { user, id } = await browser()
    await stack.postgres.store.db.updateTable('identity_users').set({ language: 'hi' }).where('id', '=', user).execute()
    await put(user, 'attention', { code: 'alert.pause_over' }, { code: 'alert.feed_back', since: stack.now })
    await shows(
      id,
      'आपका विराम पूरा हुआ। एंट्री चालू हैं।',
      'कीमतें फिर आने लगीं। वे 08:00:00 पर रुकी थीं। नई एंट्री फिर हो सकती हैं, अगर आपने उन्हें रोका नहीं है।',
    )
    const [newest] = await received(id)
    expect(JSON.parse(newest!.text)).toMatchObject({ lang: 'hi-IN', path: '/dashboard', at: stack.now })
    expect(newest).toMatchObject({ ttl: 12 * 3600, urgency: 'high' })
    expect(await devicesOf(user)).toMatchObject([{ failures: 0, problem: null, delivered_at: expect.any(Date) }])
  })

  it('shows each alert on every device, and on none that was switched off for it', async () => {
    const first = await browser()
    const second = await browser(first.user)
    await stack.postgres.store.db
      .insertInto('alert_switches')
      .values({ user_id: first.user, kind: 'signal', channel: 'push', is_on: false })
      .execute()
    await put(first.user, 'signal', textMessage('not this'))
    await put(first.user, 'exit', textMessage('Sold.'))
    await shows(second.id, 'Sold.')
    // The first device was also notified of the second.
    await expect.poll(async () => (await texts(first.id)).at(-1), { timeout: 20_000 }).toBe('Sold.')
  })

  it('on starter shows alerts about the account, and none about trading', async () => {
    const user = await writeUser(stack.postgres.store.db, stack.now, { plan: 'starter' })
    const { id } = await browser(user)
    await put(user, 'exit', textMessage('Sold.'))
    await put(user, 'new_login', textMessage('New login.'))
    await shows(id, 'New login.')
  })

  it('lets an entry go after five minutes, and keeps that of an exit', async () => {
    const { user, id } = await browser()
    await stack.stop()
    await put(user, 'entry', textMessage('Bought.'))
    await put(user, 'exit', textMessage('Sold.'))
    stack.now = (stack.now + 5 * 60_000) as EpochMs
    await stack.start()
    await shows(id, 'Sold.')
    const rows = await rowsOf(user)
    expect(rows.at(-2)).toMatchObject({ problem: { code: 'chat_problem.too_old' }, given_up_at: expect.any(Date) })
    expect((await received(id))[0]!.ttl).toBe(12 * 3600 - 300)
  })

  it('is removed by its owner, and then is sent nothing', async () => {
    const { user, id } = await browser()
    const [device] = await devicesOf(user)
    const remove = (who: string) =>
      stack.postgres.store.db.transaction().execute((tx) => removeOwnDevice(tx, who, device!.id))
    await expect(remove(await writeUser(stack.postgres.store.db, stack.now))).rejects.toMatchObject({
      code: 'not_found',
    })
    await remove(user)
    await put(user, 'exit', textMessage('Sold.'))
    expect((await rowsOf(user)).map(({ kind }) => kind)).toEqual(['account_changed'])
    expect(await texts(id)).toHaveLength(1)
  })
})

describe('a push service', () => {
  it('that answers 410 takes the browser away, and what waits for it', async () => {
    const { user, id } = await browser()
    await stack.sandbox.post('/faults', { kind: 'push_gone' })
    await put(user, 'exit', textMessage('one'), textMessage('two'))
    await expect.poll(() => devicesOf(user), { timeout: 20_000 }).toEqual([])
    expect((await rowsOf(user)).slice(1)).toMatchObject([
      { subscription_id: null, sent_at: null, problem: { code: 'push_problem.ended' } },
      { subscription_id: null, sent_at: null, problem: { code: 'push_problem.ended' } },
    ])
    expect(await texts(id)).toHaveLength(1)
  })

  it('that asks for patience gets it, and the message once', async () => {
    const { user, id } = await browser()
    await stack.sandbox.post('/faults', { kind: 'push_rate_limit', retryAfterSeconds: 2 })
    await put(user, 'exit', textMessage('patience'))
    await shows(id, 'patience')
    expect((await rowsOf(user)).at(-1)).toMatchObject({ attempts: 1, problem: null, sent_at: expect.any(Date) })
  })

  it('that fails is asked again, in order', async () => {
    const { user, id } = await browser()
    await stack.sandbox.post('/faults', { kind: 'push_error', times: 1, status: 500 })
    await put(user, 'exit', textMessage('one'), textMessage('two'))
    await expect
      .poll(async () => (await devicesOf(user))[0], { timeout: 20_000 })
      .toMatchObject({ failures: 1, problem: { code: 'push_problem.refused', params: { status: 500 } } })
    await shows(id, 'one', 'two')
    expect(await devicesOf(user)).toMatchObject([{ failures: 0, problem: null }])
  })

  it('that is slow keeps no other browser waiting', async () => {
    const [slow, other] = [await browser(), await browser()]
    await stack.sandbox.post('/faults', { kind: 'push_slow', delayMs: 8_000 })
    await put(slow.user, 'exit', textMessage('late'))
    await expect.poll(async () => (await rowsOf(slow.user)).at(-1)?.attempts, { timeout: 20_000 }).toBe(1)
    await put(other.user, 'exit', textMessage('soon'))
    await shows(other.id, 'soon')
    expect(await texts(slow.id)).toHaveLength(1)
    await shows(slow.id, 'late')
  })

  it('does not get again over a restart what it took', async () => {
    const { user, id } = await browser()
    await put(user, 'exit', textMessage('before'))
    await shows(id, 'before')
    await stack.stop()
    await put(user, 'exit', textMessage('meanwhile'))
    await stack.start()
    await shows(id, 'before', 'meanwhile')
  })
})

it('writes neither addresses nor keys of browsers to the log', async () => {
  const { endpoint } = await browser()
  expect(stack.logs.join()).toContain('alert sent to a device')
  expect(stack.logs.join()).not.toContain(endpoint)
})
