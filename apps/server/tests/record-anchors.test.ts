// @invariant record-anchored
import { anchoredRoots } from '@strikewise/public-log/anchored-roots.ts'
import { istDate } from '@strikewise/domain/time/ist.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { anchorNewest, startAnchorWorker } from '../src/public-log/anchor-worker.ts'
import { DAY_BEFORE } from './every-route/owned-ids.ts'
import { startTestWeb, type TestWeb } from './harness.ts'
import { EMPTY_LOG, liveThrough } from './seeded-sessions.ts'

const FIRST = istDate('2026-11-18')
const ANCHOR = 'mailto:list%2Brecord@example.org'
let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())

const mails = () =>
  web.store.db
    .selectFrom('outbox')
    .select(['subject', 'body'])
    .where('recipient', '=', 'list+record@example.org')
    .execute()
const rootOf = async (day: typeof FIRST) =>
  (await web.store.db.selectFrom('public_log_roots').select('hash').where('day', '=', day).executeTakeFirstOrThrow())
    .hash

it('sends nothing before a day is sealed, and each newest root once', async () => {
  const { db } = web.store
  expect(await anchorNewest(db, ANCHOR)).toBe(false)
  const end = await liveThrough(web, EMPTY_LOG, [FIRST], 0.5)
  // Of several notifiers at once one sends.
  const sent = await Promise.all([1, 2, 3].map(() => anchorNewest(db, ANCHOR)))
  expect(sent.filter(Boolean)).toHaveLength(1)
  const [mail, ...more] = await mails()
  expect([mail!.subject, more]).toEqual([`Strikewise record ${FIRST}`, []])
  expect(anchoredRoots(mail!.body)).toEqual([{ day: FIRST, hash: await rootOf(FIRST) }])
  await liveThrough(web, end, [DAY_BEFORE], 0.5)
  expect([await anchorNewest(db, ANCHOR), await anchorNewest(db, ANCHOR)]).toEqual([true, false])
  expect(anchoredRoots((await mails())[1]!.body)).toEqual([{ day: DAY_BEFORE, hash: await rootOf(DAY_BEFORE) }])
})

it('keeps what was sent', async () => {
  await expect(web.store.db.deleteFrom('public_log_anchors').execute()).rejects.toThrow(
    /insert only|never changed|refuse/i,
  )
})

it('sends by itself to each address, and asks the mail worker to send', async () => {
  const published: string[] = []
  const worker = startAnchorWorker({
    db: web.store.db,
    anchors: ['mailto:a@example.org', 'mailto:b@example.org'],
    bus: { publish: (subject: string) => void published.push(subject) },
    logger: pino({ level: 'silent' }),
  })
  await expect.poll(() => published).toEqual(['outbox', 'outbox'])
  await worker.close()
  const rows = await web.store.db
    .selectFrom('outbox')
    .select('recipient')
    .where('recipient', 'like', '_@example.org')
    .execute()
  expect(rows.map(({ recipient }) => recipient).toSorted()).toEqual(['a@example.org', 'b@example.org'])
})

it('has an address on the sandbox, and none elsewhere unless it is set', () => {
  const real = {
    KITE_API_URL: 'https://api.kite.trade',
    KITE_TICKER_URL: 'wss://ws.kite.trade',
    KITE_LOGIN_URL: 'https://kite.zerodha.com/connect/login',
    OIDC_DISCOVERY_URL: 'off',
    TELEGRAM_API_URL: 'off',
    SMTP_URL: 'smtps://user:password@mail.example.org:465',
    NEWS_FEEDS: ',',
    PAYMENTS: 'mock',
  }
  expect(readConfig({}).recordAnchors).toEqual(['mailto:record-anchors@strikewise.example'])
  expect(readConfig(real).recordAnchors).toEqual([])
  expect(
    readConfig({ ...real, RECORD_ANCHORS: 'mailto:a@example.org, mailto:b@example.org' }).recordAnchors,
  ).toHaveLength(2)
  expect(() => readConfig({ ...real, RECORD_ANCHORS: 'https://example.org' })).toThrow(/RECORD_ANCHORS/)
})
