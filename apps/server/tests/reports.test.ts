import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import type { EdgeReply, ReportReply } from '@strikewise/wire/reports.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { writeTrade } from './trade-rows.ts'

const DAY = istDate('2026-11-20')
const PERIOD = { mode: 'paper', from: '2026-11-01', to: '2026-11-30' }
/** What a trade of `writeTrade` is worth by its fills: bought for 7,550, sold for 8,250. */
const ONE = { gross: 700, charges: 66.45, net: 633.55 }
/** A day of that one trade: its contract note has STT of 12 for 12.38, and no stamp duty for 0.23. */
const DAY_NET = 634.16

let web: TestWeb
let user: TestUser
beforeAll(async () => {
  web = await startTestWeb()
  user = await newUser(web)
  const { db, pool } = web.store
  await writeTrade(db, user.id, istDate('2026-11-19'), 'a', 'closed')
  await writeTrade(db, user.id, DAY, 'b', 'closed')
  await writeTrade(db, user.id, DAY, 'c', 'open')
  await writeTrade(db, user.id, istDate('2026-10-30'), 'old', 'closed')
  // Closed, and its end could not be read: shown as not settled.
  await writeTrade(db, user.id, DAY, 'd', 'closed')
  await pool.query(`update trades set body = jsonb_set(body, '{result}', 'null') where id = 'd'`)
  for (const [n, code] of ['user_stop', 'token_stale', 'user_stop'].entries())
    await pool.query(`insert into entry_refusals values ($1, 'NIFTY', $2, $3, $4, $5, $6)`, [
      user.id,
      `d${n}`,
      DAY,
      istInstant(DAY, 10, n),
      code,
      `words ${n}`,
    ])
  const other = await newUser(web)
  await writeTrade(db, other.id, DAY, 'foreign', 'closed')
})
afterAll(() => web.stop())

/** What a row from before messages were data shows. */
const LEGACY = (text: string) => ({ code: 'legacy.text', params: { text } })
const ask = (path: string, query: Record<string, string> = PERIOD, who = user) =>
  call(web, 'GET', `/api${path}`, { query, cookie: who.cookie })

describe('a report', () => {
  it('sums the caller’s closed trades of the period from their fills, and lists what is in no sum', async () => {
    const answer = await ask('/reports')
    expect(answer.status).toBe(200)
    const report = answer.json as ReportReply
    expect(report).toMatchObject({ ...PERIOD, as_of: '2026-11-20T10:00:00+05:30', unsettled: 2 })
    expect(report.total).toMatchObject({
      trades: 2,
      wins: 2,
      gross: 1400,
      net: 1268.32,
      rounding: -1.22,
      charges: { total: 132.9 },
    })
    expect(report.by_symbol.map(({ symbol, net }) => [symbol, net])).toEqual([['NIFTY', 1267.1]])
    expect(report.by_day.map(({ day, net, running }) => [day, net, running])).toEqual([
      ['2026-11-19', DAY_NET, DAY_NET],
      ['2026-11-20', DAY_NET, 1268.32],
    ])
    expect(report.trades.map((trade) => trade.trade_id)).toEqual(['a', 'b'])
    expect(report.trades[1]).toMatchObject({
      bought_for: 7550,
      sold_for: 8250,
      gross: 700,
      net: ONE.net,
      r: 0.42,
      quantity: 75,
      // Decided at a mid of 100.00, bought for 50.00 more.
      entry_fill: { intended_price: 100, against: 'mid', difference: -50, r: -0.03 },
    })
    expect(report.entry_fill).toEqual({ trades: 2, total: -100, average: -50, average_r: -0.03 })
    expect(report.refusals).toEqual([
      {
        code: 'user_stop',
        text: 'words 2',
        message: LEGACY('words 2'),
        count: 2,
        remedy: expect.objectContaining({ place: 'kill_switch' }),
      },
      {
        code: 'token_stale',
        text: 'words 1',
        message: LEGACY('words 1'),
        count: 1,
        remedy: expect.objectContaining({ place: 'connect_broker' }),
      },
    ])
  })

  it('keeps paper and live apart', async () => {
    const kindOf = async (mode: string) =>
      web.store.pool.query(`update trades set body = jsonb_set(body, '{mode}', to_jsonb($1::text)) where id = 'a'`, [
        mode,
      ])
    await kindOf('live')
    const net = async (mode: string) => ((await ask('/reports', { ...PERIOD, mode })).json as ReportReply).total.net
    const nets = [await net('live'), await net('paper')]
    await kindOf('paper')
    expect(nets).toEqual([DAY_NET, DAY_NET])
  })

  it('has a line of its own for what was bought back, which is money of the day and no trade', async () => {
    const covered = await newUser(web, 'elite')
    await writeTrade(web.store.db, covered.id, DAY, 'covered', 'covered')
    const report = (await ask('/reports', PERIOD, covered)).json as ReportReply
    expect(report.total).toMatchObject({ trades: 1, wins: 1, gross: 475 })
    const [trade, line] = report.trades
    expect(trade).toMatchObject({ trade_id: 'covered', gross: 700, net: ONE.net })
    expect(line).toMatchObject({
      trade_id: 'covered',
      exit_reason: 'short_covered',
      r: null,
      quantity: 75,
      bought_for: 8400,
      sold_for: 8175,
      gross: -225,
      entry_time: '2026-11-20T09:45:00+05:30',
      exit_time: '2026-11-20T09:46:00+05:30',
    })
    expect(report.total.net).toBeCloseTo(trade!.net + line!.net - report.total.rounding, 6)
    const query = { uid: covered.id, date: DAY }
    const log = (await call(web, 'GET', '/user_trade_logs', { query, cookie: covered.cookie })).json
    expect(log).toMatchObject([
      { pnl: 700 },
      { pnl: -225, gross_pnl: -225, net_pnl: line!.net, exit_reason: 'short_covered', quantity: 75 },
    ])
  })

  it('of a user without trades is empty', async () => {
    const fresh = await newUser(web)
    expect((await ask('/reports', PERIOD, fresh)).json).toMatchObject({
      total: { trades: 0, net: 0 },
      by_day: [],
      trades: [],
      unsettled: 0,
    })
  })

  it.each([
    ['days the wrong way round', { ...PERIOD, to: '2026-10-01' }],
    ['more than a year', { ...PERIOD, from: '2025-11-01' }],
    ['no kind', { from: PERIOD.from, to: PERIOD.to }],
    ['an unknown kind', { ...PERIOD, mode: 'both' }],
  ])('is refused for %s', async (_what, query) => {
    for (const path of ['/reports', '/reports/csv', '/reports/pdf'])
      expect(await ask(path, query as Record<string, string>)).toMatchObject({
        status: 400,
        json: { code: 'invalid_input' },
      })
  })
})

describe('a report as a file', () => {
  it('is CSV whose columns add up', async () => {
    const answer = await ask('/reports/csv')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toContain('strikewise-paper-2026-11-01-to-2026-11-30.csv')
    const [names, ...lines] = answer.text.trimEnd().split('\r\n')
    expect(names).toMatch(
      /^Day,Account,Trade,.*,Charges \(INR\),Net \(INR\),R,Held \(s\),Part exit,Fill vs intended \(INR\),Fill \(R\)$/,
    )
    const rows = lines.map((line) => line.split(','))
    const at = (title: string) => names!.split(',').indexOf(title)
    expect(rows.map((cells) => [cells[at('Day')], cells[at('Trade')], cells[at('Net (INR)')]])).toEqual([
      ['2026-11-19', 'a', '633.55'],
      ['2026-11-20', 'b', '633.55'],
      ['2026-11-19', 'Contract-note rounding', '0.61'],
      ['2026-11-20', 'Contract-note rounding', '0.61'],
    ])
  })

  it('is titled in the account’s language, or in the one asked for', async () => {
    const titles = async (query: Record<string, string> = PERIOD) => {
      const answer = await ask('/reports/csv', query)
      return [answer.headers.get('content-language'), answer.text.split('\r\n')[0]!]
    }
    const speak = (language: 'en' | 'hi') =>
      call(web, 'PUT', '/api/account/language', { body: { language }, cookie: user.cookie })
    await speak('hi')
    const [language, hindi] = await titles()
    expect(language).toBe('hi-IN')
    expect(hindi).toMatch(/^दिन,खाता,/)
    expect(hindi!.split(',').filter((title) => !/\p{Script=Devanagari}|STT|GST|^R$/u.test(title))).toEqual([])
    expect(await titles({ ...PERIOD, lang: 'en' })).toEqual(['en-IN', expect.stringMatching(/^Day,Account,/)])
    expect((await ask('/reports/pdf')).headers.get('content-language')).toBe('hi-IN')
    await speak('en')
    expect(await ask('/reports/csv', { ...PERIOD, lang: 'ta' })).toMatchObject({ status: 400 })
  })

  it('is a PDF', async () => {
    const answer = await ask('/reports/pdf')
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.text.slice(0, 5)).toBe('%PDF-')
    expect(answer.text).toContain('%%EOF')
  })

  it('is no other user’s', async () => {
    for (const path of ['/reports/csv', '/reports/pdf'])
      expect(await call(web, 'GET', `/api${path}`, { query: PERIOD })).toMatchObject({ status: 401 })
    expect((await ask('/reports/csv', PERIOD, await newUser(web))).text.trimEnd().split('\r\n')).toHaveLength(1)
  })
})

it('shows what all trades brought, with the interval and what it takes to be known', async () => {
  const first = (await ask('/edge', {})).json as EdgeReply
  expect(first).toMatchObject({
    live: null,
    min_trades: 50,
    min_days: 10,
    // The trade's own row shows what it earned: 645.68.
    paper: { trades: 3, days: 3, from: '2026-10-30', to: '2026-11-20', wins: 3, verdict: 'not_known', drawdown: 0 },
  })
  expect((await ask('/edge', {})).json).toEqual(first)
})
