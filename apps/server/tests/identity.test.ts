// @invariant consent-before-account
// @invariant listed-identity-calls
// @invariant address-proved
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  anyEmail,
  call,
  cookieOf,
  mailedPath,
  mailedToken,
  newUser,
  PASSWORD,
  startTestWeb,
  type TestWeb,
} from './harness.ts'

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
const open = async (email: string, change: object = {}) =>
  call(web, 'POST', '/api/signup/confirm', {
    body: { token: await mailedToken(web, email), password: PASSWORD, ...change },
  })

describe('sign-up', () => {
  const mailsTo = (email: string) =>
    web.store.db.selectFrom('outbox').select(['subject', 'body']).where('recipient', '=', email).execute()

  it('keeps the language of the page with the account', async () => {
    const email = anyEmail()
    await signUp(email, { language: 'hi' })
    await open(email)
    const me = await call(web, 'GET', '/api/me', { cookie: cookieOf(await signIn(email)) })
    expect(me.json).toMatchObject({ email, language: 'hi' })
    await call(web, 'POST', '/api/auth/request-password-reset', { body: { email } })
    await signUp(email, { language: 'en' })
    // The last one is to the owner of the account, in whatever language the form was filled in.
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
      'अपने ईमेल पते की पुष्टि करें',
      'अपना Strikewise पासवर्ड रीसेट करें',
      'आपका Strikewise खाता पहले से है',
    ])
    expect(await signUp(anyEmail(), { language: 'fr' })).toMatchObject({ status: 400 })
  })

  it('makes a starter with consents, once the mailed link was opened with the password of the sign-up', async () => {
    const email = anyEmail()
    expect((await signUp(email)).json).toEqual({ ok: true, verification: 'sent' })
    expect(await signIn(email)).toMatchObject({ status: 401, json: { code: 'INVALID_EMAIL_OR_PASSWORD' } })
    expect(await open(email)).toMatchObject({ status: 200, json: { ok: true, email } })
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
      legal: { terms: 'agreed' },
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

  it('opens nothing by a link that is wrong, was used or has expired', async () => {
    const email = anyEmail()
    await signUp(email)
    const over = { status: 400, json: { code: 'sign_up_link_over' } }
    const token = await mailedToken(web, email)
    expect(await open(email, { token: 'of-another-day' })).toMatchObject(over)
    await web.store.pool.query(`update sign_ups set expires_at = now() where email = $1`, [email])
    expect(await open(email)).toMatchObject(over)
    expect((await signIn(email)).status).toBe(401)
    await signUp(email)
    expect((await open(email)).status).toBe(200)
    expect(await open(email)).toMatchObject(over)
    expect(await open(email, { token })).toMatchObject(over)
  })

  it('leaves the password to the person who opens the link, and asks that person for the terms', async () => {
    const email = anyEmail()
    await signUp(email, { password: 'the password of a stranger' })
    const token = await mailedToken(web, email)
    expect(await open(email)).toMatchObject({ status: 409, json: { code: 'password_differs' } })
    expect((await signIn(email)).status).toBe(401)
    expect(await open(email, { replace: true })).toMatchObject({ status: 200 })
    expect((await signIn(email, 'the password of a stranger')).status).toBe(401)
    const cookie = cookieOf(await signIn(email))
    expect(await call(web, 'GET', '/api/me', { cookie })).toMatchObject({ json: { legal: { terms: 'never' } } })
    expect(await call(web, 'GET', '/api/payments', { cookie })).toMatchObject({ json: { code: 'terms_required' } })
    expect(await open(email, { token, replace: true })).toMatchObject({ status: 400 })
  })

  it('ends the links of other sign-ups to the address with the first one opened', async () => {
    const email = anyEmail()
    await signUp(email, { password: 'the password of a stranger' })
    const strange = await mailedToken(web, email)
    await signUp(email)
    expect((await open(email)).status).toBe(200)
    expect(await open(email, { token: strange, replace: true })).toMatchObject({ json: { code: 'sign_up_link_over' } })
    expect((await signIn(email)).status).toBe(200)
  })

  it('takes an unproved account of earlier days over, without the password and sessions from before', async () => {
    const { id, email, cookie } = await newUser(web)
    await web.store.db.updateTable('identity_users').set({ emailVerified: false }).where('id', '=', id).execute()
    await signUp(email, { password: 'a password of its owner' })
    expect((await open(email, { password: 'a password of its owner' })).status).toBe(200)
    web.bus.publish(`account.${id}`, null)
    expect((await call(web, 'GET', '/api/me', { cookie })).status).toBe(401)
    expect((await signIn(email)).status).toBe(401)
    expect((await signIn(email, 'a password of its owner')).status).toBe(200)
  })

  it('mails nothing that was typed in to an address that is not proved', async () => {
    const email = anyEmail()
    await signUp(email, { name: 'Admin You Won' })
    expect((await mailsTo(email)).map(({ body }) => body).join()).not.toContain('Won')
  })

  it('answers all of many at once alike, whether the address has an account or not', async () => {
    const [{ email }, unknown] = [await newUser(web), anyEmail()]
    for (const address of [email, unknown]) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => signUp(address)))
      expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(
        answers.map(() => '200 {"ok":true,"verification":"sent"}'),
      )
    }
    expect(web.logs.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual([])
  })

  it('mails an address five times an hour, however often it is asked, and does not disclose it', async () => {
    const email = anyEmail()
    await signUp(email)
    await open(email)
    const before = (await mailsTo(email)).length
    const answers = [
      await signUp(email),
      ...(await Promise.all(
        Array.from({ length: 12 }, () => call(web, 'POST', '/api/auth/request-password-reset', { body: { email } })),
      )),
      await signUp(email),
    ]
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.slice(1, -1).map(({ text }) => text)).size).toBe(1)
    expect((await mailsTo(email)).length).toBe(5)
    expect(before).toBe(1)
  })

  it('is counted by the block of an IPv6 address', async () => {
    const from = (host: number) =>
      call(web, 'POST', '/api/signup', {
        body: { name: 'Test Person', email: anyEmail(), password: PASSWORD, adult: true, terms: true },
        headers: { 'x-test-address': `2001:db8:7:7::${host.toString(16)}` },
      })
    expect((await from(1)).status).toBe(200)
    await web.store.db
      .updateTable('rate_buckets')
      .set({ count: 60 })
      .where('key', '=', 'signup 2001:db8:7:7::/64')
      .execute()
    expect((await from(2)).status).toBe(429)
  })

  it('answers alike for an address that has an account, and notifies its owner by mail', async () => {
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
    ['an address that is none', { email: 'nobody' }, 'email: Must be an email address'],
    ['a short password', { password: 'short' }, 'password: Must be at least 8 characters'],
    ['a very long password', { password: 'x'.repeat(129) }, 'password: Must be at most 128 characters'],
    [
      'a password everybody uses',
      { password: 'Password123' },
      'password: This password is on lists of stolen passwords. Choose another one.',
    ],
    ['a name of two lines', { name: 'Asha\nRao' }, 'name: Must be a name, without addresses and special characters'],
    [
      'a name with hidden signs',
      { name: 'Asha\u202eRao' },
      'name: Must be a name, without addresses and special characters',
    ],
    [
      'an address for a name',
      { name: 'https://evil.example' },
      'name: Must be a name, without addresses and special characters',
    ],
    [
      'the own name for a password',
      { name: 'Raghunath Vaidya', password: 'Raghunath2026' },
      'password: This password contains your name or email address. Choose another one.',
    ],
    ['no age', { adult: false }, 'adult: You must be 18 or older.'],
    ['no terms', { terms: undefined }, 'terms: You must accept the terms and the privacy policy.'],
    ['a plan of one’s own choice', { plan: 'master' }, 'Leave out: plan'],
  ])('refuses %s', async (_what, change, message) => {
    const answer = await signUp(anyEmail(), change)
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_input', message } })
  })

  it('has no other way', async () => {
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

  it.each<[string, Record<string, string>]>([
    ['as it is', {}],
    ['that shows which page it stands for', { origin: 'own' }],
  ])('is handed to a program with a fetch of its own, %s', async (_what, headers) => {
    const { email, id } = await newUser(web)
    const answer = await fetch(`${web.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(headers['origin'] === undefined ? {} : { origin: web.url }) },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    expect(answer.status).toBe(200)
    const bearer = answer.headers.get('set-auth-token')!
    expect((await call(web, 'GET', '/api/me', { bearer })).json).toMatchObject({ uid: id })
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
    const email = anyEmail()
    await signUp(email)
    expect((await open(email)).status).toBe(200)
    const account = await web.store.db
      .selectFrom('identity_accounts')
      .innerJoin('identity_users', 'identity_users.id', 'identity_accounts.userId')
      .select('identity_accounts.password')
      .where('identity_users.email', '=', email)
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
        // As a program that asks to leave the other sessions alone.
        body: { currentPassword, newPassword, revokeOtherSessions: false },
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

  it('are reset by a mailed link, once, and the answer does not disclose who has an account', async () => {
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

  it('end outstanding reset links when one of them is used', async () => {
    const { email } = await newUser(web)
    const ask = () => call(web, 'POST', '/api/auth/request-password-reset', { body: { email } })
    const tokens: string[] = []
    for (const _ of [1, 2, 3]) {
      await ask()
      tokens.push((await mailedPath(web, email)).match(/reset-password\/(\w+)/)![1]!)
    }
    const reset = (token: string, newPassword: string) =>
      call(web, 'POST', '/api/auth/reset-password', { body: { token, newPassword } })
    expect((await reset(tokens[1]!, 'a second phrase')).status).toBe(200)
    expect((await reset(tokens[0]!, 'a phrase of another')).status).toBe(400)
    expect((await reset(tokens[2]!, 'a phrase of another')).status).toBe(400)
    expect((await signIn(email, 'a second phrase')).status).toBe(200)
  })
})

it('leads nowhere by links to identity that name another place', async () => {
  const opened = await call(web, 'GET', '/api/auth/verify-email', {
    query: { token: 'x', callbackURL: '/.//evil.example' },
  })
  expect([opened.status, opened.headers.get('location')]).toEqual([404, null])
  for (const callbackURL of [
    '/.//evil.example',
    '/a/..//evil.example',
    '//evil.example',
    'https://evil.example',
    '/x',
  ]) {
    const answer = await call(web, 'GET', '/api/auth/reset-password/x', { query: { callbackURL } })
    expect([callbackURL, answer.status, answer.headers.get('location')]).toEqual([callbackURL, 400, null])
    const asked = await call(web, 'POST', '/api/auth/request-password-reset', {
      body: { email: anyEmail(), redirectTo: callbackURL },
    })
    expect(asked.status).toBe(400)
  }
})

it('offers of the identity library what our own pages use, and nothing else', async () => {
  const { cookie } = await newUser(web)
  for (const [method, path] of [
    ['POST', 'sign-up/email'],
    ['POST', 'verify-password'],
    ['POST', 'send-verification-email'],
    ['GET', 'verify-email'],
    ['POST', 'update-user'],
    ['POST', 'update-session'],
    ['POST', 'change-email'],
    ['POST', 'delete-user'],
    ['GET', 'list-sessions'],
    ['GET', 'list-accounts'],
    ['POST', 'revoke-session'],
    ['POST', 'revoke-sessions'],
    ['POST', 'link-social'],
    ['POST', 'unlink-account'],
    ['POST', 'get-access-token'],
    ['POST', 'refresh-token'],
    ['GET', 'account-info'],
    ['POST', 'two-factor/send-otp'],
    ['POST', 'two-factor/verify-otp'],
    ['POST', 'two-factor/get-totp-uri'],
    ['GET', 'error'],
    ['GET', 'ok'],
    ['GET', 'reset-password/a/b'],
  ] as const) {
    const answer = await call(web, method, `/api/auth/${path}`, {
      cookie,
      ...(method === 'POST' ? { body: { password: PASSWORD } } : {}),
    })
    expect([path, answer.status]).toEqual([path, 404])
  }
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
