import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SandboxFixture, type ShownAccount } from './sandbox-fixture.ts'

let sandbox: SandboxFixture
let account: ShownAccount

beforeAll(async () => {
  sandbox = await SandboxFixture.start({ speed: 1 })
  account = await sandbox.account()
})
afterAll(() => sandbox.sandbox.close())

const pageUrl = (query: Record<string, string> = {}) =>
  `${sandbox.url}/connect/login?${new URLSearchParams({ v: '3', api_key: account.api_key, ...query }).toString()}`

const signIn = (fields: Record<string, string>, query: Record<string, string> = {}) =>
  fetch(pageUrl(query), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

const credentials = () => ({ user_id: account.user_id, password: account.password, totp: account.totp })

it('shows a page and sends the browser back with a request token and the parameters of the app', async () => {
  const page = await fetch(pageUrl())
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(await page.text()).toContain('name="totp"')

  const back = await signIn(credentials(), { redirect_params: 'state=abc%20d&x=1' })
  expect(back.status).toBe(302)
  const target = new URL(back.headers.get('location')!)
  expect(target.origin + target.pathname).toBe('http://127.0.0.1:8080/zerodha-connect')
  const query = Object.fromEntries(target.searchParams)
  expect(query).toMatchObject({ action: 'login', type: 'login', status: 'success', state: 'abc d', x: '1' })
  expect(query['request_token']).toMatch(/^[a-z0-9]{32}$/)
})

it('exchanges a request token once, for the profile and a token that works', async () => {
  const back = await signIn(credentials())
  const requestToken = new URL(back.headers.get('location')!).searchParams.get('request_token')!
  const first = await sandbox.session(account, requestToken)
  expect(first.body.data).toMatchObject({
    user_id: 'SW1001',
    api_key: account.api_key,
    broker: 'ZERODHA',
    refresh_token: '',
    login_time: expect.stringMatching(/^2026-09-16 09:2\d:\d\d$/),
  })
  expect(await sandbox.session(account, requestToken)).toMatchObject({
    status: 403,
    body: { error_type: 'TokenException', message: 'Token is invalid or has expired.' },
  })
})

it.each([
  ['a wrong password', { password: 'wrong' }, 'Invalid user id or password.'],
  ['a wrong code', { totp: '000000' }, 'Invalid TOTP.'],
  ['text in place of a code', { totp: 'abc' }, 'Invalid TOTP.'],
  ['an unknown user', { user_id: 'ZZ0000' }, 'Invalid user id or password.'],
])('stays on the page at %s', async (_what, change, text) => {
  const answer = await signIn({ ...credentials(), ...change })
  expect(answer.status).toBe(403)
  expect(await answer.text()).toContain(text)
})

it('refuses a user the app does not belong to', async () => {
  const other = await sandbox.account('SW1002')
  const answer = await signIn({ user_id: other.user_id, password: other.password, totp: other.totp })
  expect(answer.status).toBe(403)
  expect(await answer.text()).toContain('The user is not enabled for the app.')
})

it('sends a cancelled login back without a token', async () => {
  const answer = await signIn({ action: 'cancel' })
  const query = new URL(answer.headers.get('location')!).searchParams
  expect(query.get('status')).toBe('cancelled')
  expect(query.has('request_token')).toBe(false)
})

it('refuses an unknown key, a wrong version and a wrong checksum', async () => {
  expect((await fetch(`${sandbox.url}/connect/login?v=3&api_key=none`)).status).toBe(400)
  expect((await fetch(`${sandbox.url}/connect/login?v=2&api_key=${account.api_key}`)).status).toBe(400)
  const { request_token } = await sandbox.control<{ request_token: string }>('POST', '/accounts/SW1001/login')
  const checksum = createHash('sha256').update(`${account.api_key}${request_token}wrong`).digest('hex')
  expect(await sandbox.exchangeToken({ api_key: account.api_key, request_token, checksum })).toMatchObject({
    status: 403,
    body: { message: 'Invalid `checksum`.' },
  })
})

it('lets a newer login and a log-out end the older token', async () => {
  const first = await sandbox.login('SW1003')
  const second = await sandbox.login('SW1003')
  expect((await first.call('GET', '/user/profile')).body.error_type).toBe('TokenException')
  expect((await second.call('GET', '/user/profile')).status).toBe(200)
  const named = new URLSearchParams({ api_key: second.account.api_key, access_token: second.accessToken })
  expect((await second.call('DELETE', `/session/token?${named.toString()}`)).body.data).toBe(true)
  expect((await second.call('GET', '/user/profile')).status).toBe(403)
})

it('kills tokens at 06:00 of the market clock, and a connection with them', async () => {
  await using night = await SandboxFixture.start({ speed: 1, startText: '2026-09-16 15:59:00' })
  const client = await night.login()
  const socket = new WebSocket(
    `${night.url.replace('http', 'ws')}/ticker?api_key=${client.account.api_key}&access_token=${client.accessToken}`,
  )
  const opened = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  socket.addEventListener('open', () => opened.resolve())
  socket.addEventListener('close', () => closed.resolve())
  await opened.promise
  await night.control('POST', '/clock/jump', { minutes: 5 })
  expect(await night.get('/clock')).toMatchObject({ day: '2026-09-17' })
  expect((await client.call('GET', '/user/profile')).body.error_type).toBe('TokenException')
  await closed.promise
})
