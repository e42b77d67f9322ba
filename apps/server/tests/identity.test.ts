// @invariant listed-identity-calls
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyEmail, call, cookieOf, mailedPath, newUser, PASSWORD, startTestWeb, type TestWeb } from './harness.ts'
import { confirmSignUp, signIn, signUp } from './sign-up-calls.ts'

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())

describe('a session', () => {
  it('lives in a __Host- cookie, and only its digest in the store', async () => {
    const { email } = await newUser(web)
    const login = await signIn(web, email)
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
    const page = await signIn(web, email, PASSWORD, {
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
    await signUp(web, email)
    expect((await confirmSignUp(web, email)).status).toBe(200)
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
    const [wrong, unknown] = [await signIn(web, email, 'not the password'), await signIn(web, anyEmail())]
    expect(wrong).toMatchObject({ status: 401, json: { code: 'INVALID_EMAIL_OR_PASSWORD' } })
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text])
  })

  it('change with the current one, and log every other device out', async () => {
    const user = await newUser(web)
    const other = cookieOf(await signIn(web, user.email))
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
    expect((await signIn(web, user.email, 'another phrase')).status).toBe(200)
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
    expect((await signIn(web, user.email, 'a third phrase')).status).toBe(200)
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
    expect((await signIn(web, email, 'a second phrase')).status).toBe(200)
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
