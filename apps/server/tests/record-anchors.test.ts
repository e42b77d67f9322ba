// @invariant record-anchored
import { join } from 'node:path'
import { anchoredRoots } from '@strikewise/public-log/anchored-roots.ts'
import { istDate } from '@strikewise/domain/time/ist.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { startAnchorWorker } from '../src/public-log/anchor-worker.ts'
import { mailNewest } from '../src/public-log/mail-anchor.ts'
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
  expect(await mailNewest(db, ANCHOR)).toBe(false)
  const end = await liveThrough(web, EMPTY_LOG, [FIRST], 0.5)
  // Of several notifiers at once one sends.
  const sent = await Promise.all([1, 2, 3].map(() => mailNewest(db, ANCHOR)))
  expect(sent.filter(Boolean)).toHaveLength(1)
  const [mail, ...more] = await mails()
  expect([mail!.subject, more]).toEqual([`Strikewise record ${FIRST}`, []])
  expect(anchoredRoots(mail!.body)).toEqual([{ day: FIRST, hash: await rootOf(FIRST) }])
  await liveThrough(web, end, [DAY_BEFORE], 0.5)
  expect([await mailNewest(db, ANCHOR), await mailNewest(db, ANCHOR)]).toEqual([true, false])
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
    certificates: [],
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
  expect(readConfig({})).toMatchObject({
    recordAnchors: ['mailto:record-anchors@strikewise.example', 'http://127.0.0.1:8090/time-stamps'],
    anchorCertificates: ['http://127.0.0.1:8090/time-stamps/ca.pem'],
  })
  expect(readConfig(real).recordAnchors).toEqual([])
  expect(
    readConfig({ ...real, RECORD_ANCHORS: 'mailto:a@example.org, mailto:b@example.org' }).recordAnchors,
  ).toHaveLength(2)
  const stamped = { ...real, RECORD_ANCHORS: 'http://stamps.example.org/tsa' }
  expect(() => readConfig(stamped)).toThrow(/^RECORD_ANCHOR_CA: needed with a time-stamp authority/)
  const file = join(import.meta.dirname, 'tls', 'localhost.pem')
  expect(readConfig({ ...stamped, RECORD_ANCHOR_CA: file }).anchorCertificates).toEqual([file])
  const missing = { ...stamped, RECORD_ANCHOR_CA: `${file}, /none/ca.pem` }
  expect(() => readConfig(missing)).toThrow(/^RECORD_ANCHOR_CA: \/none\/ca\.pem: ENOENT/)
  // The notifier alone reads them.
  expect(readConfig({ ...missing, ROLES: 'web', DATABASE_URL: 'postgres://127.0.0.1/x' }).roles).toEqual(['web'])
  expect(() => readConfig({ RECORD_ANCHORS: 'https://stamps.example.org' })).toThrow(/RECORD_ANCHORS: points at a real/)
  expect(() => readConfig({ ...real, RECORD_ANCHORS: 'http://127.0.0.1:8090/time-stamps' })).toThrow(
    /RECORD_ANCHORS: points at the sandbox/,
  )
  expect(() => readConfig({ ...real, RECORD_ANCHORS: 'ftp://example.org' })).toThrow(/RECORD_ANCHORS/)
  expect(() => readConfig({ ...real, RECORD_ANCHORS: 'https://user:word@example.org' })).toThrow(/RECORD_ANCHORS/)
})
