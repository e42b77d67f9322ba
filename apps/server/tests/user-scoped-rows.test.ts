// @invariant row-security
import { istDate } from '@strikewise/domain/time/ist.ts'
import type { Route } from '@strikewise/wire/route.ts'
import { ROUTES, type RouteName } from '@strikewise/wire/routes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { writeTrade } from './trade-rows.ts'

/** Stands in whatever the one user has and the other must never see. */
const MARK = 'Marked-as-theirs'
const DAY = istDate('2026-11-20')

let web: TestWeb
let owner: TestUser
let other: TestUser
let payment: string
beforeAll(async () => {
  web = await startTestWeb()
  ;[owner, other] = [await newUser(web, 'master'), await newUser(web, 'master')]
  payment = await leaveMarks(owner)
})
afterAll(() => web.stop())

/** What a call takes besides nothing; `uid` is the caller's. */
const trades = (uid: string) => ({ uid, date: DAY })
const INPUTS: Partial<Record<RouteName, (uid: string) => Record<string, string>>> = {
  userTradeLogs: (uid) => ({ ...trades(uid), closed_only: 'true' }),
  userActiveTrades: trades,
  livePnl: trades,
  tradeTracker: trades,
  entryRefusals: trades,
  tradeChart: (uid) => ({ uid, trade_id: `${MARK}-open` }),
  ticketQuote: () => ({ symbol: 'NIFTY', strike: '24500', side: 'CE' }),
  decisions: () => ({ date: DAY }),
  contractChart: () => ({ symbol: 'NIFTY', strike: '24500', side: 'CE', expiry: '2026-11-24' }),
  contractHistory: () => ({ symbol: 'NIFTY', strike: '24500', side: 'CE', expiry: '2026-11-24' }),
  contractHistoryMinutes: () => ({
    symbol: 'NIFTY',
    strike: '24500',
    side: 'CE',
    expiry: '2026-11-24',
    date: '2026-11-19',
  }),
  why: () => ({ symbol: 'NIFTY', minute: '2026-11-20T09:31' }),
  purchaseQuote: () => ({ plan: 'master', billing: 'monthly' }),
  ...Object.fromEntries(
    (['report', 'reportCsv', 'reportPdf'] as const).map((name) => [
      name,
      () => ({ mode: 'paper', from: '2026-11-01', to: DAY }),
    ]),
  ),
  ...Object.fromEntries(
    (
      [
        'signals',
        'optionChainTable',
        'optionChainDetails',
        'optionChainWalls',
        'indicatorValues',
        'indexCandlesBefore',
      ] as const
    ).map((name) => [name, () => ({ symbol: 'NIFTY' })]),
  ),
  indexCandles: () => ({ symbol: 'NIFTY', tf: '5m' }),
  indexDay: () => ({ symbol: 'NIFTY', date: DAY }),
  noTradeMinutes: () => ({ symbol: 'NIFTY', date: DAY }),
}

const calls = (Object.entries(ROUTES) as [RouteName, Route][]).filter(
  ([, route]) => route.method === 'GET' && route.auth === 'user',
)

/** Asks with an input the route takes; what stands in a path is the owner's. */
const ask = (user: TestUser, name: RouteName, route: Route) =>
  call(web, 'GET', `/api${route.path.replace(':id', payment)}`, {
    cookie: user.cookie,
    query: INPUTS[name]?.(user.id) ?? {},
  })

describe('a call that reads', () => {
  it.each(calls)("%s shows nothing of another user's", async (name, route) => {
    const { status, text } = await ask(other, name, route)
    // Another status would show that the call was never made: give it an input above.
    expect([200, 404, 503]).toContain(status)
    for (const theirs of [MARK, owner.id, owner.email, payment]) expect(text).not.toContain(theirs)
  })

  it('shows its owner what is marked', async () => {
    const shown = await Promise.all(
      calls.map(async ([name, route]) => ((await ask(owner, name, route)).text.includes(MARK) ? [name] : [])),
    )
    expect(shown.flat()).toEqual(
      expect.arrayContaining([
        'exportMyData',
        'listing',
        'livePnl',
        'myData',
        'notices',
        'report',
        'supportChat',
        'tradeChart',
        'tradeTracker',
        'userActiveTrades',
        'userTradeLogs',
      ]),
    )
  })
})

/** Answers the id of a payment. */
async function leaveMarks({ id, cookie }: TestUser): Promise<string> {
  const { db } = web.store
  for (const fixture of ['open', 'closed'] as const) await writeTrade(db, id, DAY, `${MARK}-${fixture}`, fixture)
  await db
    .insertInto('notices')
    .values({ user_id: id, kind: 'support', key: 'mark', at: 0, text: MARK, link: null, read_at: null })
    .execute()
  const made = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const answer = await call(web, method, `/api/${path}`, { cookie, body, headers: { 'idempotency-key': 'mark' } })
    expect(answer.status).toBe(200)
    return answer.json
  }
  await made('POST', 'support/chat', { text: MARK })
  await made('PUT', 'my-data/nominee', { nominee: { name: MARK, email: 'nominee@example.com', relation: 'sister' } })
  await made('PUT', 'top-traders/listing', { listed: true, name: MARK })
  const paid = await made('POST', 'payments', { plan: 'master', billing: 'monthly', terms: true })
  return (paid as { payment_id: string }).payment_id
}
