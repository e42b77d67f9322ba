import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyEmail, call, cookieOf, mailedPath, newUser, PASSWORD, startTestWeb, type TestWeb } from './harness.ts'

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())

const signUp = (email: string, change: object = {}) =>
  call(web, 'POST', '/api/signup', {
    body: { name: 'Test Person', email, password: PASSWORD, adult: true, terms: true, ...change },
  })
const signIn = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  call(web, 'POST', '/api/auth/sign-in/email', { body: { email, password }, headers })

describe('sign-up', () => {
  it('makes a starter with consents, once the mailed link was followed', async () => {
    const email = anyEmail()
    expect((await signUp(email)).json).toEqual({ ok: true, verification: 'sent' })
    expect(await signIn(email)).toMatchObject({ status: 403, json: { code: 'EMAIL_NOT_VERIFIED' } })
    const opened = await call(web, 'GET', await mailedPath(web, email))
    expect(opened.status).toBe(302)
    expect(opened.headers.get('location')).toBe(`${web.url}/login?verified=1`)
    const login = await signIn(email)
    expect(login.status).toBe(200)
    const me = await call(web, 'GET', '/api/me', { cookie: cookieOf(login) })
    expect(me.json).toMatchObject({
      email,
      emailVerified: true,
      plan: 'starter',
      plan_expiry: null,
      joinedAt: '2026-11-20T10:00:00+05:30',
      operator: false,
      entitlements: { plan: 'starter', delay_seconds: 60, agents: ['candle_signal', 'option_chain_signal'] },
    })
    const { uid } = me.json as { uid: string }
    const consents = await web.store.db
      .selectFrom('consents')
      .select(['kind', 'version'])
      .where('user_id', '=', uid)
      .execute()
    expect(consents.map((row) => `${row.kind} ${row.version}`).toSorted()).toEqual([
      'adult 2026-11-22',
      'privacy 2025-07-17',
      'terms 2026-11-22',
    ])
  })

  it('leads a link that is no good back with the reason, and verifies nothing', async () => {
    const email = anyEmail()
    await signUp(email)
    const link = new URL(await mailedPath(web, email), web.url)
    link.searchParams.set('token', 'of.another.day')
    const opened = await call(web, 'GET', link.pathname + link.search)
    expect(opened.headers.get('location')).toBe(`${web.url}/login?verified=1&error=INVALID_TOKEN`)
    expect(await signIn(email)).toMatchObject({ status: 403, json: { code: 'EMAIL_NOT_VERIFIED' } })
  })

  it('answers alike for an address that has an account, and tells its owner by mail', async () => {
    const { email } = await newUser(web)
    const [known, unknown] = [await signUp(email), await signUp(anyEmail())]
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    const mail = await web.store.db
      .selectFrom('outbox')
      .select('subject')
      .where('recipient', '=', email)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(mail.subject).toBe('You already have a Strikewise account')
    expect(
      await web.store.db.selectFrom('identity_users').select('id').where('email', '=', email).execute(),
    ).toHaveLength(1)
  })

  it.each([
    ['no name', { name: ' ' }, 'name: Required'],
    ['an address that is none', { email: 'nobody' }, 'email: Must be an e-mail address'],
    ['a short password', { password: 'short' }, 'password: Must be at least 8 characters'],
    ['a very long password', { password: 'x'.repeat(129) }, 'password: Must be at most 128 characters'],
    [
      'a password everybody uses',
      { password: 'Password123' },
      'password: This password is on every list of stolen passwords. Please choose another one.',
    ],
    ['no age', { adult: false }, 'adult: You must be 18 or older.'],
    ['no terms', { terms: undefined }, 'terms: You must accept the terms and the privacy policy.'],
    ['a plan of one’s own choice', { plan: 'master' }, 'Unrecognized key: "plan"'],
  ])('refuses %s', async (_what, change, message) => {
    const answer = await signUp(anyEmail(), change)
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_input', message } })
  })

  it('has no other door', async () => {
    const answer = await call(web, 'POST', '/api/auth/sign-up/email', {
      body: { name: 'x', email: anyEmail(), password: PASSWORD },
    })
    expect(answer.status).toBe(404)
  })
})

describe('a session', () => {
  it('lives in a __Host- cookie, and only its digest in the store', async () => {
    const { email } = await newUser(web)
    const login = await signIn(email)
    const line = login.headers.getSetCookie().find((cookie) => cookie.includes('session_token'))!
    expect(line).toMatch(/^__Host-sw\.session_token=[^;]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    const token = decodeURIComponent(line.slice('__Host-sw.session_token='.length)).split('.')[0]!
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(login.text).not.toContain(token)
    const digest = `sha256:${createHash('sha256').update(token).digest('hex')}`
    const rows = await web.store.db.selectFrom('identity_sessions').select('token').execute()
    expect(rows.map((row) => row.token)).toContain(digest)
    expect(JSON.stringify(rows)).not.toContain(token)
    // What the store holds opens nothing, even signed.
    const session = await call(web, 'GET', '/api/auth/get-session', { cookie: cookieOf(login) })
    expect(session.json).toMatchObject({ user: { email } })
    expect(session.text).not.toContain(token)
    expect(session.text).not.toContain(digest)
  })

  it('is handed to programs as a bearer token, never to a page', async () => {
    const { email, bearer, id } = await newUser(web)
    expect((await call(web, 'GET', '/api/me', { bearer })).json).toMatchObject({ uid: id })
    const page = await signIn(email, PASSWORD, {
      'sec-fetch-site': 'same-origin',
      origin: web.url,
    })
    expect(page.status).toBe(200)
    expect(page.headers.get('set-auth-token')).toBeNull()
    const [token] = decodeURIComponent(bearer).split('.') as [string]
    for (const wrong of [token, `${token}.`, `${token}.AAAA`, bearer.slice(0, -4), 'x'])
      expect((await call(web, 'GET', '/api/me', { bearer: wrong })).status).toBe(401)
  })

  it('ends at sign-out, within two seconds everywhere', async () => {
    const user = await newUser(web)
    expect((await call(web, 'GET', '/api/me', { cookie: user.cookie })).status).toBe(200)
    await call(web, 'POST', '/api/auth/sign-out', { cookie: user.cookie, body: {} })
    expect((await call(web, 'GET', '/api/me', { cookie: user.cookie })).status).toBe(401)
  })

  it('ends seven days after it began, however much it is used', async () => {
    const user = await newUser(web)
    await web.store.db
      .updateTable('identity_sessions')
      .set({ createdAt: new Date(Date.now() - 7 * 86_400_000) })
      .where('userId', '=', user.id)
      .execute()
    web.bus.publish(`account.${user.id}`, null)
    expect((await call(web, 'GET', '/api/me', { cookie: user.cookie })).status).toBe(401)
  })
})

describe('passwords', () => {
  it('are stored as argon2id', async () => {
    const user = await newUser(web)
    const account = await web.store.db
      .selectFrom('identity_accounts')
      .select('password')
      .where('userId', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(account.password).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
  })

  it('answer alike for a wrong password and an unknown address', async () => {
    const { email } = await newUser(web)
    const [wrong, unknown] = [await signIn(email, 'not the password'), await signIn(anyEmail())]
    expect(wrong).toMatchObject({ status: 401, json: { code: 'INVALID_EMAIL_OR_PASSWORD' } })
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text])
  })

  it('change with the current one, and log every other device out', async () => {
    const user = await newUser(web)
    const other = cookieOf(await signIn(user.email))
    const change = (currentPassword: string, newPassword: string) =>
      call(web, 'POST', '/api/auth/change-password', {
        cookie: user.cookie,
        body: { currentPassword, newPassword, revokeOtherSessions: true },
        headers: { origin: web.url },
      })
    expect(await change('not it at all', 'another phrase')).toMatchObject({
      status: 400,
      json: { code: 'INVALID_PASSWORD' },
    })
    expect(await change(PASSWORD, 'password1')).toMatchObject({ status: 400, json: { code: 'PASSWORD_TOO_COMMON' } })
    const changed = await change(PASSWORD, 'another phrase')
    expect(changed.status).toBe(200)
    expect((changed.json as { token?: string }).token).toBeUndefined()
    expect((await call(web, 'GET', '/api/me', { cookie: other })).status).toBe(401)
    expect((await call(web, 'GET', '/api/me', { cookie: cookieOf(changed) })).status).toBe(200)
    expect((await signIn(user.email, 'another phrase')).status).toBe(200)
  })

  it('are reset by a mailed link, once, and the answer does not tell who has an account', async () => {
    const user = await newUser(web)
    const ask = (email: string) =>
      call(web, 'POST', '/api/auth/request-password-reset', { body: { email, redirectTo: '/reset-password' } })
    const [known, unknown] = [await ask(user.email), await ask(anyEmail())]
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    const link = await call(web, 'GET', await mailedPath(web, user.email))
    const token = new URL(link.headers.get('location')!, web.url).searchParams.get('token')!
    const stored = await web.store.pool.query('select * from identity_verifications')
    expect(JSON.stringify(stored.rows)).not.toContain(token)
    const reset = () =>
      call(web, 'POST', '/api/auth/reset-password', { body: { token, newPassword: 'a third phrase' } })
    expect((await reset()).status).toBe(200)
    expect((await reset()).status).toBe(400)
    const again = await call(web, 'GET', await mailedPath(web, user.email))
    expect(again.headers.get('location')).toMatch(/\/reset-password\?error=INVALID_TOKEN$/)
    expect((await call(web, 'GET', '/api/me', { cookie: user.cookie })).status).toBe(401)
    expect((await signIn(user.email, 'a third phrase')).status).toBe(200)
  })

  it('cannot be guessed at will: an account bears so many tries, whatever address they come from', async () => {
    const { email } = await newUser(web)
    await web.store.db.updateTable('rate_buckets').set({ count: 30 }).where('key', '=', `sign-in ${email}`).execute()
    expect(await signIn(email)).toMatchObject({ status: 429, json: { code: 'too_many_requests' } })
  })

  it('is limited by address in minutes that end, however steadily others behind it sign in', async () => {
    const headers = { 'x-test-address': '10.9.8.7' }
    const attempt = async () => (await signIn(anyEmail(), PASSWORD, headers)).status
    expect(await attempt()).toBe(401)
    const bucket = () =>
      web.store.db.updateTable('rate_buckets').where('key', 'like', 'identity 10.9.8.7%/sign-in/email')
    await bucket().set({ count: 30 }).execute()
    expect(await attempt()).toBe(429)
    // The last request was just now, the first of this window a minute ago.
    await bucket()
      .set({ window_start: Date.now() - 60_000 })
      .execute()
    expect(await attempt()).toBe(401)
  })
})

it('takes changes from its own pages and from programs only', async () => {
  const user = await newUser(web)
  const stop = (headers: Record<string, string>) =>
    call(web, 'POST', '/api/stop', { cookie: user.cookie, body: { on: true }, headers })
  const refused = { status: 403, json: { code: 'wrong_origin' } }
  expect(await stop({ origin: 'https://evil.example' })).toMatchObject(refused)
  expect(await stop({ origin: 'null' })).toMatchObject(refused)
  expect(await stop({ 'sec-fetch-site': 'cross-site' })).toMatchObject(refused)
  expect(await stop({ 'sec-fetch-site': 'same-site' })).toMatchObject(refused)
  expect((await stop({ origin: web.url, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  expect((await stop({ origin: web.url.replace('localhost', '127.0.0.1') })).status).toBe(200)
  expect((await stop({})).status).toBe(200)
})
