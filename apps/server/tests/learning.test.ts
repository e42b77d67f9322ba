// @invariant trials-counted
// @invariant learned-weights
// @invariant learning-deterministic
import { configHash } from '@strikewise/signals/registry/config-hash.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { recomputeDecision, decideOnRecord } from '@strikewise/signals/decision/decision-inputs.ts'
import { DecisionEngine, type Evaluation } from '@strikewise/signals/decision/engine.ts'
import { Challenger } from '@strikewise/signals/learning/challenger.ts'
import { BASELINES } from '@strikewise/signals/learning/baselines.ts'
import type { BacktestEvidence } from '@strikewise/signals/learning/promotion-criteria.ts'
import { byVoter } from '@strikewise/signals/registry/registry.ts'
import { withWeights, type NamedWeights } from '@strikewise/signals/learning/voter-weights.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { DecisionEntryBody } from '@strikewise/public-log/entry-bodies.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istInstant, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { WeightsOverview, WeightsHistory } from '@strikewise/wire/learning.ts'
import type { WhyReply } from '@strikewise/wire/public-log.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { rollBackIfNeeded } from '../src/learning/champion-watch.ts'
import { startLearningWorker } from '../src/learning/learning-worker.ts'
import { livePerformanceOf, dueTrainingDays } from '../src/learning/training-runs.ts'
import { artefactOf, weightsOn } from '../src/learning/weights-rows.ts'
import { openDecisionLog } from '../src/market/decision-log.ts'
import { publicLogAppender } from '../src/public-log/append-entries.ts'
import { call, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { fileSucceededTrial } from './filed-trial.ts'
import { EMPTY_LOG, liveThrough } from './seeded-sessions.ts'

const FIRST = '2026-08-04' as IstDate
const OPERATOR = 'operator@example.com'

function daysFrom(first: IstDate, count: number): IstDate[] {
  const days = [first]
  while (days.length < count) days.push(nseCalendar.nextTradingDay(days.at(-1)!))
  return days
}

let web: TestWeb
let operator: TestUser
let log = EMPTY_LOG
beforeAll(async () => {
  web = await startTestWeb()
  operator = await newUser(web, 'starter', OPERATOR)
})
afterAll(() => web.stop())

async function livedThrough(days: readonly IstDate[], right: number): Promise<void> {
  log = await liveThrough(web, log, days, right)
}

async function nights(): Promise<void> {
  for (const day of await dueTrainingDays(web.store.db)) await livePerformanceOf(web.store.db, day)
}

const overview = async () =>
  (await call(web, 'GET', '/api/operator/weights', { cookie: operator.cookie })).json as WeightsOverview
const post = (path: string, body: object) =>
  call(web, 'POST', `/api/operator/weights/${path}`, { cookie: operator.cookie, body })

async function hashUnder(version: IstDate): Promise<string> {
  return configHash(withWeights(SIGNAL_PARAMS, (await artefactOf(web.store.db, version)).artefact))
}

const WEEKS = daysFrom(FIRST, 60)
const LEARNED = WEEKS.slice(0, 8)
/** The version that is promoted: of the last session the candle agent was right in. */
const VERSION = LEARNED.at(-1)!
/** Sessions of its registered test: one lies between them and the sessions that it was made from. */
const TESTED = WEEKS.slice(9, 11)
const LATER = WEEKS.slice(11)

async function evidence(change: Partial<BacktestEvidence> = {}): Promise<BacktestEvidence> {
  return {
    version: VERSION,
    configHash: await hashUnder(VERSION),
    period: { from: LATER[1]!, to: LATER[40]! },
    trades: 240,
    daily: { count: 240, mean: 0.5, deviation: 1, skewness: 0, kurtosis: 3 },
    tried: { trials: 2, deviation: 0.01, inRun: 2 },
    overfitting: 0.1,
    baselines: BASELINES.map((name) => ({ name, result: 120, p95: 50 })),
    ...change,
  }
}

describe('a night', () => {
  it('learns from each sealed session once, each version going on from the one before', async () => {
    await livedThrough(LEARNED, 0.8)
    await nights()
    const { db } = web.store
    const rows = await db.selectFrom('weights_artefacts').selectAll().orderBy('version').execute()
    expect(rows.map(({ version }) => version)).toEqual(LEARNED)
    const { artefact } = await artefactOf(db, VERSION)
    expect(artefact).toMatchObject({ before: rows.at(-2)!.hash, data: { to: VERSION, sessions: 8, log } })
    // Eight sessions are too few to know anything: votes stay equal.
    expect(Object.values(artefact.weights)).toEqual([0.2, 0.2, 0.2, 0.2, 0.2])
    expect(artefact.scoreMap.slope).toBeGreaterThan(0)
    // Once more, and two at once: nothing is added.
    await Promise.all([livePerformanceOf(db, VERSION), livePerformanceOf(db, VERSION)])
    expect(await dueTrainingDays(db)).toEqual([])
    expect(await db.selectFrom('weights_artefacts').selectAll().orderBy('version').execute()).toEqual(rows)
  })

  it('makes the same bytes when all of it is forgotten and learned again', async () => {
    const { db } = web.store
    const before = await db
      .selectFrom('weights_artefacts')
      .select(['version', 'body', 'hash'])
      .orderBy('version')
      .execute()
    // What was learned is forgotten: only the owner of the database can, and only by taking the guard away.
    await sql`alter table weights_artefacts disable trigger all`.execute(db)
    await sql`delete from weights_artefacts`.execute(db)
    await sql`alter table weights_artefacts enable trigger all`.execute(db)
    await nights()
    expect(
      await db.selectFrom('weights_artefacts').select(['version', 'body', 'hash']).orderBy('version').execute(),
    ).toEqual(before)
  })

  it('keeps what it wrote', async () => {
    const { db } = web.store
    await expect(db.deleteFrom('weights_artefacts').execute()).rejects.toThrow(/insert only|never changed|refuse/i)
    await expect(sql`update weights_artefacts set body = '{}'`.execute(db)).rejects.toThrow()
  })

  it('makes a challenger, and changes nothing of what decides', async () => {
    const { champion, challenger } = await weightsOn(web.store.db, LATER[0]!)
    expect(champion).toBeUndefined()
    expect(challenger?.version).toBe(VERSION)
    // A session is never judged by weights that saw it.
    expect((await weightsOn(web.store.db, VERSION)).challenger?.version).toBe(LEARNED.at(-2))
    expect(await overview()).toMatchObject({
      champion: { version: null, live: null },
      challenger: VERSION,
      pending: null,
    })
  })
})

describe('how the weights came to be', () => {
  it('is shown to the plans that see decisions: from what, to what, and what is missing', async () => {
    const story = async (plan: 'pro' | 'elite') =>
      call(web, 'GET', '/api/weights', { cookie: (await newUser(web, plan)).cookie })
    expect(await story('pro')).toMatchObject({ status: 403 })
    const reported = (await story('elite')).json as WeightsHistory
    expect(reported.decides).toEqual({ version: null, since: null })
    expect(reported.training_runs[0]).toMatchObject({ version: VERSION, missing: ['evidence', 'registered'] })
    // Each night goes on from the one before it, the first from the weights as written.
    expect(reported.training_runs.map(({ before }) => before)).toEqual([
      ...reported.training_runs.slice(1).map(({ weights }) => weights),
      reported.written,
    ])
  })
})

describe('a promotion', () => {
  const reason = 'Two quarters of tests are behind it.'

  it('is refused without evidence, and names what is missing', async () => {
    web.clock.set(istInstant(VERSION, 18))
    expect(await post('promote', { version: VERSION, reason })).toMatchObject({
      status: 409,
      json: { code: 'gate_not_met', detail: expect.stringContaining('No backtest of version') },
    })
  })

  it('is refused with every condition that is not met, and with no other', async () => {
    const { daily, tried, baselines } = await evidence()
    const worse = baselines.map((baseline) => ({ ...baseline, result: 10 }))
    const filed = await post(
      'evidence',
      await evidence({
        trades: 199,
        daily: { ...daily, mean: 0.3 },
        tried: { ...tried, deviation: 0.3 },
        baselines: worse,
      }),
    )
    expect(filed.status).toBe(200)
    const { json } = await post('promote', { version: VERSION, reason })
    const { detail } = json as { detail: string }
    for (const words of [
      'needed. 199 out-of-sample trades',
      'Deflated Sharpe ratio 0.',
      'random direction (₹10 a session against ₹50)',
    ])
      expect(detail).toContain(words)
    expect(detail).not.toContain('overfitting')
    expect((await overview()).champion.version).toBeNull()
  })

  it('is refused on sessions the weights were made from, and in other code', async () => {
    await post('evidence', await evidence({ period: { from: VERSION, to: LATER[40]! }, configHash: 'ab'.repeat(32) }))
    const { versions } = await overview()
    const { gate } = versions.find(({ version }) => version === VERSION)!
    expect(gate.filter(({ met }) => !met).map(({ code }) => code)).toEqual(['code', 'out_of_sample', 'registered'])
  })

  it('gets harder with every trial: untested training runs, runs, and the same run again', async () => {
    const trialsIn = (answer: { readonly json: unknown }) =>
      Number(/among (\d+) trials/.exec(JSON.stringify(answer.json))![1])
    // Two runs of two were filed of this version; the seven others of the eight training runs are untested.
    const other = { count: 240, mean: 0.45, deviation: 1, skewness: 0, kurtosis: 3 }
    const third = await post('evidence', await evidence({ daily: other }))
    expect(trialsIn(third)).toBe(3 * 2 + 7)
    // The lab's own log has runs that were not filed.
    const logged = await post('evidence', await evidence({ tried: { trials: 400, deviation: 0.3, inRun: 2 } }))
    expect(trialsIn(logged)).toBe(400 + 7)
    expect(logged.json).toMatchObject({
      gate: expect.arrayContaining([expect.objectContaining({ code: 'deflated_sharpe', met: false })]),
    })
  })

  it('asks for a reason, a version that exists, and an operator', async () => {
    expect((await post('promote', { version: VERSION, reason: 'ok' })).status).toBe(400)
    expect((await post('promote', { version: '2026-01-05', reason })).status).toBe(404)
    const elite = await newUser(web, 'elite')
    const answer = await call(web, 'POST', '/api/operator/weights/promote', {
      cookie: elite.cookie,
      body: { version: VERSION, reason },
    })
    expect(answer).toMatchObject({ status: 403, json: { code: 'forbidden' } })
  })
  it('takes effect at the next session, is written with who and why, and is not made twice', async () => {
    await post('evidence', await evidence())
    await fileSucceededTrial({ web, operator }, VERSION, { from: TESTED[0]!, to: TESTED[1]! })
    // In the session: today goes on as it began.
    web.clock.set(istInstant(LATER[0]!, 11))
    const answer = await post('promote', { version: VERSION, reason })
    expect(answer).toMatchObject({ status: 200, json: { kind: 'promoted', version: VERSION, from: LATER[1] } })
    const opened = await web.store.db.selectFrom('registered_logic').selectAll().execute()
    expect(opened).toMatchObject([
      { config_hash: await hashUnder(VERSION), weights_version: VERSION, identifier: null },
    ])
    expect((await weightsOn(web.store.db, LATER[0]!)).champion).toBeUndefined()
    expect((await weightsOn(web.store.db, LATER[1]!)).champion?.version).toBe(VERSION)
    const seen = await overview()
    expect(seen.pending).toMatchObject({ version: VERSION, from: LATER[1] })
    expect(seen.changes).toMatchObject([{ decided_by: operator.id, reason }])
    expect(await post('promote', { version: VERSION, reason })).toMatchObject({
      status: 409,
      json: { code: 'change_pending' },
    })
    web.clock.set(istInstant(LATER[1]!, 11))
    expect(await post('promote', { version: VERSION, reason })).toMatchObject({
      status: 409,
      json: { code: 'already_decides' },
    })
    await expect(web.store.db.deleteFrom('weights_changes').execute()).rejects.toThrow()
  })
})

/** A minute every agent is sure of. */
function minuteOf(barEnd: EpochMs): Evaluation {
  return {
    barEnd,
    votes: byVoter(() => ({
      reading: { bias: 'bullish' as const, strength: 0.5, asOf: (barEnd - MINUTE_MS) as EpochMs },
      stale: false,
    })),
    block: { stale: false, rules: [] },
    regime: { stale: false, regime: 'transition' },
    spike: { paused: false, l: 0, pauseMs: 60_000 },
    spot: 2_500_000 as Paise,
    atr5: 2000 as Paise,
    chooseStrike: () => {
      throw new Error('one minute confirms nothing')
    },
  }
}

describe('a decision made under promoted weights', () => {
  it('names them on /why, is made again from its entry, and has the challenger’s opinion beside it', async () => {
    const { db } = web.store
    const champion: NamedWeights = (await weightsOn(db, LATER[1]!)).champion!
    const onTrial = (await artefactOf(db, LEARNED[2]!)).artefact
    const params = withWeights(SIGNAL_PARAMS, champion)
    const as = { symbol: 'BANKNIFTY', params: params.engine, configHash: configHash(params) } as const
    const barEnd = istInstant(LATER[1]!, 10, 42)
    const { decision, inputs } = decideOnRecord(
      new DecisionEngine('BANKNIFTY', params.engine, as.configHash),
      as,
      minuteOf(barEnd),
    )
    const decisions = await openDecisionLog(db, publicLogAppender(db))
    const seq = await decisions.append(
      decision,
      inputs,
      new Challenger('BANKNIFTY', SIGNAL_PARAMS, onTrial).opinion(inputs),
    )
    const { hash: end } = await db
      .selectFrom('decisions')
      .select('hash')
      .where('seq', '=', seq!)
      .executeTakeFirstOrThrow()
    log = { seq: seq!, hash: end }
    const elite = await newUser(web, 'elite')
    const query = { symbol: 'BANKNIFTY', minute: `${LATER[1]}T10:42` }
    const why = (await call(web, 'GET', '/api/why', { cookie: elite.cookie, query })).json as WhyReply
    expect(why.weights_version).toBe(VERSION)
    const entry = JSON.parse(why.entry!.body) as DecisionEntryBody
    expect(recomputeDecision(entry.inputs)).toEqual(entry.decision)
    expect(entry.decision.configHash).toBe(await hashUnder(VERSION))
    expect(entry.challenger).toMatchObject({ version: LEARNED[2], direction: 'up', wouldEnter: false })
    // It is in the record, and nowhere else.
    expect(JSON.stringify(why.decision)).not.toContain(entry.challenger!.configHash)
  })
})

describe('weights that do worse than a coin', () => {
  it('stay for 20 sessions, then go at the next one, and the operators are notified', async () => {
    const { db } = web.store
    await livedThrough(LATER.slice(1, 20), 0.1)
    const last = LATER[20]!
    await nights()
    web.clock.set(istInstant(LATER[19]!, 18))
    expect(await rollBackIfNeeded(db, web.clock.now(), [OPERATOR])).toBeUndefined()
    expect((await overview()).champion).toMatchObject({ version: VERSION, since: LATER[1], live: { sessions: 19 } })
    await livedThrough([last], 0.1)
    web.clock.set(istInstant(last, 18))
    const { config, clock, logs } = web
    const logger = pino({ level: 'info' }, { write: (line: string) => logs.push(line) })
    const worker = startLearningWorker({ config, db, clock, logger })
    await vi.waitFor(
      async () => expect((await overview()).pending).toMatchObject({ version: null, from: LATER[21] }),
      20_000,
    )
    await worker.close()
    const reported = logs
      .map((line) => JSON.parse(line) as { code?: string })
      .filter(({ code }) => code === 'weights_rolled_back')
    expect(reported).toMatchObject([{ level: 50, removed: VERSION, to: null, from: LATER[21], live: { sessions: 20 } }])
    expect(await rollBackIfNeeded(db, web.clock.now(), [OPERATOR])).toBeUndefined()
    const mails = await db
      .selectFrom('outbox')
      .select(['recipient', 'subject', 'body'])
      .where('subject', 'like', '%weights%')
      .execute()
    expect(mails).toMatchObject([{ recipient: OPERATOR, subject: 'Learned weights were rolled back' }])
    expect(mails[0]!.body).toContain('Rolled back: below a coin flip for')
    // The worker learned from the session first.
    expect(await dueTrainingDays(db)).toEqual([])
    expect((await weightsOn(db, last)).champion?.version).toBe(VERSION)
    expect((await weightsOn(db, LATER[21]!)).champion).toBeUndefined()
    expect((await overview()).changes[0]).toMatchObject({
      kind: 'rolled_back',
      version: null,
      decided_by: null,
      reason: mails[0]!.body.trim(),
    })
    const written = await db
      .selectFrom('weights_changes')
      .select(['reason', 'message'])
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(written).toMatchObject({ reason: null, message: { code: 'operator.rolled_back', params: { sessions: 20 } } })
  })

  it('may be promoted again by a person, and taken back by one', async () => {
    web.clock.set(istInstant(LATER[22]!, 7))
    const reason = 'The fault was found in the feed, not in them.'
    expect(await post('promote', { version: VERSION, reason })).toMatchObject({
      status: 200,
      json: { from: LATER[22] },
    })
    web.clock.set(istInstant(LATER[22]!, 12))
    expect(await post('withdraw', { reason })).toMatchObject({
      status: 200,
      json: { kind: 'rolled_back', version: null, from: LATER[23] },
    })
    expect((await weightsOn(web.store.db, LATER[22]!)).champion?.version).toBe(VERSION)
    expect((await weightsOn(web.store.db, LATER[23]!)).champion).toBeUndefined()
    web.clock.set(istInstant(LATER[23]!, 12))
    expect(await post('withdraw', { reason })).toMatchObject({ status: 409, json: { code: 'already_decides' } })
  })
})

it('reads evidence that was filed while baselines were named by words', async () => {
  const baselines = BASELINES.map((name) => ({ name: name.replaceAll('_', ' '), result: 120, p95: 50 }))
  await web.store.db
    .insertInto('weights_evidence')
    .values({
      version: VERSION,
      evidence: JSON.stringify({ ...(await evidence()), baselines }),
      filed_by: operator.id,
      filed_at: web.clock.now(),
    })
    .execute()
  const { versions } = await overview()
  const { gate } = versions.find(({ version }) => version === VERSION)!
  expect(gate.find(({ code }) => code === 'baselines')).toMatchObject({ met: true })
})
