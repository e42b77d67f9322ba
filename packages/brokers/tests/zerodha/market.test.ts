import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Secret } from '@strikewise/domain/text/secret.ts'
import { istDate, istInstant, istText } from '@strikewise/domain/time/ist.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MarketReader } from '../../src/market-source.ts'
import { ZERODHA } from '../../src/zerodha/definition.ts'

const DAY = istDate('2026-11-25')
const NOW = istInstant(DAY, 9, 30)

let server: Server
let reader: MarketReader
let answers: Record<string, { status?: number; body: string }>
beforeEach(async () => {
  answers = {}
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://x')
    const { status = 200, body } = answers[pathname] ?? { status: 404, body: '{}' }
    response.writeHead(status, { 'content-type': body.startsWith('{') ? 'application/json' : 'text/csv' })
    response.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  reader = ZERODHA.market.openReader({
    urls: { apiUrl: `http://127.0.0.1:${port}`, tickerUrl: `ws://127.0.0.1:${port}` },
    apiKey: new Secret('key'),
    accessToken: new Secret('token'),
  })
})
afterEach(async () => {
  await reader.close()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const success = (data: unknown) => ({ body: JSON.stringify({ status: 'success', data }) })
const refused = {
  status: 403,
  body: JSON.stringify({ status: 'error', error_type: 'PermissionException', message: 'No.' }),
}
const HISTORY = '/instruments/historical/77/minute'

describe('the market data of the broker', () => {
  it('has one-minute bars in paise', async () => {
    answers[HISTORY] = success({ candles: [['2026-11-25T09:15:00+0530', 100, 101.5, 99.05, 100.2, 750]] })
    const [bar, ...others] = await reader.minutes(77, istInstant(DAY, 9, 15), NOW)
    expect(others).toEqual([])
    expect(bar).toMatchObject({ open: 10_000, high: 10_150, low: 9_905, close: 10_020, volume: 750 })
    expect(istText(bar!.start)).toBe('2026-11-25 09:15:00')
  })

  it('has the levels of both indices in points, and fails when one is missing', async () => {
    const rows = { 'NSE:NIFTY 50': { instrument_token: 256265, last_price: 24000.5 } }
    answers['/quote/ltp'] = success({ ...rows, 'NSE:NIFTY BANK': { instrument_token: 260105, last_price: 52000 } })
    expect(await reader.indexLevels()).toEqual({ NIFTY: 24000.5, BANKNIFTY: 52000 })
    answers['/quote/ltp'] = success(rows)
    await expect(reader.indexLevels()).rejects.toThrow('did not quote NSE:NIFTY BANK')
  })

  it('has quotes of options by their names, in paise', async () => {
    const row = {
      instrument_token: 77,
      timestamp: '2026-11-25 10:00:00',
      last_trade_time: '2026-11-25 09:59:58',
      last_price: 101.5,
      volume: 6500,
      oi: 130_000,
      ohlc: { open: 99, high: 103, low: 98, close: 97.25 },
    }
    answers['/quote'] = success({ 'NFO:NIFTY26D0124500CE': row })
    expect([...(await reader.optionQuotes(['NIFTY26D0124500CE', 'UNKNOWN']))]).toEqual([
      ['NIFTY26D0124500CE', { last: 10_150, close: 9_725, volume: 6_500, openInterest: 130_000 }],
    ])
  })

  it('passes the broker’s words on when it has nothing to give', async () => {
    answers = { [HISTORY]: refused, '/quote': refused, '/quote/ltp': refused, '/instruments/NFO': refused }
    await expect(reader.minutes(77, NOW, NOW)).rejects.toThrow(/not_permitted No\./)
    await expect(reader.indexLevels()).rejects.toThrow(/not_permitted No\./)
    await expect(reader.optionQuotes(['X'])).rejects.toThrow(/not_permitted No\./)
    await expect(reader.instruments(DAY, NOW)).rejects.toThrow(/not_permitted No\./)
  })
})
