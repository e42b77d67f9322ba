import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

/* Texts that PostgreSQL or UTF-8 cannot hold, and minutes that do not exist, at each place that once ended in a 500. */

let web: TestWeb
let operator: TestUser
let stranger: TestUser
beforeAll(async () => {
  web = await startTestWeb()
  operator = await newUser(web, 'master', 'operator@example.com')
  stranger = await newUser(web)
})
afterAll(() => web.stop())

const HOSTILE = [
  ['NUL', '\u0000'],
  ['a lone surrogate', '\ud800'],
  ['a bell', '\u0007'],
] as const

type Place = [name: string, method: string, path: string, body: (text: string) => object, field: string]
const WORDS = 'Twenty characters and more'
const ANNOUNCEMENT = {
  level: 'info',
  title: WORDS,
  body: WORDS,
  title_hi: WORDS,
  body_hi: WORDS,
  plans: ['master'],
  from: null,
  until: '2026-11-21T10:00:00+05:30',
}
const PLACES: readonly Place[] = [
  [
    'support form, text',
    'POST',
    '/support',
    (t) => ({ name: 'A', email: 'a@example.com', topic: 'fault', text: WORDS + t + WORDS }),
    'text',
  ],
  [
    'support form, name',
    'POST',
    '/support',
    (t) => ({ name: `A${t}b`, email: 'a@example.com', topic: 'fault', text: WORDS }),
    'name',
  ],
  [
    'sign-up',
    'POST',
    '/signup',
    (t) => ({ name: `A${t}b`, email: 'new@example.com', password: 'a long pass phrase', adult: true, terms: true }),
    'name',
  ],
  [
    'nominee',
    'PUT',
    '/my-data/nominee',
    (t) => ({ nominee: { name: `A${t}b`, email: 'a@example.com', relation: 'sister' } }),
    'nominee.name',
  ],
  ['grievance', 'POST', '/my-data/grievance', (t) => ({ text: WORDS + t + WORDS }), 'text'],
  ['support chat', 'POST', '/support/chat', (t) => ({ text: `a${t}b` }), 'text'],
  ['end of a session', 'POST', '/sessions/end', (t) => ({ id: `a${t}b` }), 'id'],
  [
    'incident, title',
    'POST',
    '/operator/incidents',
    (t) => ({ title: `a${t}b`, severity: 'minor', components: ['feed'], text: WORDS }),
    'title',
  ],
  [
    'incident, first update',
    'POST',
    '/operator/incidents',
    (t) => ({ title: WORDS, severity: 'minor', components: ['feed'], text: `a${t}b` }),
    'text',
  ],
  [
    'update of an incident',
    'POST',
    '/operator/incidents/1/updates',
    (t) => ({ state: 'identified', text: `a${t}b` }),
    'text',
  ],
  ['announcement, title', 'POST', '/operator/announcements', (t) => ({ ...ANNOUNCEMENT, title: `a${t}b` }), 'title'],
  ['announcement, text', 'POST', '/operator/announcements', (t) => ({ ...ANNOUNCEMENT, body: `a${t}b` }), 'body'],
  [
    'announcement, Hindi title',
    'POST',
    '/operator/announcements',
    (t) => ({ ...ANNOUNCEMENT, title_hi: `a${t}b` }),
    'title_hi',
  ],
  [
    'announcement, Hindi text',
    'POST',
    '/operator/announcements',
    (t) => ({ ...ANNOUNCEMENT, body_hi: `a${t}b` }),
    'body_hi',
  ],
  ['kill switch of all accounts', 'POST', '/operator/stop', (t) => ({ on: true, reason: `a${t}b` }), 'reason'],
  [
    'refund',
    'POST',
    '/operator/refunds',
    (t) => ({ payment_id: `a${t}b`, basis: 'full', reason: WORDS }),
    'payment_id',
  ],
  ['egress address', 'POST', '/operator/egress-address', (t) => ({ user_id: `a${t}b`, address: null }), 'user_id'],
  ['answer', 'POST', '/operator/tickets/t1/answer', (t) => ({ text: `a${t}b` }), 'text'],
]

describe.each(HOSTILE)('%s', (_, text) => {
  it.each(PLACES)('is refused in the %s, and the field is named', async (_name, method, path, body, field) => {
    const isPublic = path === '/support' || path === '/signup'
    const answer = await call(web, method, `/api${path}`, {
      ...(isPublic ? {} : { cookie: operator.cookie }),
      body: body(text),
      headers: { 'idempotency-key': 'k1' },
    })
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    expect((answer.json as { message: string }).message).toMatch(new RegExp(`^${field}: Must`))
  })
})

it('keeps the line breaks of a message', async () => {
  const text = `${WORDS}\n\t${WORDS}`
  await call(web, 'POST', '/api/support/chat', {
    cookie: operator.cookie,
    body: { text },
    headers: { 'idempotency-key': 'k2' },
  })
  const chat = await call(web, 'GET', '/api/support/chat', { cookie: operator.cookie })
  expect(chat.json).toMatchObject({ messages: [{ text }] })
})

it.each([
  '/decisions/%00',
  '/why/%00',
  '/checkouts/%00',
  '/payments/%00/receipt',
  '/operator/tickets/%00',
  '/record/%00',
  '/trade_chart?uid=me&trade_id=%00',
  '/operator/user?email=%00@example.com',
])('refuses %s', async (path) => {
  const answer = await call(web, 'GET', `/api${path.replace('uid=me', `uid=${operator.id}`)}`, {
    cookie: operator.cookie,
  })
  expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
})

it.each(['/%00', '/assets/%00.js', '/docs/%00', '/api/%00'])('answers %s without a failure', async (path) => {
  expect((await call(web, 'GET', path)).status).toBeLessThan(500)
})

it.each(['2026-99-99T99:99', '2026-02-30T10:00', '2026-11-20T24:00', '2026-11-20T10:60', '0000-01-01T00:00'])(
  'refuses the minute %s',
  async (minute) => {
    const answer = await call(web, 'GET', '/api/why', { cookie: operator.cookie, query: { symbol: 'NIFTY', minute } })
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    expect((answer.json as { message: string }).message).toMatch(/^minute: /)
  },
)

it.each(['0000-01-01', '1899-12-31', '2200-01-01', '9999-12-31'])('refuses the day %s', async (date) => {
  const answer = await call(web, 'GET', '/user_trade_logs', {
    cookie: operator.cookie,
    query: { uid: operator.id, date },
  })
  expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
})

it('logs none of it as a failure of the server', async () => {
  await call(web, 'GET', '/api/me', { cookie: stranger.cookie })
  expect(web.logs.filter((line) => line.includes('"level":50'))).toEqual([])
})
