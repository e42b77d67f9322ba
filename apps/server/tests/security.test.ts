import { createHmac } from 'node:crypto'
import type { Security } from '@strikewise/wire/security.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, connectBroker, cookieOf, newUser, PASSWORD, startTestWeb, type Answer, type TestWeb } from './harness.ts'

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
  it('are listed by device, the one that asks is marked, and no token is told', async () => {
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

  it('does not keep anybody from stopping, or from saving what was armed before', async () => {
    const { id: uid, cookie } = await newUser(web, 'master')
    expect((await call(web, 'PUT', '/api/trade-settings', { cookie, body: armed })).status).toBe(200)
    await age(uid, OLD_MS)
    expect((await call(web, 'POST', '/api/stop', { cookie, body: { on: true } })).status).toBe(200)
    const more = { ...armed, strategies: [{ ...armed.strategies[0], lots: 2 }] }
    expect((await call(web, 'PUT', '/api/trade-settings', { cookie, body: more })).status).toBe(200)
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
    const secret = base32(new URL(begun.totpURI).searchParams.get('secret')!)
    const on = await post('verify-totp', user.cookie, { code: totp(secret) })
    return { ...user, secret, begun, cookie: cookieOf(on) }
  }

  it('is not asked for before its first code was right', async () => {
    const { email, cookie } = await newUser(web)
    await post('enable', cookie, { password: PASSWORD })
    expect((await security(cookie)).two_factor).toBe(false)
    expect((await signIn(email)).json).not.toHaveProperty('twoFactorRedirect')
  })

  it('is asked for at sign-in, and nobody is in before its code is right', async () => {
    const { email, secret, cookie } = await withApp()
    expect((await security(cookie)).two_factor).toBe(true)
    const asked = await signIn(email)
    expect(asked.json).toMatchObject({ twoFactorRedirect: true, twoFactorMethods: ['totp'] })
    const half = cookiesOf(asked)
    expect(await me(half)).toBe(401)
    const wrong = await post('verify-totp', half, { code: totp(secret) === '000000' ? '111111' : '000000' })
    expect(wrong).toMatchObject({ status: 401, json: { code: 'INVALID_CODE' } })
    const right = await post('verify-totp', half, { code: totp(secret) })
    expect(right.text).not.toContain('token')
    expect(await me(cookieOf(right))).toBe(200)
  })

  it('can be lost: a backup code signs in, once', async () => {
    const { email, begun } = await withApp()
    const [code] = begun.backupCodes
    const first = await post('verify-backup-code', cookiesOf(await signIn(email)), { code })
    expect(await me(cookieOf(first))).toBe(200)
    const second = await post('verify-backup-code', cookiesOf(await signIn(email)), { code })
    expect(second.status).toBe(401)
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
})

/** All cookies an answer sets, as the browser would send them back. */
function cookiesOf(answer: Answer): string {
  return answer.headers
    .getSetCookie()
    .filter((cookie) => !/max-age=0/i.test(cookie))
    .map((cookie) => cookie.split(';')[0]!)
    .join('; ')
}

/** The code of this half minute: RFC 6238 with SHA-1 and six digits. */
function totp(secret: Buffer): string {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const digest = createHmac('sha1', secret).update(step).digest()
  const offset = digest.at(-1)! & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function base32(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = Array.from(text.replace(/=+$/, ''), (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
