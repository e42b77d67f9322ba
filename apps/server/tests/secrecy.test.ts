import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROUTES } from '@strikewise/wire/routes.ts'
import type { Route } from '@strikewise/wire/route.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { brokerCredentials } from '../src/accounts/broker-credentials.ts'
import { call, connectBroker, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

/** A value of each kind of secret that must never be seen again once it was handed over. */
const API_SECRET = 'canaryapisecretXYZZY'
const API_KEY = 'canaryapikeyXYZZYlast'

let web: TestWeb
let user: TestUser
const canaries: string[] = [API_SECRET, API_KEY]
beforeAll(async () => {
  web = await startTestWeb()
  user = await newUser(web, 'master', 'operator@example.com')
  await connectBroker(web, user, { apiKey: API_KEY, apiSecret: API_SECRET, userId: 'SW7777' })
  canaries.push((await brokerCredentials(web.store.db, web.vault, user.id))!.accessToken.reveal())
  const keys = { api_key: 'canaryfeedkeyXYZZY', api_secret: 'canaryfeedsecretXYZZY' }
  await call(web, 'POST', '/api/operator/feed-keys', { cookie: user.cookie, body: keys })
  const token = web.broker.loginAs(keys.api_key, keys.api_secret, 'SWFEED')
  await call(web, 'POST', '/api/operator/feed-session', { cookie: user.cookie, body: { request_token: token } })
  canaries.push(keys.api_key, keys.api_secret, token, 'canaryaccesstoken')
  // What proves the session is a secret too.
  canaries.push(decodeURIComponent(user.bearer).split('.')[0]!, decodeURIComponent(user.bearer).split('.')[1]!)
  canaries.push(readFileSync(join(web.config.dataDir, 'master.key'), 'utf8'))
})
afterAll(() => web.stop())

it('no secret leaves in any answer', async () => {
  for (const [name, route] of Object.entries(ROUTES) as [string, Route][]) {
    const answer = await call(web, route.method, `/api${route.path}`, {
      cookie: user.cookie,
      ...(route.method === 'GET' ? {} : { body: {} }),
      ...(name === 'userTradeLogs' || name === 'userActiveTrades' || name === 'entryRefusals'
        ? { query: { uid: user.id, date: '2026-11-20' } }
        : name === 'decisions'
          ? { query: { date: '2026-11-20' } }
          : {}),
    })
    // The login page's address holds the key on purpose: it is how the broker knows the app.
    const found = canaries.filter((canary) => answer.text.includes(canary))
    expect([name, found]).toEqual([
      name,
      name === 'brokerLoginLink' ? [API_KEY] : name === 'operatorLoginLink' ? ['canaryfeedkeyXYZZY'] : [],
    ])
  }
  for (const path of ['/api/auth/get-session', '/api/auth/list-sessions', '/api/openapi.json', '/readyz', '/'])
    expectClean(path, (await call(web, 'GET', path, { cookie: user.cookie })).text)
})

it('no secret stands in the store', async () => {
  const { rows } = await web.store.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  for (const { name } of rows) {
    const dump = await web.store.pool.query<{ row: string }>(`select t::text as row from "${name}" t`)
    expectClean(name, dump.rows.map(({ row }) => row).join('\n'))
    // Binary columns print as hexadecimal: look for the letters' codes as well.
    const hex = canaries.map((canary) => Buffer.from(canary).toString('hex'))
    expect([name, hex.filter((code) => dump.rows.some(({ row }) => row.includes(code)))]).toEqual([name, []])
  }
})

it('no secret is in the log, at the most talkative level', () => {
  expect(web.logs.length).toBeGreaterThan(3)
  expectClean('log', web.logs.join('\n'))
})

function expectClean(where: string, text: string): void {
  expect([where, canaries.filter((canary) => text.includes(canary))]).toEqual([where, []])
}
