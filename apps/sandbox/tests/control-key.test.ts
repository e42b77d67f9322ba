import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountFor } from '../src/broker/account.ts'
import { startSandbox, type Sandbox } from '../src/sandbox.ts'

const KEY = 'a key of the controls'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, controlKey: KEY })
})
afterAll(() => sandbox.close())

const ask = (path: string, authorization?: string) =>
  fetch(sandbox.url + path, authorization === undefined ? {} : { headers: { authorization } })

it.each([undefined, KEY, 'Bearer ', `Bearer ${KEY}x`, `Bearer ${KEY.slice(1)}`])(
  'refuses every control to %j',
  async (authorization) => {
    for (const path of ['/sandbox', '/sandbox/accounts', '/sandbox/nothing'])
      expect((await ask(path, authorization)).status, path).toBe(401)
  },
)

it('serves a caller with the key, shows no console, and gives accounts secrets no other caller can compute', async () => {
  const answer = await ask('/sandbox/accounts/SW1001', `Bearer ${KEY}`)
  expect(answer.status).toBe(200)
  const account = (await answer.json()) as { api_key: string; api_secret: string }
  expect(account.api_key).not.toBe(accountFor('SW1001').apiKey)
  expect(account.api_secret).toBe(accountFor('SW1001', KEY).apiSecret)
  expect((await ask('/')).status).toBe(404)
})
