// @invariant fresh-sign-in
// @invariant operator-second-factor
import type { Security } from '@strikewise/wire/security.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  authenticatorOf,
  call,
  connectBroker,
  cookieOf,
  cookiesOf,
  logIn,
  mailedPath,
  newUser,
  OPERATOR,
  PASSWORD,
  setUpAuthenticator,
  startTestWeb,
  type TestWeb,
} from './harness.ts'

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())

const signIn = (email: string, headers: Record<string, string> = {}, cookie?: string) =>
  call(web, 'POST', '/api/auth/sign-in/email', {
    body: { email, password: PASSWORD },
    headers,
    ...(cookie === undefined ? {} : { cookie }),
  })
const security = async (cookie: string) => (await call(web, 'GET', '/api/security', { cookie })).json as Security
const me = async (cookie: string) => (await call(web, 'GET', '/api/me', { cookie })).status

/** Has the user's sessions begun so long ago. */
async function age(uid: string, ms: number): Promise<void> {
  await web.store.db
    .updateTable('identity_sessions')
    .set({ createdAt: new Date(Date.now() - ms) })
    .where('userId', '=', uid)
    .execute()
  web.bus.publish(`account.${uid}`, null)
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

describe('sessions', () => {
  it('are listed by device, the one that asks is marked, and no token is disclosed', async () => {
    const { email, cookie } = await newUser(web)
    await signIn(email, { 'user-agent': FIREFOX })
    const phone = cookieOf(await signIn(email, { 'user-agent': SAFARI }))
    const { sessions, two_factor, password } = await security(phone)
    expect({ two_factor, password }).toEqual({ two_factor: false, password: true })
    expect(sessions.map(({ device, current }) => [device, current])).toEqual(
      expect.arrayContaining([
        ['Safari on iOS', true],
        ['Firefox on Linux', false],
      ]),
    )
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    expect(await me(cookie)).toBe(200)
    const text = JSON.stringify(sessions)
    expect(text).not.toContain('sha256')
    expect(text).not.toContain(decodeURIComponent(phone.split('=')[1]!).split('.')[0])
  })

  it('end one by one', async () => {
    const { email, cookie } = await newUser(web)
    const other = cookieOf(await signIn(email, { 'user-agent': FIREFOX }))
    const { id } = (await security(cookie)).sessions.find(({ device }) => device === 'Firefox on Linux')!
    const left = await call(web, 'POST', '/api/sessions/end', { cookie, body: { id } })
    expect((left.json as Security).sessions.map((session) => session.id)).not.toContain(id)
    expect([await me(other), await me(cookie)]).toEqual([401, 200])
    expect((await call(web, 'POST', '/api/sessions/end', { cookie, body: { id } })).status).toBe(404)
  })

  it('of others are out of reach', async () => {
    const [mine, theirs] = [await newUser(web), await newUser(web)]
    const { id } = (await security(theirs.cookie)).sessions[0]!
    expect((await call(web, 'POST', '/api/sessions/end', { cookie: mine.cookie, body: { id } })).status).toBe(404)
    expect(await me(theirs.cookie)).toBe(200)
  })

  it('end all at once but the one that asks', async () => {
    const { email, cookie } = await newUser(web)
    const others = [cookieOf(await signIn(email)), cookieOf(await signIn(email))]
    const left = await call(web, 'POST', '/api/sessions/end-others', { cookie, body: {} })
    expect((left.json as Security).sessions).toMatchObject([{ current: true }])
    expect([await me(cookie), ...(await Promise.all(others.map(me)))]).toEqual([200, 401, 401])
  })

  it.each(['/api/me', '/signals'])('that ended say why to their device, at %s', async (path) => {
    const user = await newUser(web)
    const other = async () => cookieOf(await logIn(web, user))
    const [ended, expired, changed, left] = [await other(), await other(), await other(), await other()]
    const idOf = async (cookie: string) =>
      (
        (await call(web, 'GET', '/api/security', { cookie })).json as { sessions: { id: string; current: boolean }[] }
      ).sessions.find(({ current }) => current)!.id
    await call(web, 'POST', '/api/sessions/end', { cookie: user.cookie, body: { id: await idOf(ended) } })
    await web.store.db
      .updateTable('identity_sessions')
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where('id', '=', await idOf(expired))
      .execute()
    await call(web, 'POST', '/api/auth/sign-out', { cookie: left, body: {} })
    const change = { currentPassword: PASSWORD, newPassword: 'another long pass phrase', revokeOtherSessions: true }
    expect((await call(web, 'POST', '/api/auth/change-password', { cookie: user.cookie, body: change })).status).toBe(
      200,
    )
    web.bus.publish(`account.${user.id}`, null)
    const codeOf = async (cookie: string) => {
      const answer = await call(web, 'GET', path, { cookie })
      return [answer.status, (answer.json as { code: string }).code]
    }
    expect(await codeOf(ended)).toEqual([401, 'session_ended'])
    expect(await codeOf(expired)).toEqual([401, 'session_expired'])
    expect(await codeOf(changed)).toEqual([401, 'password_changed'])
    expect(await codeOf(left)).toEqual([401, 'not_signed_in'])
    for (const foreign of ['never-given.x', '%', '%E0%A4%A.x', ''])
      expect(await codeOf(`__Host-sw.session_token=${foreign}`)).toEqual([401, 'not_signed_in'])
    const asked = await call(web, 'GET', '/api/auth/get-session', { cookie: changed })
    expect([asked.text, asked.headers.get('x-session-end')]).toEqual(['null', 'password_changed'])
    const rows = await web.store.db.selectFrom('ended_sessions').selectAll().where('user_id', '=', user.id).execute()
    expect(JSON.stringify(rows)).not.toContain(changed.split('=')[1]!.split('.')[0]!)
  })

  it('end when their browser signs in again: it goes on under a new id', async () => {
    const { email, cookie } = await newUser(web)
    const again = cookieOf(await signIn(email, {}, cookie))
    expect(again).not.toBe(cookie)
    expect([await me(cookie), await me(again)]).toEqual([401, 200])
  })
})

describe('what an unattended screen must not do', () => {
  const keys = { api_key: 'abcd1234efgh5678', api_secret: 'a-secret-of-the-broker-0123456789' }
  const armed = {
    strategies: [{ symbol: 'NIFTY', lots: 1, auto_execute: true, tsl_enabled: false, sl_buffer: 5 }],
    consentGiven: true,
  }
  const OLD_MS = 16 * 60_000

  it.each<[string, 'POST' | 'PUT', string, object]>([
    ['saving broker keys', 'PUT', '/api/broker/keys', keys],
    ['arming', 'PUT', '/api/trade-settings', armed],
    ['releasing a stop', 'POST', '/api/stop', { on: false }],
  ])('asks to sign in again: %s', async (_what, method, path, body) => {
    const { id: uid, email, cookie } = await newUser(web, 'master')
    await age(uid, OLD_MS)
    const refused = await call(web, method, path, { cookie, body })
    expect(refused).toMatchObject({ status: 403, json: { code: 'sign_in_again' } })
    const fresh = cookieOf(await signIn(email, {}, cookie))
    const done = await call(web, method, path, { cookie: fresh, body })
    expect(done.json).not.toMatchObject({ code: 'sign_in_again' })
  })

  it('asks before a broker account is linked for good, and not for the login of each day', async () => {
    const user = await newUser(web, 'elite')
    const link = (cookie: string) => call(web, 'POST', '/api/broker/login-link', { cookie, body: {} })
    await call(web, 'POST', '/api/legal/zerodha-disclosure', { cookie: user.cookie, body: { accepted: true } })
    expect((await call(web, 'PUT', '/api/broker/keys', { cookie: user.cookie, body: keys })).status).toBe(200)
    await age(user.id, OLD_MS)
    expect(await link(user.cookie)).toMatchObject({ status: 403, json: { code: 'sign_in_again' } })
    const fresh = cookieOf(await signIn(user.email, {}, user.cookie))
    expect((await link(fresh)).status).toBe(200)
    expect((await connectBroker(web, { ...user, cookie: fresh })).status).toBe(200)
    await age(user.id, OLD_MS)
    expect((await link(fresh)).status).toBe(200)
  })

  it('does not keep a user from stopping, or from saving what was armed before, as it was', async () => {
    const { id: uid, cookie } = await newUser(web, 'master')
    expect((await call(web, 'PUT', '/api/trade-settings', { cookie, body: armed })).status).toBe(200)
    await age(uid, OLD_MS)
    expect((await call(web, 'POST', '/api/stop', { cookie, body: { on: true } })).status).toBe(200)
    expect((await call(web, 'PUT', '/api/trade-settings', { cookie, body: armed })).status).toBe(200)
  })

  it('goes through within a quarter of an hour', async () => {
    const { id: uid, cookie } = await newUser(web, 'master')
    await age(uid, 14 * 60_000)
    expect((await call(web, 'POST', '/api/stop', { cookie, body: { on: false } })).status).toBe(200)
  })
})

describe('an authenticator app', () => {
  const post = (path: string, cookie: string | undefined, body: object) =>
    call(web, 'POST', `/api/auth/two-factor/${path}`, { body, ...(cookie === undefined ? {} : { cookie }) })

  async function withApp() {
    const user = await newUser(web)
    const begun = (await post('enable', user.cookie, { password: PASSWORD })).json as {
      totpURI: string
      backupCodes: string[]
    }
    const app = authenticatorOf(begun.totpURI)
    const on = await post('verify-totp', user.cookie, { code: await app.code() })
    return { ...user, app, begun, cookie: cookieOf(on) }
  }

  it('is not asked for before its first code was right', async () => {
    const { email, cookie } = await newUser(web)
    await post('enable', cookie, { password: PASSWORD })
    expect((await security(cookie)).two_factor).toBe(false)
    expect((await signIn(email)).json).not.toHaveProperty('twoFactorRedirect')
  })

  it('is asked for at sign-in, and no session starts before its code is correct', async () => {
    const { email, app, cookie } = await withApp()
    expect((await security(cookie)).two_factor).toBe(true)
    const asked = await signIn(email)
    expect(asked.json).toMatchObject({ twoFactorRedirect: true, twoFactorMethods: ['totp'] })
    const half = cookiesOf(asked)
    expect(await me(half)).toBe(401)
    const code = await app.code()
    const wrong = await post('verify-totp', half, { code: code === '000000' ? '111111' : '000000' })
    expect(wrong).toMatchObject({ status: 401, json: { code: 'INVALID_CODE' } })
    const right = await post('verify-totp', half, { code })
    expect(right.text).not.toContain('token')
    expect(await me(cookieOf(right))).toBe(200)
  })

  it('gives codes that sign in once, also when one comes twice at once', async () => {
    const { email, app } = await withApp()
    const code = await app.code()
    const halves = await Promise.all([1, 2, 3].map(async () => cookiesOf(await signIn(email))))
    const answers = await Promise.all(halves.map((half) => post('verify-totp', half, { code })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
    expect(await post('verify-totp', cookiesOf(await signIn(email)), { code })).toMatchObject({
      status: 401,
      json: { code: 'INVALID_CODE' },
    })
  })

  it('can be lost: a backup code signs in, once', async () => {
    const { email, begun } = await withApp()
    const [code] = begun.backupCodes
    const first = await post('verify-backup-code', cookiesOf(await signIn(email)), { code })
    expect(await me(cookieOf(first))).toBe(200)
    const second = await post('verify-backup-code', cookiesOf(await signIn(email)), { code })
    expect(second.status).toBe(401)
  })

  it.each(['changed', 'reset'])('is asked for again on every device once the password was %s', async (how) => {
    const { email, app } = await withApp()
    const trusted = await post('verify-totp', cookiesOf(await signIn(email)), {
      code: await app.code(),
      trustDevice: true,
    })
    const device = cookiesOf(trusted)
    const again = await signIn(email, {}, device)
    expect(again.json).not.toHaveProperty('twoFactorRedirect')
    const newPassword = 'another phrase'
    if (how === 'changed') {
      const changed = await call(web, 'POST', '/api/auth/change-password', {
        cookie: cookieOf(again),
        body: { currentPassword: PASSWORD, newPassword },
      })
      expect(changed.status).toBe(200)
    } else {
      await call(web, 'POST', '/api/auth/request-password-reset', { body: { email } })
      const token = (await mailedPath(web, email)).match(/reset-password\/(\w+)/)![1]!
      await call(web, 'POST', '/api/auth/reset-password', { body: { token, newPassword } })
    }
    const asked = await call(web, 'POST', '/api/auth/sign-in/email', {
      body: { email, password: newPassword },
      cookie: cookiesOf(again),
    })
    expect(asked.json).toMatchObject({ twoFactorRedirect: true })
  })

  it('leaves neither its secret nor the codes readable in the store', async () => {
    const { id: uid, begun } = await withApp()
    const row = await web.store.db
      .selectFrom('identity_two_factors')
      .selectAll()
      .where('userId', '=', uid)
      .executeTakeFirstOrThrow()
    const text = JSON.stringify(row)
    expect(text).not.toContain(new URL(begun.totpURI).searchParams.get('secret'))
    for (const code of begun.backupCodes) expect(text).not.toContain(code)
    expect(web.logs.join('\n')).not.toContain(begun.backupCodes[0])
  })

  it('is switched off with the password only', async () => {
    const { email, cookie } = await withApp()
    expect((await post('disable', cookie, { password: 'not-the-password' })).status).toBe(400)
    const off = await post('disable', cookie, { password: PASSWORD })
    expect((await security(cookieOf(off))).two_factor).toBe(false)
    expect((await signIn(email)).json).not.toHaveProperty('twoFactorRedirect')
  })

  it('that is switched on or off, and new backup codes, are reported to the owner', async () => {
    const { id: uid, cookie } = await withApp()
    expect((await post('generate-backup-codes', cookie, { password: PASSWORD })).status).toBe(200)
    await post('disable', cookie, { password: PASSWORD })
    const notices = await web.store.db.selectFrom('notices').select('message').where('user_id', '=', uid).execute()
    expect(notices.map(({ message }) => message?.code)).toEqual(
      expect.arrayContaining(['alert.factor_on', 'alert.backup_codes', 'alert.factor_off']),
    )
    expect(notices).toHaveLength(3)
  })

  it('what a client does wrong rings no alarm', async () => {
    const { email, app, cookie } = await withApp()
    web.logs.splice(0)
    const challenge = cookiesOf(await signIn(email))
    const wrong: [path: string, method: string, options: object][] = [
      ['two-factor/verify-totp', 'POST', { cookie: challenge, body: { code: '000000' } }],
      ['two-factor/verify-backup-code', 'POST', { cookie: challenge, body: { code: 'nonsense' } }],
      ['two-factor/verify-totp', 'POST', { body: { code: await app.code() } }],
      ['two-factor/enable', 'POST', { cookie, body: { password: 'wrong' } }],
      ['sign-in/email', 'POST', { body: { email, password: 'wrong' } }],
      ['reset-password', 'POST', { body: { token: 'spent', newPassword: 'a new pass phrase' } }],
      ['change-password', 'POST', { cookie, body: { currentPassword: 'wrong', newPassword: 'a new pass phrase' } }],
      ['callback/google', 'GET', { query: { state: 'nonsense', code: 'nonsense' } }],
      ['callback/google', 'GET', { query: { state: 'nonsense' } }],
      ['callback/google', 'GET', { query: { unknown: 'nonsense', code: '' } }],
      ['callback/nobody', 'GET', {}],
      ['sign-in/social', 'POST', { body: { provider: 'google' } }],
      ['get-session', 'GET', { cookie: `${cookie}x`, bearer: 'nonsense.nonsense' }],
    ]
    for (const [path, method, options] of wrong)
      expect((await call(web, method, `/api/auth/${path}`, options)).status).toBeLessThan(500)
    expect(web.logs.filter((line) => /"level":[456]0/.test(line) && !/"level":40/.test(line))).toEqual([])
  })
})

describe('an operator', () => {
  const overview = (cookie: string) => call(web, 'GET', '/api/operator/overview', { cookie })
  const refused = { status: 403, json: { code: 'second_factor_required' } }

  it('is asked for a code on a device that is trusted, too', async () => {
    const email = 'second@example.com'
    const other = await startTestWeb({ OPERATOR_EMAILS: email })
    try {
      const { cookie: first } = await newUser(other, 'starter', email)
      const app = await setUpAuthenticator(other, first)
      const attempt = (cookie = '') =>
        call(other, 'POST', '/api/auth/sign-in/email', { cookie, body: { email, password: PASSWORD } })
      const trusted = await call(other, 'POST', '/api/auth/two-factor/verify-totp', {
        cookie: cookiesOf(await attempt()),
        body: { code: await app.code(), trustDevice: true },
      })
      expect(cookiesOf(trusted)).toContain('trust_device')
      expect((await attempt(cookiesOf(trusted))).json).toMatchObject({ twoFactorRedirect: true })
    } finally {
      await other.stop()
    }
  })

  it('needs a second factor: a session without one operates nothing', async () => {
    const operator = await newUser(web, 'starter', OPERATOR)
    expect((await overview(operator.cookie)).status).toBe(200)
    const codes = await call(web, 'POST', '/api/auth/two-factor/disable', {
      cookie: operator.cookie,
      body: { password: PASSWORD },
    })
    expect(await overview(cookieOf(codes))).toMatchObject(refused)
    const without = cookieOf(await signIn(OPERATOR))
    expect(await overview(without)).toMatchObject(refused)
    expect((await call(web, 'GET', '/api/me', { cookie: without })).json).toMatchObject({ operator: true })
    const app = await setUpAuthenticator(web, without)
    const within = cookieOf(await logIn(web, { email: OPERATOR, authenticator: app }))
    expect((await overview(within)).status).toBe(200)
    const changed = await call(web, 'POST', '/api/auth/change-password', {
      cookie: within,
      body: { currentPassword: PASSWORD, newPassword: 'another phrase' },
    })
    expect((await overview(cookieOf(changed))).status).toBe(200)
  })
})
