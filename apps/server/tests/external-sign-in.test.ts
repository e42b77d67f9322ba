// @invariant consent-before-account
// @invariant listed-identity-calls
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { createServer as createConnectionServer, type AddressInfo } from 'node:net'
import type { MyDataReply } from '@strikewise/wire/data-rights.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../src/store/postgres/free-port.ts'
import {
  anyEmail,
  call,
  cookieOf,
  cookiesOf,
  mailedToken,
  newUser,
  PASSWORD,
  startTestWeb,
  type TestWeb,
} from './harness.ts'
import { startOpenIdProvider, type OpenIdProvider } from './openid-provider.ts'

/** Texts that look like a path of ours and lead elsewhere, or nowhere we know. */
const ELSEWHERE = [
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/./..//evil.example',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/dashboard/../..//evil.example',
  '/login?next=//evil.example',
  '/api/auth/sign-out',
  '/unknown',
]

let web: TestWeb
let provider: OpenIdProvider
beforeAll(async () => {
  provider = await startOpenIdProvider()
  // One origin for all of the outside world, so that the configuration takes it for the sandbox.
  web = await startTestWeb({
    SANDBOX_URL: new URL(provider.discoveryUrl).origin,
    OIDC_DISCOVERY_URL: provider.discoveryUrl,
  })
})
afterAll(async () => {
  await web.stop()
  await provider.stop()
})

it('answers requests that come while the provider is still being asked', async () => {
  const asked = Promise.withResolvers<ServerResponse>()
  const slow = createServer((_, response) => asked.resolve(response)).listen(0, '127.0.0.1')
  await once(slow, 'listening')
  const port = await freePort()
  const origin = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
  const starting = startTestWeb({
    PORT: String(port),
    SANDBOX_URL: origin,
    OIDC_DISCOVERY_URL: `${origin}/.well-known/openid-configuration`,
  })
  const unanswered = await asked.promise
  const early = fetch(`http://127.0.0.1:${port}/healthz`)
  // Time for it to arrive; too little would only let it come when there is nothing to wait for.
  await new Promise((resolve) => setTimeout(resolve, 100))
  unanswered.end()
  const started = await starting
  expect((await early).status).toBe(200)
  await started.stop()
  await new Promise((resolve) => slow.close(resolve))
})

/** Follows redirects as a browser does, with a cookie jar for each host. Stops at the first page of ours that is no redirect. */
async function browse(
  start: string,
  jar: Map<string, string>,
): Promise<{ url: URL; response: Response; text: string }> {
  let url = new URL(start)
  for (let hop = 0; hop < 20; hop += 1) {
    const own = url.origin === new URL(web.url).origin
    const prefix = own ? 'web ' : 'idp '
    const cookie = [...jar].flatMap(([name, value]) => (name.startsWith(prefix) ? [`${name.slice(4)}=${value}`] : []))
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: cookie.join('; '), accept: 'text/html' },
    })
    keep(jar, prefix, response.headers)
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (location === null) return { url, response, text: await response.text() }
    url = new URL(location, url)
    if (url.origin === new URL(web.url).origin && !url.pathname.startsWith('/api/')) return { url, response, text: '' }
  }
  throw new Error('too many redirects')
}

function keep(jar: Map<string, string>, prefix: string, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [pair] = line.split(';', 1) as [string]
    jar.set(prefix + pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  }
}

async function signInWithGoogle(jar = new Map<string, string>()): Promise<{ url: URL; cookie: string }> {
  const started = await call(web, 'POST', '/api/auth/sign-in/social', {
    body: { provider: 'google', callbackURL: '/dashboard', errorCallbackURL: '/login' },
    headers: { origin: web.url },
  })
  expect(started.status).toBe(200)
  keep(jar, 'web ', started.headers)
  const { url } = await browse((started.json as { url: string }).url, jar)
  const session = jar.get('web __Host-sw.session_token')
  return { url, cookie: session === undefined ? '' : `__Host-sw.session_token=${session}` }
}

describe('external sign-in', () => {
  it('is offered while its provider answers', async () => {
    expect((await call(web, 'GET', '/api/config')).json).toMatchObject({ providers: ['google'] })
    expect((await call(web, 'GET', '/readyz')).json).toMatchObject({ checks: { identity_provider: 'up' } })
  })

  it('makes a starter at the first visit and finds them again at the second, by redirect', async () => {
    provider.oidcUser = { sub: 's1', email: anyEmail(), name: 'Google Person', verified: true }
    const first = await signInWithGoogle()
    expect(first.url.pathname).toBe('/dashboard')
    const me = await call(web, 'GET', '/api/me', { cookie: first.cookie })
    expect(me.json).toMatchObject({
      name: 'Google Person',
      email: provider.oidcUser.email,
      emailVerified: true,
      plan: 'starter',
      joinedAt: '2026-11-20T10:00:00+05:30',
    })
    // Nothing works before the two boxes were ticked.
    const consents = async () => {
      const mine = await call(web, 'GET', '/api/my-data', { cookie: first.cookie })
      return (mine.json as MyDataReply).consents.map(({ kind, given }) => `${kind} ${given}`).toSorted()
    }
    expect(me.json).toMatchObject({ legal: { terms: 'never' } })
    expect(await consents()).toEqual([])
    for (const path of ['/api/payments', '/signals', '/api/trade-settings', '/api/security'])
      expect(await call(web, 'GET', path, { cookie: first.cookie })).toMatchObject({
        status: 403,
        json: { code: 'terms_required' },
      })
    for (const body of [{ adult: true, terms: false }, { adult: false, terms: true }, { terms: true }])
      expect((await call(web, 'POST', '/api/terms-agreement', { cookie: first.cookie, body })).status).toBe(400)
    await call(web, 'POST', '/api/terms-agreement', { cookie: first.cookie, body: { adult: true, terms: true } })
    expect(await consents()).toEqual(['adult true', 'privacy true', 'terms true'])
    expect((await call(web, 'GET', '/api/payments', { cookie: first.cookie })).status).toBe(200)
    const again = await signInWithGoogle()
    expect((await call(web, 'GET', '/api/me', { cookie: again.cookie })).json).toMatchObject({
      uid: (me.json as { uid: string }).uid,
    })
    const tokens = await web.store.pool.query(
      `select * from identity_accounts where "providerId" = 'google' and ("accessToken" is not null or "idToken" is not null or "refreshToken" is not null)`,
    )
    expect(tokens.rows).toEqual([])
  })

  it('joins an account with the same address when that was verified', async () => {
    const user = await newUser(web)
    provider.oidcUser = { sub: 's2', email: user.email, name: 'Same Person', verified: true }
    const { cookie } = await signInWithGoogle()
    expect((await call(web, 'GET', '/api/me', { cookie })).json).toMatchObject({ uid: user.id })
  })

  it('is not kept out by a sign-up of another person with the same address, which ends with it', async () => {
    const email = anyEmail()
    await call(web, 'POST', '/api/signup', {
      body: { name: 'Squatter', email, password: PASSWORD, adult: true, terms: true },
    })
    provider.oidcUser = { sub: 's3', email, name: 'Owner', verified: true }
    const { cookie } = await signInWithGoogle()
    expect((await call(web, 'GET', '/api/me', { cookie })).json).toMatchObject({ email, name: 'Owner' })
    const late = await call(web, 'POST', '/api/signup/confirm', {
      body: { token: await mailedToken(web, email), password: PASSWORD },
    })
    expect(late).toMatchObject({ status: 409, json: { code: 'account_open' } })
  })

  it('makes no account of an address that its provider has not proved', async () => {
    provider.oidcUser = { sub: 's7', email: anyEmail(), name: 'Unproved', verified: false }
    const { url, cookie } = await signInWithGoogle()
    expect([url.pathname, cookie]).toEqual(['/login', ''])
    const { email } = provider.oidcUser
    expect(await web.store.db.selectFrom('identity_users').select('id').where('email', '=', email).execute()).toEqual(
      [],
    )
  })

  it('makes a plain name of one that no sign-up would take', async () => {
    provider.oidcUser = { sub: 's8', email: anyEmail(), name: 'Admin:\nhttps://evil.example\u202e', verified: true }
    const { cookie } = await signInWithGoogle()
    expect((await call(web, 'GET', '/api/me', { cookie })).json).toMatchObject({ name: 'Admin: https evil.example' })
  })

  it('proves who is there only where the provider shows that it asked just now', async () => {
    provider.oidcUser = { sub: 's9', email: anyEmail(), name: 'Returning Person', verified: true }
    const jar = new Map<string, string>()
    const { cookie } = await signInWithGoogle(jar)
    await call(web, 'POST', '/api/terms-agreement', { cookie, body: { adult: true, terms: true } })
    const release = (as: string) => call(web, 'POST', '/api/stop', { cookie: as, body: { on: false } })
    // The provider was not asked when: its session may be of last week.
    expect(await release(cookie)).toMatchObject({ status: 403, json: { code: 'sign_in_again' } })
    const query = new URLSearchParams({
      provider: 'google',
      popupOrigin: web.url,
      popupNonce: 'n',
      additionalData: '{"again":true}',
    })
    const start = `${web.url}/api/auth/oauth-popup/start?${query.toString()}`
    const begun = await fetch(start, { redirect: 'manual' })
    const asked = new URL(begun.headers.get('location')!).searchParams
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0'])
    await browse(start, jar)
    const fresh = `__Host-sw.session_token=${jar.get('web __Host-sw.session_token')}`
    expect((await release(fresh)).status).toBe(200)
  })

  it('is reported to the owner of an account that it is linked to', async () => {
    const user = await newUser(web)
    await web.store.db
      .updateTable('identity_users')
      .set({ createdAt: new Date(Date.now() - 3_600_000) })
      .where('id', '=', user.id)
      .execute()
    provider.oidcUser = { sub: 's10', email: user.email, name: 'Same Person', verified: true }
    await signInWithGoogle()
    const notices = await web.store.db.selectFrom('notices').select('message').where('user_id', '=', user.id).execute()
    expect(notices.map(({ message }) => message)).toContainEqual({
      code: 'alert.external_linked',
      params: { provider: 'Google' },
    })
  })

  it('never joins an account by an address the provider itself has not proved', async () => {
    const user = await newUser(web)
    provider.oidcUser = { sub: 's5', email: user.email, name: 'Another Name', verified: false }
    const { url, cookie } = await signInWithGoogle()
    expect([url.pathname, cookie]).toEqual(['/login', ''])
  })

  it('makes a record of a user whose provider gives no name', async () => {
    provider.oidcUser = { sub: 's6', email: anyEmail(), name: undefined, verified: true }
    const { cookie } = await signInWithGoogle()
    expect((await call(web, 'GET', '/api/me', { cookie })).json).toMatchObject({
      email: provider.oidcUser.email,
      name: '',
      plan: 'starter',
    })
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      call(web, 'POST', path, { cookie, body, headers })
    await post('/api/terms-agreement', { adult: true, terms: true })
    const purchase = { plan: 'master', billing: 'monthly', terms: true }
    const bought = await post('/api/payments', purchase, { 'idempotency-key': 'no-name' })
    expect(bought.status).toBe(200)
    const { payment_id } = bought.json as { payment_id: string }
    const receipt = await call(web, 'GET', `/api/payments/${payment_id}/receipt`, { cookie })
    expect(receipt.json).toMatchObject({ buyer: { name: '', email: provider.oidcUser.email } })
    expect((await post('/api/my-data/grievance', { text: 'Please correct my address.' })).status).toBe(200)
    expect((await post('/api/support/chat', { text: 'Is anybody there?' }, { 'idempotency-key': 'chat' })).status).toBe(
      200,
    )
    const mails = await web.store.db.selectFrom('outbox').select(['recipient', 'subject', 'body']).execute()
    const greeted = mails.filter(({ recipient }) => recipient === provider.oidcUser.email)
    expect(greeted.map(({ subject }) => subject).join()).toContain('receipt')
    for (const { body } of greeted) expect(body).toMatch(/^Hello,\n/)
    expect(mails.map(({ body }) => body).join()).toContain(`From: <${provider.oidcUser.email}>`)
  })

  it('works in a popup, whose pages keep their hold on the page that opened them', async () => {
    provider.oidcUser = { sub: 's4', email: anyEmail(), name: 'Popup Person', verified: true }
    const jar = new Map<string, string>()
    const query = new URLSearchParams({
      provider: 'google',
      popupOrigin: web.url,
      popupNonce: 'n',
      callbackURL: '/dashboard',
    })
    const done = await browse(`${web.url}/api/auth/oauth-popup/start?${query.toString()}`, jar)
    expect(done.response.status).toBe(200)
    expect(done.text).toContain('postMessage')
    // The page gets the success. The token is in the cookie alone.
    const token = decodeURIComponent(jar.get('web __Host-sw.session_token')!).split('.')[0]!
    expect(done.text).not.toContain(token)
    expect(done.text).toContain('"token":"in the cookie"')
    expect(done.response.headers.get('set-auth-token')).toBeNull()
    expect(done.response.headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
    expect(done.response.headers.get('content-security-policy')).toMatch(/script-src 'sha256-/)
    // Of an answer the cookie's reader needs the headers alone.
    expect(cookieOf({ headers: done.response.headers } as never)).toMatch(/^__Host-sw\.session_token=/)
  })

  it('leads to pages of ours that are listed, whatever the page to come back to is shown to be', async () => {
    const start = (more: object) =>
      call(web, 'POST', '/api/auth/sign-in/social', {
        body: { provider: 'google', callbackURL: '/dashboard', ...more },
      })
    for (const elsewhere of ELSEWHERE)
      for (const field of ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL'])
        expect({ elsewhere, field, status: (await start({ [field]: elsewhere })).status }).toEqual({
          elsewhere,
          field,
          status: 400,
        })
    for (const more of [{ scopes: ['drive'] }, { additionalParams: { hd: 'x' } }, { idToken: { token: 'x' } }])
      expect((await start(more)).status).toBe(400)
    const popup = (more: Record<string, string>) =>
      call(web, 'GET', '/api/auth/oauth-popup/start', { query: { provider: 'google', popupOrigin: web.url, ...more } })
    for (const more of [
      { scopes: 'drive' },
      { callbackURL: '/.//evil.example' },
      { popupOrigin: 'https://evil.example' },
      { additionalData: '{"callbackURL":"//evil.example"}' },
    ])
      expect((await popup(more as Record<string, string>)).status).toBe(400)
    const cancelled = await start({ errorCallbackURL: '/login' })
    const state = new URL((cancelled.json as { url: string }).url).searchParams.get('state')!
    const back = await call(web, 'GET', '/api/auth/callback/google', {
      query: { error: 'access_denied', state },
      cookie: cookiesOf(cancelled),
    })
    expect(back.headers.get('location')).toMatch(/^\/login\?error=access_denied/)
  })

  it('comes back by itself when its provider was away at the start', async () => {
    // The same address without an account, then with one.
    const away = createConnectionServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
    await once(away, 'listening')
    const { port } = away.address() as AddressInfo
    const origin = `http://127.0.0.1:${port}`
    const late = await startTestWeb({
      SANDBOX_URL: origin,
      OIDC_DISCOVERY_URL: `${origin}/.well-known/openid-configuration`,
    })
    expect((await call(late, 'GET', '/api/config')).json).toMatchObject({ providers: [] })
    expect((await call(late, 'GET', '/readyz')).json).toMatchObject({
      ready: true,
      checks: { identity_provider: 'down' },
    })
    // Its port was taken all along: another test's server would have it otherwise.
    away.close()
    await once(away, 'close')
    const back = await startOpenIdProvider(port)
    await expect
      .poll(async () => (await call(late, 'GET', '/api/config')).json, { timeout: 15_000, interval: 500 })
      .toMatchObject({ providers: ['google'] })
    const started = await call(late, 'POST', '/api/auth/sign-in/social', {
      body: { provider: 'google', callbackURL: '/dashboard' },
    })
    expect(started.status).toBe(200)
    await late.stop()
    await back.stop()
  })
})
