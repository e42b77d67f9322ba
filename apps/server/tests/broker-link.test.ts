import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brokerCredentials, dropExitToken } from '../src/accounts/broker-credentials.ts'
import { spentExitTokens } from '../src/execution/armed-accounts.ts'
import { feedCredentials } from '../src/operator/feed-session.ts'
import {
  call,
  connectBroker,
  FRIDAY_TEN,
  newUser,
  startTestWeb,
  stateIn,
  type TestUser,
  type TestWeb,
} from './harness.ts'
import { writeTrade } from './trade-rows.ts'

let web: TestWeb
let user: TestUser
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())
beforeEach(async () => {
  web.clock.set(FRIDAY_TEN)
  web.broker.mode = 'answer'
  user = await newUser(web, 'elite')
})

const as = (who: TestUser) => ({ cookie: who.cookie })
const zerodha = async () => ((await call(web, 'GET', '/api/me', as(user))).json as { zerodha: object }).zerodha

describe('keys', () => {
  it('wait for the disclosure, are trimmed, and can never be read back', async () => {
    const save = () =>
      call(web, 'PUT', '/api/broker/keys', {
        ...as(user),
        body: { api_key: ' canarykey12345 ', api_secret: ' canarysecret9 ' },
      })
    const text = 'You must accept the disclosure before continuing.'
    expect(await save()).toMatchObject({ status: 409, json: { code: 'disclosure_required', detail: text } })
    await call(web, 'POST', '/api/legal/zerodha-disclosure', { ...as(user), body: { accepted: true } })
    expect(await save()).toMatchObject({
      status: 200,
      json: { api_key_set: true, api_key_last4: '2345', api_secret_set: true, connected: false, mode: 'paper' },
    })
    expect(await zerodha()).toMatchObject({ api_key_last4: '2345' })
    const rows = await web.store.pool.query('select * from broker_links where user_id = $1', [user.id])
    const row = rows.rows[0] as { api_secret: Buffer }
    expect(row.api_secret.toString('latin1')).not.toContain('canary')
  })

  it('of another user do not open here', async () => {
    const other = await newUser(web, 'elite')
    await connectBroker(web, user)
    await connectBroker(web, other)
    await web.store.pool.query(
      `update broker_links set api_secret = (select api_secret from broker_links where user_id = $1) where user_id = $2`,
      [other.id, user.id],
    )
    const answer = await call(web, 'POST', '/api/broker/login-link', { ...as(user), body: {} })
    expect(answer).toMatchObject({ status: 500, json: { code: 'internal' } })
    expect(answer.text).not.toContain('canary')
  })
})

describe('the login', () => {
  it('connects with today’s token until six the next morning', async () => {
    expect(await connectBroker(web, user, { userId: 'SW1001' })).toMatchObject({
      status: 200,
      json: {
        connected: true,
        last_updated: '2026-11-20T10:00:00+05:30',
        broker_user_id: 'SW1001',
        token_stale: false,
        token_expires_at: '2026-11-21T06:00:00+05:30',
      },
    })
    const credentials = (await brokerCredentials(web.store.db, web.vault, user.id))!
    expect(credentials.accessToken.reveal()).toMatch(/^canaryaccesstoken/)
    expect(credentials).toMatchObject({ exitsOnly: false, brokerUserId: 'SW1001', mode: 'paper' })
    web.clock.set(istInstant('2026-11-21' as IstDate, 0, 0))
    expect(await zerodha()).toMatchObject({ connected: true, token_stale: true })
  })

  it.each<[what: string, url: (token: string, state: string) => string, status: number, detail: string]>([
    [
      'no request_token',
      (_t, state) => `http://127.0.0.1/?status=success&state=${state}`,
      400,
      'request_token not found in the pasted URL. Please paste the exact URL you were redirected to.',
    ],
    [
      'another request_token than was sent beside it',
      (_t, state) => `http://127.0.0.1/?request_token=abcdefgh12345678&state=${state}`,
      400,
      'request_token not found in the pasted URL. Please paste the exact URL you were redirected to.',
    ],
    [
      'a failed login',
      (token, state) => `http://127.0.0.1/?request_token=${token}&status=error&state=${state}`,
      400,
      'The broker says the login did not succeed. Log in again and paste the new URL.',
    ],
    [
      'no state',
      (token) => `http://127.0.0.1/?request_token=${token}&status=success`,
      409,
      'This login was not started here, was already used, or took too long. Open the broker login from this page and paste the new URL.',
    ],
    [
      'a made-up state',
      (token) => `http://127.0.0.1/?request_token=${token}&state=abc`,
      409,
      'This login was not started here, was already used, or took too long. Open the broker login from this page and paste the new URL.',
    ],
  ])('refuses a pasted URL with %s', async (_what, url, status, detail) => {
    const [token, state] = await started()
    const answer = await submit(token, url(token, state))
    expect(answer).toMatchObject({ status, json: { detail } })
    expect(await zerodha()).toMatchObject({ connected: false })
  })

  it('takes a state once, and only from the session it was given to', async () => {
    const [token, state] = await started()
    const other = await newUser(web, 'elite')
    await connectBroker(web, other)
    const stolen = await call(web, 'POST', '/api/zerodha-callback', {
      ...as(other),
      body: { uid: other.id, request_token: token, full_url: redirect(token, state) },
    })
    expect(stolen).toMatchObject({ status: 409, json: { code: 'login_state_invalid' } })
    expect((await submit(token, redirect(token, state))).status).toBe(200)
    expect(await submit(token, redirect(token, state))).toMatchObject({
      status: 409,
      json: { code: 'login_state_invalid' },
    })
  })

  it.each<[what: string, prepare: () => string, status: number, code: string, detail: RegExp]>([
    [
      'a used or made-up token',
      () => 'a'.repeat(32),
      400,
      'token_exchange_failed',
      /^Token is invalid or has expired\.$/,
    ],
    [
      'a wrong secret',
      () => web.broker.loginAs('canaryapikey0001', 'another secret', 'SW9'),
      400,
      'token_exchange_failed',
      /^Invalid `checksum`\.$/,
    ],
    [
      'an account without F&O',
      () => web.broker.loginAs('canaryapikey0001', 'canaryapisecret0001', 'SW8', ['NSE', 'BSE']),
      409,
      'options_not_enabled',
      /NFO/,
    ],
    [
      'a broker that sends HTML',
      () => {
        web.broker.mode = 'html'
        return 'a'.repeat(32)
      },
      503,
      'broker_unavailable',
      /did not answer/,
    ],
    [
      'a broker that hangs up',
      () => {
        web.broker.mode = 'hang_up'
        return 'a'.repeat(32)
      },
      503,
      'broker_unavailable',
      /did not answer/,
    ],
  ])('says what went wrong with %s', async (_what, prepare, status, code, detail) => {
    const [, state] = await started()
    const token = prepare()
    const answer = await submit(token, redirect(token, state))
    expect(answer).toMatchObject({ status, json: { code } })
    expect((answer.json as { detail: string }).detail).toMatch(detail)
    expect(await zerodha()).toMatchObject({ connected: false })
  })

  it('is pinned to the first broker account, which no other user may link', async () => {
    await connectBroker(web, user, { userId: 'SW2001' })
    const again = await connectBroker(web, user, { userId: 'SW2002' })
    expect(again).toMatchObject({ status: 409, json: { code: 'other_broker_account' } })
    const other = await newUser(web, 'master')
    expect(await connectBroker(web, other, { userId: 'SW2001' })).toMatchObject({
      status: 409,
      json: { code: 'broker_account_taken' },
    })
  })

  it('needs keys first', async () => {
    await call(web, 'POST', '/api/legal/zerodha-disclosure', { ...as(user), body: { accepted: true } })
    const answer = await call(web, 'POST', '/api/broker/login-link', { ...as(user), body: {} })
    expect(answer).toMatchObject({ status: 409, json: { code: 'keys_missing', detail: 'Enter API Key first.' } })
  })
})

describe('disconnecting', () => {
  it('clears the token for entries and keeps it aside for exits', async () => {
    await connectBroker(web, user)
    const token = (await brokerCredentials(web.store.db, web.vault, user.id))!.accessToken.reveal()
    const foreign = await call(web, 'POST', '/zerodha/disconnect', { ...as(user), body: { user_id: 'another-user' } })
    expect(foreign).toMatchObject({ status: 403, json: { code: 'uid_mismatch' } })
    const answer = await call(web, 'POST', '/zerodha/disconnect', { ...as(user), body: { user_id: user.id } })
    expect(answer).toMatchObject({ status: 200, json: { connected: false, token_stale: false } })
    const { rows } = await web.store.pool.query('select access_token, connected from broker_links where user_id = $1', [
      user.id,
    ])
    expect(rows).toEqual([{ access_token: null, connected: false }])
    const left = (await brokerCredentials(web.store.db, web.vault, user.id))!
    expect(left.exitsOnly).toBe(true)
    expect(left.accessToken.reveal()).toBe(token)
    // Twice is as good as once: the token for exits is not lost.
    await call(web, 'POST', '/zerodha/disconnect', { ...as(user), body: { user_id: user.id } })
    expect(await brokerCredentials(web.store.db, web.vault, user.id)).toBeDefined()
    await dropExitToken(web.store.db, user.id)
    expect(await brokerCredentials(web.store.db, web.vault, user.id)).toBeUndefined()
  })

  it.each<[state: string | undefined, on: string | undefined, spent: boolean]>([
    // An abandoned entry may still fill late, on its own day.
    ...['entering', 'open', 'exiting', 'abandoned'].map((state): [string, string, boolean] => [
      state,
      '2026-11-20',
      false,
    ]),
    ...['entering', 'open', 'exiting'].map((state): [string, string, boolean] => [state, '2026-11-19', false]),
    ['abandoned', '2026-11-19', true],
    ['closed', '2026-11-20', true],
    [undefined, undefined, true],
  ])('keeps its token for exits while a trade is %s of %s: spent %s', async (state, on, spent) => {
    await connectBroker(web, user)
    if (state !== undefined) {
      await writeTrade(web.store.db, user.id, on as IstDate, `t-${user.id}`, 'open')
      await web.store.pool.query('update trades set state = $1 where account_id = $2', [state, user.id])
    }
    const isSpent = async () => (await spentExitTokens(web.store.db, '2026-11-20' as IstDate)).includes(user.id)
    // A link that is connected has no token for exits alone.
    expect(await isSpent()).toBe(false)
    await call(web, 'POST', '/zerodha/disconnect', { ...as(user), body: { user_id: user.id } })
    expect(await isSpent()).toBe(spent)
  })

  it.each(['entering', 'open', 'exiting'])(
    'is refused as a new key while a trade is %s: exits need the token',
    async (state) => {
      await connectBroker(web, user)
      await writeTrade(web.store.db, user.id, '2026-11-20' as IstDate, `t-${user.id}`, 'open')
      await web.store.pool.query('update trades set state = $1 where account_id = $2', [state, user.id])
      const tokens = async () =>
        (
          await web.store.pool.query('select access_token, exit_token, api_key from broker_links where user_id = $1', [
            user.id,
          ])
        ).rows as unknown[]
      const before = await tokens()
      const save = (api_key: string) =>
        call(web, 'PUT', '/api/broker/keys', { ...as(user), body: { api_key, api_secret: 'anothersecret' } })
      const refused = {
        status: 409,
        json: { code: 'link_in_use', detail: 'A trade of the paper account is still open. Change when it is closed.' },
      }
      expect(await save('anotherkey00000')).toMatchObject(refused)
      expect(await tokens()).toEqual(before)
      // The same key with a new secret keeps the login.
      expect(await save('canaryapikey0001')).toMatchObject({ status: 200, json: { connected: true } })
      await call(web, 'POST', '/zerodha/disconnect', { ...as(user), body: { user_id: user.id } })
      expect(await zerodha()).toMatchObject({ connected: false, exits_only: true })
      expect(await save('anotherkey00000')).toMatchObject(refused)
      expect((await brokerCredentials(web.store.db, web.vault, user.id))?.exitsOnly).toBe(true)
      await web.store.pool.query(`update trades set state = 'closed' where account_id = $1`, [user.id])
      expect(await zerodha()).toMatchObject({ connected: false, exits_only: false })
      expect(await save('anotherkey00000')).toMatchObject({ status: 200, json: { connected: false } })
    },
  )

  it('comes with a new API key', async () => {
    await connectBroker(web, user)
    const keys = { api_key: 'anotherkey00000', api_secret: 'anothersecret' }
    expect(await call(web, 'PUT', '/api/broker/keys', { ...as(user), body: keys })).toMatchObject({
      json: { connected: false, last_updated: null },
    })
  })
})

it('the operator’s market data session is kept and renewed in the same way', async () => {
  const operator = await newUser(web, 'starter', 'operator@example.com')
  const hints: string[] = []
  web.bus.subscribe('feed.session', (subject) => hints.push(subject))
  const post = (path: string, body: object) => call(web, 'POST', path, { ...as(operator), body })
  expect(await post('/api/operator/login-link', {})).toMatchObject({ status: 409, json: { code: 'keys_missing' } })
  await post('/api/operator/feed-keys', { api_key: 'canaryfeedkey01', api_secret: 'canaryfeedsecret' })
  const { url } = (await post('/api/operator/login-link', {})).json as { url: string }
  expect(url).toContain('api_key=canaryfeedkey01')
  expect(await post('/api/operator/feed-session', { request_token: 'a'.repeat(32) })).toMatchObject({
    status: 400,
    json: { code: 'token_exchange_failed', detail: 'Token is invalid or has expired.' },
  })
  const token = web.broker.loginAs('canaryfeedkey01', 'canaryfeedsecret', 'SWFEED')
  expect(await post('/api/operator/feed-session', { request_token: token })).toMatchObject({
    status: 200,
    json: { connected: true, broker_user_id: 'SWFEED', token_stale: false },
  })
  expect(hints).toEqual(['feed.session'])
  const credentials = (await feedCredentials(web.store.db, web.vault, web.clock.now()))!
  expect(credentials.accessToken.reveal()).toMatch(/^canaryaccesstoken/)
  expect(await feedCredentials(web.store.db, web.vault, (FRIDAY_TEN + 86_400_000) as EpochMs)).toBeUndefined()
})

/** Keys saved, login opened: the request token and state of a login that is under way. */
async function started(): Promise<[token: string, state: string]> {
  const keys = { api_key: 'canaryapikey0001', api_secret: 'canaryapisecret0001' }
  await call(web, 'POST', '/api/legal/zerodha-disclosure', { ...as(user), body: { accepted: true } })
  await call(web, 'PUT', '/api/broker/keys', { ...as(user), body: keys })
  const link = await call(web, 'POST', '/api/broker/login-link', { ...as(user), body: {} })
  return [web.broker.loginAs(keys.api_key, keys.api_secret, `SW${user.id.slice(0, 6)}`), stateIn(link)]
}

function submit(token: string, fullUrl: string) {
  return call(web, 'POST', '/api/zerodha-callback', {
    ...as(user),
    body: { uid: user.id, request_token: token, full_url: fullUrl },
  })
}

function redirect(token: string, state: string): string {
  return `https://127.0.0.1/?action=login&state=${state}&type=login&status=success&request_token=${token}`
}
