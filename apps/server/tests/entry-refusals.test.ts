// @invariant refusals-notified
import { istInstant, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { EntryRefusalsReply } from '@strikewise/wire/trades.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

const DAY = '2026-11-20' as IstDate

let web: TestWeb
let user: TestUser
beforeAll(async () => {
  web = await startTestWeb()
  user = await newUser(web, 'elite')
  const entry = { contract: { strike: 24_500, side: 'CE' } }
  await web.store.pool.query(`insert into decisions values (1, 'd0', 'NIFTY', $1, 'buy_call', $2, 'h', '')`, [
    istInstant(DAY, 10),
    JSON.stringify({ entry }),
  ])
  await refuse(user, DAY, 0, 'not_connected')
  // A backlog is refused at one instant.
  for (let n = 1; n <= 4; n += 1) await refuse(user, DAY, n, 'decision_stale', istInstant(DAY, 10))
  await refuse(user, DAY, 5, 'a_code_of_another_version')
  await refuse(user, '2026-11-19' as IstDate, 6, 'not_connected')
  await refuse(await newUser(web, 'elite'), DAY, 7, 'not_connected')
  // An index outside the plan was never to be traded for this user: it is on record and no reason to show.
  await refuse(user, DAY, 8, 'symbol_not_allowed')
})
afterAll(() => web.stop())

async function refuse(who: TestUser, on: IstDate, n: number, code: string, at = istInstant(on, 10, n)): Promise<void> {
  await web.store.pool.query(
    `insert into execution_accounts (account_id, journal_hash) values ($1, '') on conflict do nothing`,
    [who.id],
  )
  await web.store.pool.query(`insert into entry_refusals values ($1, 'NIFTY', $2, $3, $4, $5, $6)`, [
    who.id,
    `d${n}`,
    on,
    at,
    code,
    `words ${n}`,
  ])
}

async function page(query: Record<string, string> = {}): Promise<EntryRefusalsReply> {
  const answer = await call(web, 'GET', '/api/entry_refusals', {
    query: { uid: user.id, date: DAY, ...query },
    cookie: user.cookie,
  })
  expect(answer.status).toBe(200)
  return answer.json as EntryRefusalsReply
}

it('lists the caller’s refusals of the day, newest first, with what to do about each', async () => {
  const { refusals, next } = await page()
  expect(next).toBeNull()
  expect(refusals.map((row) => row.decision_id)).toEqual(['d5', 'd4', 'd3', 'd2', 'd1', 'd0'])
  expect(refusals.at(-1)).toEqual({
    at: '2026-11-20T10:00:00+05:30',
    symbol: 'NIFTY',
    decision_id: 'd0',
    contract: { strike: 24_500, side: 'CE' },
    code: 'not_connected',
    text: 'words 0',
    message: { code: 'legacy.text', params: { text: 'words 0' } },
    remedy: {
      place: 'connect_broker',
      text: 'Connect your trading account.',
      message: { code: 'remedy.connect', params: {} },
    },
  })
  expect(refusals[1]!.remedy).toMatchObject({ place: null })
  expect(refusals[0]).toMatchObject({ contract: null, remedy: null })
})

it.each([1, 2, 5, 6])('gives every row once over pages of %d', async (limit) => {
  const seen: string[] = []
  for (let before: string | null | undefined; before !== null;) {
    const { refusals, next } = await page({ limit: String(limit), ...(before === undefined ? {} : { before }) })
    expect(refusals.length).toBeLessThanOrEqual(limit)
    seen.push(...refusals.map((row) => row.decision_id))
    before = next
  }
  expect(seen).toEqual(['d5', 'd4', 'd3', 'd2', 'd1', 'd0'])
})

it.each([{ limit: '0' }, { limit: '501' }, { before: 'yesterday' }, { before: "1.x'; drop table trades" }])(
  'refuses %j',
  async (query) => {
    const answer = await call(web, 'GET', '/api/entry_refusals', {
      query: { uid: user.id, date: DAY, ...query },
      cookie: user.cookie,
    })
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
  },
)

it('shows a reason with its figures, in the language of the account', async () => {
  const reader = await newUser(web, 'elite')
  const on = '2026-11-18' as IstDate
  const message = { code: 'refusal.price_stale', params: { ageMs: 2600, maxAgeMs: 2000 } }
  await web.store.pool.query(`insert into execution_accounts (account_id, journal_hash) values ($1, '')`, [reader.id])
  await web.store.pool.query(
    `insert into entry_refusals (account_id, symbol, decision_id, on_day, at, code, message)
    values ($1, 'NIFTY', 'd9', $2, $3, 'price_stale', $4)`,
    [reader.id, on, istInstant(on, 10), JSON.stringify(message)],
  )
  const shown = async () => {
    const query = { uid: reader.id, date: on }
    const { json } = await call(web, 'GET', '/api/entry_refusals', { query, cookie: reader.cookie })
    return (json as EntryRefusalsReply).refusals[0]
  }
  expect(await shown()).toMatchObject({
    code: 'price_stale',
    text: 'Price was 2.6 s old (limit 2 s).',
    message,
    remedy: { text: 'The next signal is checked again. No action needed.' },
  })
  await call(web, 'PUT', '/api/account/language', { body: { language: 'hi' }, cookie: reader.cookie })
  expect(await shown()).toMatchObject({ text: expect.stringMatching(/\p{Script=Devanagari}.*2\.6 सेकंड/u), message })
})
