// @invariant public-log
import { AGENT_NAMES } from '@strikewise/signals/registry/registry.ts'
import { SOLD_AGENTS } from '@strikewise/plans/policy.ts'
import { createPublicKey, hash, verify } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { request, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { AgentSignal, SignalSet } from '@strikewise/signals/agents/signal.ts'
import type { DecisionInputs } from '@strikewise/signals/decision/decision-inputs.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { SignedRoot } from '@strikewise/public-log/day-root.ts'
import { verifyLog } from '@strikewise/public-log/verify-log.ts'
import { addDays, istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { PublicLogReply, WhyReply } from '@strikewise/wire/public-log.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDecisionLog } from '../src/market/decision-log.ts'
import { snapshotPublisher } from '../src/market/snapshots.ts'
import { DAY_SEALED, daySeals, sealDays } from '../src/public-log/seal-days.ts'
import { SigningKey } from '../src/public-log/signing-key.ts'
import { publicLogAppender } from '../src/public-log/append-entries.ts'
import { signalPublisher } from '../src/market/signal-publisher.ts'
import { MasterKey } from '../src/secrets/master-key.ts'
import { call, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

const DAY = '2026-11-19' as IstDate
const NEXT = '2026-11-20' as IstDate
const silent = pino({ level: 'silent' })

let web: TestWeb
let elite: TestUser
let key: SigningKey
beforeAll(async () => {
  web = await startTestWeb()
  elite = await newUser(web, 'elite')
  key = new SigningKey(MasterKey.open(web.config))
})
afterAll(() => web.stop())

const MACD = { code: 'indicator.macd', histogram: 1.5 }

function signal(bias: AgentSignal['bias']): AgentSignal {
  return {
    bias,
    strength: 0.5,
    asOf: '2026-11-19T10:00:00+05:30',
    validUntil: '2026-11-19T10:05:30+05:30',
    stale: false,
    reasons: [{ code: 'macd', message: MACD, effect: 0.5 }],
    inputs: [],
    version: '1',
    configHash: 'c',
    meta: { bias, symbol: 'NIFTY' },
  }
}

const signals = (bias: AgentSignal['bias']) =>
  Object.fromEntries(AGENT_NAMES.map((agent) => [agent, signal(bias)])) as SignalSet

function decision(day: IstDate, minute: number): Decision {
  return {
    id: hash('sha256', `${day} ${minute}`, 'hex').slice(0, 32),
    symbol: 'NIFTY',
    barEnd: istInstant(day, 10, minute),
    action: 'none',
    direction: 'up',
    score: 0.1 + 0.2,
    coverage: 0.8,
    threshold: 0.4,
    spike: 0,
    contributions: [],
    noTrade: [{ code: 'score_low', message: { code: 'no_trade.score_low', score: 0.3, threshold: 0.4 } }],
    entry: null,
    spot: 2_500_055 as Paise,
    atr5: 2010 as Paise,
    flips: [],
    version: '1.0.0',
    configHash: 'ab'.repeat(32),
  }
}
/** What is in it is the engine's business (decision-inputs.ts); here it is text. */
const inputs = { state: { streak: 1, direction: 'up', barEnd: 5 } } as DecisionInputs

async function until<T>(probe: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const seen = await probe()
    if (seen !== undefined) return seen
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const verifying = {
  sha256: (text: string) => hash('sha256', text, 'hex'),
  verifies({ key, signature }: SignedRoot, text: string) {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key, 'hex').toString('base64url') }
    return verify(null, Buffer.from(text), createPublicKey({ key: jwk, format: 'jwk' }), Buffer.from(signature, 'hex'))
  },
}
const linesIn = (text: string) => text.trimEnd().split('\n')

/** Two days: what the agents show on the first, a decision on each; the first is sealed. */
async function writeTwoDays() {
  const { db } = web.store
  const record = publicLogAppender(db)
  const log = await openDecisionLog(db, record)
  const published: string[] = []
  const bus = { ...web.bus, publish: (subject: string) => void published.push(subject) }
  const shown = signalPublisher({ record, publisher: snapshotPublisher(bus), logger: silent })
  const at = istInstant(DAY, 10, 0)
  shown.show('NIFTY', signals('bullish'), at)
  // Nothing is shown before it is on record.
  expect(published).toEqual([])
  await until(() => (published.length > 0 ? published : undefined))
  expect(await db.selectFrom('public_log_entries').select('subject').orderBy('seq').execute()).toEqual(
    AGENT_NAMES.map((subject) => ({ subject })),
  )
  const candle = { ...signals('bullish'), candle_signal: signal('bearish') }
  shown.show('NIFTY', candle, (at + 1000) as EpochMs)
  await until(() => (published.length > 1 ? published : undefined))
  expect(await log.append(decision(DAY, 1), inputs)).toBe(1)
  expect(await log.append(decision(DAY, 2), inputs)).toBe(2)
  // The first decision of a minute stands.
  expect(await log.append(decision(DAY, 2), inputs)).toBeUndefined()
  expect(await log.append(decision(NEXT, 1), inputs)).toBe(3)
  return { record, log }
}

describe('the record', () => {
  let log: Awaited<ReturnType<typeof writeTwoDays>>['log']
  beforeAll(async () => {
    ;({ log } = await writeTwoDays())
  })

  it('holds each changed signal once, and each decision with its inputs, without a gap', async () => {
    const rows = await web.store.db.selectFrom('public_log_entries').selectAll().orderBy('seq').execute()
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, before) => before + 1))
    expect(rows.slice(AGENT_NAMES.length).map(({ kind, subject, day }) => [kind, subject, day])).toEqual([
      ['signal', 'candle_signal', DAY],
      ['decision', decision(DAY, 1).id, DAY],
      ['decision', decision(DAY, 2).id, DAY],
      ['decision', decision(NEXT, 1).id, NEXT],
    ])
    expect(JSON.parse(rows.at(-1)!.body)).toMatchObject({ kind: 'decision', decision: { score: 0.1 + 0.2 }, inputs })
  })

  it('keeps what was written: neither entries nor roots can be changed or deleted', async () => {
    const { db } = web.store
    await sealDays(db, key, NEXT)
    for (const table of ['public_log_entries', 'public_log_roots'] as const) {
      await expect(db.deleteFrom(table).execute()).rejects.toThrow(/insert only|never changed|refuse/i)
      await expect(sql`update ${sql.table(table)} set hash = ''`.execute(db)).rejects.toThrow()
      await expect(sql`truncate ${sql.table(table)}`.execute(db)).rejects.toThrow()
    }
  })

  it('goes on from what the store holds after a write that failed, and writes neither half', async () => {
    const broken = decision(NEXT, 2)
    // The log has this id already: the decision's row is refused, and with it its entry.
    await expect(log.append({ ...broken, id: decision(NEXT, 1).id }, inputs)).rejects.toThrow(/unique|duplicate/)
    expect(await log.append(broken, inputs)).toBe(4)
    const { rows } = await sql<{ entries: number; last: number }>`
      select count(*)::int as entries, max(seq)::int as last from public_log_entries`.execute(web.store.db)
    expect(rows[0]!.entries).toBe(rows[0]!.last)
  })

  it('seals a day once its session has long ended, and names the root before', async () => {
    const packed: IstDate[] = []
    const end = web.bus.subscribe(DAY_SEALED, (_subject, day) => packed.push(day as IstDate))
    const seals = daySeals(web.store.db, key, web.bus, silent)
    const count = async () => (await web.store.db.selectFrom('public_log_roots').select('day').execute()).length
    await seals.check(istInstant(NEXT, 15, 59))
    expect(await count()).toBe(1)
    await seals.check(istInstant(NEXT, 16, 12))
    expect(await count()).toBe(2)
    // It is packed at once, before the first request.
    const files = () => readdirSync(join(web.config.dataDir, 'record-files'))
    await expect.poll(files).toContainEqual(expect.stringMatching(new RegExp(`^${NEXT}-[0-9a-f]+\\.jsonl\\.gz$`)))
    expect(packed).toEqual([NEXT])
    end()
    // A clock that is set back writes into a day that is sealed: the root of the next one covers it.
    const record = publicLogAppender(web.store.db)
    await record.append([
      {
        v: 2,
        kind: 'signal',
        at: istInstant(DAY, 11),
        symbol: 'NIFTY',
        agent: 'candle_signal',
        signal: signal('neutral'),
      },
    ])
    await sealDays(web.store.db, key, addDays(NEXT, 1))
    expect(await count()).toBe(2)
    await record.append([
      {
        v: 2,
        kind: 'signal',
        at: istInstant(addDays(NEXT, 3), 11),
        symbol: 'NIFTY',
        agent: 'candle_signal',
        signal: signal('neutral'),
      },
    ])
    await sealDays(web.store.db, key, addDays(NEXT, 4))
    expect(await count()).toBe(3)
  })

  it('is exported day by day, and holds from the first entry to the last', async () => {
    const { json, status } = await call(web, 'GET', '/api/record')
    expect(status).toBe(200)
    const days = (json as PublicLogReply).days.toReversed()
    expect(days.map(({ root }) => root.day)).toEqual([DAY, NEXT, addDays(NEXT, 3)])
    const texts = await Promise.all(days.map(({ root }) => call(web, 'GET', `/api/record/${root.day}`)))
    const lines = texts.flatMap(({ text }) => linesIn(text))
    const verdict = await verifyLog(lines, { ...verifying, key: key.publicHex })
    expect(verdict).toMatchObject({ ok: true, attested: true, entries: days.at(-1)!.root.last_seq })
    expect(texts[0]!.headers.get('cache-control')).toBe('public, max-age=86400, immutable')
    const flipped = lines.with(3, lines[3]!.replace('bullish', 'bearish'))
    expect(await verifyLog(flipped, verifying)).toMatchObject({
      ok: false,
      damage: { kind: 'flipped', line: 4, seq: 3 },
    })
  })

  it('is not exported before the day is over, nor with a query', async () => {
    expect(await call(web, 'GET', '/api/record/2026-11-21')).toMatchObject({ status: 404, json: { code: 'not_found' } })
    expect((await call(web, 'GET', '/api/record/today')).status).toBe(400)
    expect((await call(web, 'GET', `/api/record/${DAY}`, { query: { a: '1' } })).status).toBe(400)
  })

  it('is packed for who unpacks, and not sent again to who has it', async () => {
    const { text, headers } = await call(web, 'GET', `/api/record/${DAY}`)
    const again = await call(web, 'GET', `/api/record/${DAY}`, { headers: { 'if-none-match': headers.get('etag')! } })
    expect([again.status, again.text]).toEqual([304, ''])
    const packed = await rawGet(`/api/record/${DAY}`, { 'accept-encoding': 'gzip' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.body).toString()).toBe(text)
  })

  it('is packed once, into a file, however many ask at once', async () => {
    const files = () => readdirSync(join(web.config.dataDir, 'record-files'))
    rmSync(join(web.config.dataDir, 'record-files'), { recursive: true, force: true })
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(web, 'GET', `/api/record/${DAY}`)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${hash('sha256', text)}`)).size).toBe(1)
    expect(files()).toEqual([expect.stringMatching(new RegExp(`^${DAY}-[0-9a-f]{64}\\.jsonl\\.gz$`))])
    const [file] = files()
    const before = statSync(join(web.config.dataDir, 'record-files', file!)).mtimeMs
    await call(web, 'GET', `/api/record/${DAY}`)
    expect(statSync(join(web.config.dataDir, 'record-files', file!)).mtimeMs).toBe(before)
  })

  it('goes on where a download broke', async () => {
    const get = (headers: Record<string, string>) =>
      rawGet(`/api/record/${DAY}`, { 'accept-encoding': 'gzip', ...headers })
    const whole = await get({})
    const rest = await get({ range: 'bytes=20-', 'if-range': whole.headers.etag! })
    expect([rest.status, rest.headers['content-range']]).toEqual([
      206,
      `bytes 20-${whole.body.length - 1}/${whole.body.length}`,
    ])
    expect(rest.body.equals(whole.body.subarray(20))).toBe(true)
    expect((await get({ range: 'bytes=20-', 'if-range': '"another"' })).status).toBe(200)
    expect((await get({ range: `bytes=${whole.body.length}-` })).status).toBe(416)
  })

  it('knows no user: it holds the same after everything personal is gone', async () => {
    const { text } = await call(web, 'GET', `/api/record/${DAY}`)
    const doomed = await newUser(web, 'elite')
    const personal = [doomed.id, doomed.email, elite.id, elite.email]
    const { rows } = await sql<{ body: string }>`select body from public_log_entries`.execute(web.store.db)
    for (const { body } of rows) for (const value of personal) expect(body).not.toContain(value)
    await web.store.db.deleteFrom('profiles').where('user_id', '=', doomed.id).execute()
    expect((await call(web, 'GET', `/api/record/${DAY}`)).text).toBe(text)
    expect(await verifyLog(linesIn(text), verifying)).toMatchObject({ ok: true })
  })

  it('stays within the requests a caller has a minute', async () => {
    const headers = { 'x-test-address': '10.9.9.9' }
    const statuses = await Promise.all(
      Array.from({ length: 14 }, async () => (await call(web, 'GET', `/api/record/${DAY}`, { headers })).status),
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  })
})

/** An answer as it came over the wire, not unpacked. */
function rawGet(path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    const sent = request(`${web.url}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

describe('why', () => {
  it('shows a minute’s decision with its entry, what the agents had reported, and the minutes beside it', async () => {
    const query = { symbol: 'NIFTY', minute: `${DAY}T10:02` }
    const { json } = await call(web, 'GET', '/api/why', { cookie: elite.cookie, query })
    const why = json as WhyReply
    expect(why).toMatchObject({
      decision: { id: decision(DAY, 2).id, bar_end: `${DAY}T10:02:00+05:30` },
      previous: `${DAY}T10:01`,
      next: null,
    })
    expect(JSON.parse(why.entry!.body)).toMatchObject({ inputs })
    expect(why.signals.map(({ agent, signal }) => [agent, signal.bias])).toEqual(
      SOLD_AGENTS.map((agent) => [agent, agent === 'candle_signal' ? 'bearish' : 'bullish']),
    )
    const byId = await call(web, 'GET', `/api/why/${decision(DAY, 2).id}`, { cookie: elite.cookie })
    expect(byId.json).toEqual(json)
  })

  it('shows when no decision was made in a minute', async () => {
    const query = { symbol: 'NIFTY', minute: `${DAY}T09:59` }
    expect((await call(web, 'GET', '/api/why', { cookie: elite.cookie, query })).status).toBe(404)
    expect((await call(web, 'GET', '/api/why/none', { cookie: elite.cookie })).status).toBe(404)
  })
})
