import { createECDH, randomBytes } from 'node:crypto'
import type { PushDevices } from '@strikewise/wire/push.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_DEVICES } from '../src/alerts/push/push-devices.ts'
import { call, newUser, NoRateLimits, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb({}, { rates: new NoRateLimits() })
})
afterAll(() => web.stop())

function subscription(change: object = {}) {
  const receiver = createECDH('prime256v1')
  receiver.generateKeys()
  return {
    endpoint: `${web.config.sandboxUrl}/push/send/${randomBytes(8).toString('hex')}`,
    p256dh: receiver.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
    ...change,
  }
}
const add = ({ cookie }: TestUser, body: object) =>
  call(web, 'POST', '/api/push-devices', {
    cookie,
    body,
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' },
  })
const list = async ({ cookie }: TestUser) =>
  (await call(web, 'GET', '/api/push-devices', { cookie })).json as PushDevices

describe('a browser for notifications', () => {
  it('is registered once however often it asks, and its address is shown to no page', async () => {
    const user = await newUser(web)
    const body = subscription()
    const first = await add(user, body)
    const again = await add(user, { ...body, auth: randomBytes(16).toString('base64url') })
    expect([first.status, again.status]).toEqual([200, 200])
    expect(first.json).toMatchObject({
      public_key: expect.stringMatching(/^B[A-Za-z0-9_-]{86}$/),
      devices: [{ device: 'Firefox on Linux', digest: expect.stringMatching(/^[0-9a-f]{64}$/), delivered_at: null }],
    })
    expect((again.json as PushDevices).devices).toHaveLength(1)
    for (const { text } of [first, again]) expect(text).not.toContain(body.endpoint)
    expect(web.logs.join()).not.toContain(body.endpoint)
    const notices = await call(web, 'GET', '/api/notices', { cookie: user.cookie })
    const registered = (notices.json as { notices: { text: string }[] }).notices.filter(({ text }) =>
      text.startsWith('Browser notifications are on for a new device: Firefox on Linux.'),
    )
    expect(registered).toHaveLength(1)
  })

  it.each([
    ['an address of another server', { endpoint: 'https://evil.example/push' }],
    ['an address of this machine', { endpoint: 'http://127.0.0.1:5432/' }],
    ['a real push service, on a sandbox', { endpoint: 'https://fcm.googleapis.com/wp/abc' }],
    ['a point that is none', { p256dh: Buffer.alloc(65, 4).toString('base64url') }],
    ['a secret of another length', { auth: 'short' }],
  ])('is refused with %s', async (_what, change) => {
    const user = await newUser(web)
    const answer = await add(user, subscription(change))
    expect([answer.status, (await list(user)).devices]).toEqual([400, []])
  })

  it('is one of ten at most, also when they ask at once', async () => {
    const user = await newUser(web)
    const answers = await Promise.all(Array.from({ length: MAX_DEVICES + 5 }, () => add(user, subscription())))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_DEVICES)
    expect(answers.find(({ status }) => status === 409)?.json).toMatchObject({ code: 'push_devices_full' })
    expect((await list(user)).devices).toHaveLength(MAX_DEVICES)
  })

  it('asks for a fresh sign-in', async () => {
    const user = await newUser(web)
    await web.store.db
      .updateTable('identity_sessions')
      .set({ createdAt: new Date(Date.now() - 3_600_000) })
      .where('userId', '=', user.id)
      .execute()
    expect((await add(user, subscription())).json).toMatchObject({ code: 'sign_in_again' })
  })

  it('of another user is neither removed nor taken over', async () => {
    const [user, other] = [await newUser(web), await newUser(web)]
    const body = subscription()
    const { devices } = (await add(user, body)).json as PushDevices
    const remove = (who: TestUser) =>
      call(web, 'POST', '/api/push-devices/remove', { cookie: who.cookie, body: { id: devices[0]!.id } })
    expect((await remove(other)).status).toBe(404)
    expect((await list(user)).devices).toHaveLength(1)
    await add(other, body)
    expect([(await list(user)).devices.length, (await list(other)).devices.length]).toEqual([1, 1])
  })

  it('is tested with a message to browsers alone, once there is one', async () => {
    const user = await newUser(web, 'starter')
    const test = () => call(web, 'POST', '/api/push-devices/test', { cookie: user.cookie, body: {} })
    expect((await test()).json).toMatchObject({ code: 'no_push_device' })
    await add(user, subscription())
    expect((await test()).status).toBe(200)
    const waiting = await web.store.db
      .selectFrom('push_outbox')
      .innerJoin('notices', 'notices.id', 'push_outbox.notice_id')
      .select('kind')
      .where('push_outbox.user_id', '=', user.id)
      .orderBy('push_outbox.id')
      .execute()
    expect(waiting.map(({ kind }) => kind)).toEqual(['account_changed', 'test'])
  })
})

it('the key browsers subscribe with is made once, and sealed', async () => {
  const [first, second] = [await list(await newUser(web)), await list(await newUser(web))]
  expect(first.public_key).toBe(second.public_key)
  const rows = await web.store.db.selectFrom('vapid_keys').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]!.private_key.toString('latin1')).not.toContain('PRIVATE KEY')
})

it('where nothing is sent to browsers none is registered, and no key is made', async () => {
  const off = await startTestWeb({ PUSH_SERVICES: 'off' })
  try {
    const user = await newUser(off)
    const answer = await call(off, 'GET', '/api/push-devices', { cookie: user.cookie })
    expect(answer.json).toEqual({ public_key: null, devices: [] })
    const added = await call(off, 'POST', '/api/push-devices', { cookie: user.cookie, body: subscription() })
    expect(added.json).toMatchObject({ code: 'push_not_offered' })
    expect(await off.store.db.selectFrom('vapid_keys').selectAll().execute()).toEqual([])
  } finally {
    await off.stop()
  }
})
