import type { Paise } from '@strikewise/domain/money/paise.ts'
import { HOUR_MS, istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { BrokerUrls } from '@strikewise/brokers/broker-account.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { NIMBUS } from '../../../packages/broker-conformance/tests/nimbus/nimbus-definition.ts'
import { NimbusServer } from '../../../packages/broker-conformance/tests/nimbus/nimbus-server.ts'
import { APP } from '../../../packages/broker-conformance/tests/nimbus/nimbus-sessions.ts'
import { brokerCredentials } from '../src/accounts/broker-credentials.ts'
import { call, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

// The web role with the login of the made-up broker in place of the product's, and its server as the outside world.
let nimbus: NimbusServer
let web: TestWeb
let user: TestUser
beforeAll(async () => {
  nimbus = new NimbusServer()
  const url = await nimbus.start(0 as Paise, 0 as Paise)
  const { login, profile, portal } = NIMBUS
  const served = BROKER as { sandboxUrls: (url: string) => BrokerUrls }
  vi.spyOn(BROKER.login, 'pageUrl').mockImplementation((...given) => login.pageUrl(...given))
  vi.spyOn(BROKER.login, 'parseRedirect').mockImplementation((address) => login.parseRedirect(address))
  vi.spyOn(BROKER.login, 'openSession').mockImplementation((...given) => login.openSession(...given))
  vi.spyOn(BROKER.profile, 'tokenExpiresAt').mockImplementation(profile.tokenExpiresAt)
  vi.spyOn(BROKER.portal, 'redirectParameter', 'get').mockReturnValue(portal.redirectParameter)
  vi.spyOn(served, 'sandboxUrls').mockReturnValue({ apiUrl: url, tickerUrl: url, loginUrl: `${url}/login` })
  web = await startTestWeb({ SANDBOX_URL: url })
  web.clock.set(nimbus.now())
  user = await newUser(web, 'elite')
  const keys = { api_key: APP.client, api_secret: APP.secret }
  await call(web, 'POST', '/api/legal/zerodha-disclosure', { cookie: user.cookie, body: { accepted: true } })
  await call(web, 'PUT', '/api/broker/keys', { cookie: user.cookie, body: keys })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await web.stop()
  await nimbus.close()
})

/** Opens the login page as the app does, and logs in or cancels there. */
async function redirected(query = ''): Promise<URL> {
  const link = await call(web, 'POST', '/api/broker/login-link', { cookie: user.cookie, body: {} })
  const { url } = link.json as { url: string }
  const { headers } = await fetch(url + query, { redirect: 'manual' })
  return new URL(headers.get('location')!)
}

function submit(address: URL, code = address.searchParams.get(NIMBUS.portal.redirectParameter) ?? 'none') {
  const body = { uid: user.id, request_token: code, full_url: address.href }
  return call(web, 'POST', '/zerodha-callback', { cookie: user.cookie, body })
}

it('links an account of another broker by its own login, for the life of its own token', async () => {
  const loginAt = web.clock.now()
  const answer = await submit(await redirected())
  expect(answer).toMatchObject({
    status: 200,
    json: {
      connected: true,
      broker_user_id: APP.owner,
      token_stale: false,
      token_expires_at: istIso((loginAt + 8 * HOUR_MS) as EpochMs),
    },
  })
  const credentials = (await brokerCredentials(web.store.db, web.vault, user.id))!
  expect(nimbus.sessions.isAlive(credentials.accessToken.reveal(), nimbus.now())).toBe(true)
})

it('answers a cancelled login, an address without a code and a spent code of another broker in the words of the product', async () => {
  const cancelled = await submit(await redirected('&cancel=1'))
  expect(cancelled).toMatchObject({ status: 400, json: { code: 'request_token_missing' } })
  expect((cancelled.json as { detail: string }).detail).toMatch(/^The broker says the login did not succeed/)
  const without = await redirected()
  without.searchParams.delete('code')
  expect((await submit(without)).json).toMatchObject({ detail: expect.stringMatching(/^code not found in the pasted/) })
  const spent = await redirected()
  nimbus.sessions.expireCodes()
  expect(await submit(spent)).toMatchObject({ status: 400, json: { code: 'token_exchange_failed' } })
  expect(web.logs.join('\n')).not.toContain(APP.secret)
})
