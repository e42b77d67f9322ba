import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { followMarket } from '../src/accounts/paper-exchange.ts'
import { followMarketOnPaper } from '../src/market/follow-paper.ts'
import { Secret } from '../src/secret.ts'
import { until } from './trading-stack.ts'

let server: Server
let state: { day: string | null; ticker: string } | undefined
let seen: { authorization: string | undefined; body: unknown }[]
const login = { apiKey: new Secret('canarykey'), accessToken: new Secret('canarytoken') }
const exchange = () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { apiUrl: url, tickerUrl: url, loginUrl: url, controlsUrl: `${url}/sandbox`, key: new Secret('canarycontrol') }
}

beforeEach(async () => {
  seen = []
  state = { day: null, ticker: 'idle' }
  server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.method === 'POST') {
        seen.push({ authorization: request.headers.authorization, body: JSON.parse(body) })
        state = { day: '2026-11-20', ticker: 'open' }
      }
      response.writeHead(state === undefined ? 404 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(state ?? { code: 'not_found' }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()))

it('hands the login on when nothing is followed, the ticker has stopped, or the login is new', async () => {
  const follow = (isNew = false) => followMarket(exchange(), login, isNew)
  expect(await follow()).toBe('following')
  expect(seen).toEqual([
    { authorization: 'Bearer canarycontrol', body: { api_key: 'canarykey', access_token: 'canarytoken' } },
  ])
  await follow()
  expect(seen).toHaveLength(1)
  state = { day: '2026-11-20', ticker: 'stopped' }
  await follow()
  expect(seen).toHaveLength(2)
  await follow(true)
  expect(seen).toHaveLength(3)
})

it('leaves an exchange with a market of its own alone', async () => {
  state = undefined
  expect(await followMarket(exchange(), login, true)).toBe('own_market')
  expect(seen).toEqual([])
})

it('discloses no secret of a login when the exchange does not answer, and continues', async () => {
  const logs: string[] = []
  const there = exchange()
  await new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections())
  const following = followMarketOnPaper({
    exchange: there,
    credentials: async () => ({ ...login, loginAt: 0 as EpochMs }),
    logger: pino({ level: 'debug' }, { write: (line: string) => logs.push(line) }),
  })
  await until('the warning', 10_000, async () => logs.find((line) => line.includes('trying again')))
  await following.close()
  for (const canary of ['canarykey', 'canarytoken', 'canarycontrol']) expect(logs.join('')).not.toContain(canary)
})
