import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storedChain } from '@strikewise/chain-history/read-stored.ts'
import { INTEREST, LTP, type ChainLeg, type RecordedChain } from '@strikewise/chain-history/recorded-chain.ts'
import { chainFileOf, storeChain } from '@strikewise/chain-history/store-chain.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { black76Price } from '@strikewise/domain/market/black76.ts'
import { volatilityRank } from '@strikewise/domain/market/iv-rank.ts'
import { VOLATILITY_SESSIONS } from '@strikewise/domain/market/volatility-sessions.ts'
import { istDate, istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { BlockEncoder } from '@strikewise/signals/session-recording/block-codec.ts'
import { QuoteColumns, ROW_COLUMNS } from '@strikewise/signals/session-recording/quote-row.ts'
import { ENTRY_KINDS, FRAME, newRecordBatch } from '@strikewise/signals/session-recording/record-batch.ts'
import { framedBlock, SEGMENT_MAGIC } from '@strikewise/signals/session-recording/segment.ts'
import { headerText, type RecordingHeader } from '@strikewise/signals/session-recording/recording-header.ts'
import { tableOf } from '@strikewise/signals/session-recording/replay-decisions.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startHistoryExport } from '../src/chain-history/export-worker.ts'
import { startHistoryReader } from '../src/chain-history/history-reader.ts'
import { dailyVolatility } from '../src/market/daily-volatility.ts'
import { holdLease } from '../src/store/lease.ts'
import { call, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { until } from './trading-stack.ts'

const DAY = istDate('2026-09-16')
const NEXT_DAY = istDate('2026-09-17')
const CALL = {
  token: 11,
  symbol: 'NIFTY',
  expiry: '2026-09-22',
  strike: 25_000,
  side: 'CE',
} as unknown as OptionContract
const SILENT = pino({ level: 'silent' })

let web: TestWeb
let operator: TestUser
let dataDir: string
beforeAll(async () => {
  web = await startTestWeb()
  operator = await newUser(web, 'starter', 'operator@example.com')
})
afterAll(() => web?.stop())
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'chain-history-'))
  for (const table of ['chain_history_days', 'chain_history_failures', 'chain_history_retention'] as const)
    await web.store.db.deleteFrom(table).execute()
  return () => rmSync(dataDir, { recursive: true })
})

/** Writes the recording of a day: one contract with a price in each of two minutes. */
function record(day: IstDate, interests: readonly [number, number] = [50, 75]): void {
  const none = { contracts: { near: [], next: [], future: undefined }, warmUp: { index: [], future: [] }, startsAt: 0 }
  const header = {
    day,
    speed: 1,
    source: 'live',
    version: 'test',
    params: SIGNAL_PARAMS,
    tokens: [CALL.token],
    pipelines: { NIFTY: { ...none, contracts: { ...none.contracts, near: [CALL] } }, BANKNIFTY: none },
  } as unknown as RecordingHeader
  const batch = newRecordBatch(8, 8)
  const add = (kind: number, at: EpochMs, rows = 0) => {
    batch.kinds[batch.entries] = kind
    batch.at[batch.entries] = at
    batch.counts[batch.entries] = rows
    batch.entries += 1
  }
  add(ENTRY_KINDS.indexOf('opening'), istInstant(day, 9, 14))
  batch.notes.push(headerText(header))
  const table = tableOf(header)
  const columns = new QuoteColumns(table)
  for (const [minute, price, interest] of [
    [15, 10_000, interests[0]],
    [16, 10_100, interests[1]],
  ] as const) {
    table.lastPrice[0] = price
    table.openInterest[0] = interest
    add(FRAME, istInstant(day, 9, minute, 50), 1)
    batch.slots[batch.rows] = 0
    columns.copy(0, batch.values, batch.rows * ROW_COLUMNS)
    batch.rows += 1
  }
  const folder = join(dataDir, 'recordings', day)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, '0001.swr'),
    Buffer.concat([SEGMENT_MAGIC, framedBlock(0, new BlockEncoder().encode(batch))]),
  )
}

const configOf = (history = { keepDays: 400 }) => ({ history, dataDir, sandbox: web.config.sandbox })

/** Runs the job at an instant until `isDone`. */
async function runUntil(now: EpochMs, isDone: () => Promise<boolean>, history?: { keepDays: number }): Promise<void> {
  const job = startHistoryExport({
    config: configOf(history),
    db: web.store.db,
    clock: { now: () => now },
    logger: SILENT,
    everyMs: 20,
  })
  try {
    await until('the export', 30_000, async () => (await isDone()) || undefined)
  } finally {
    await job.close()
  }
}

const overview = async () => (await call(web, 'GET', '/api/operator/chain-history', { cookie: operator.cookie })).json
const doneDays = async () =>
  (await web.store.db.selectFrom('chain_history_days').select('day').distinct().orderBy('day').execute()).map(
    ({ day }) => day,
  )
const isDone =
  (...days: IstDate[]) =>
  async () =>
    JSON.stringify(await doneDays()) === JSON.stringify(days)

describe('the export of recorded days', () => {
  it('stores the chains a minute once the session is over, and lists the day', async () => {
    record(DAY)
    await runUntil(istInstant(DAY, 17), isDone(DAY))
    const chain = (await storedChain(chainFileOf(join(dataDir, 'history'), 'NIFTY', DAY)))!
    expect(chain.at).toEqual([istInstant(DAY, 9, 15, 50), istInstant(DAY, 9, 16, 50)])
    expect([chain.values[LTP], chain.values[INTEREST]]).toEqual([10_000, 50])
    expect(await overview()).toMatchObject({
      on: true,
      symbols: [{ symbol: 'NIFTY', days: 1, from: DAY, to: DAY }],
      failures: [],
    })
  })

  it('leaves a day alone while its session is near, and stores the days before it when it is over', async () => {
    record(DAY)
    record(NEXT_DAY)
    let checks = 0
    const clock = {
      now: () => {
        checks += 1
        return istInstant(NEXT_DAY, 9, 30)
      },
    }
    const job = startHistoryExport({ config: configOf(), db: web.store.db, clock, logger: SILENT, everyMs: 5 })
    // One that did not leave it alone would have stored a day before it checked so often.
    await until('many checks', 30_000, async () => checks >= 60 || undefined)
    await job.close()
    expect(await doneDays()).toEqual([])
    await runUntil(istInstant(NEXT_DAY, 8), isDone(DAY))
    await runUntil(istInstant(NEXT_DAY, 17), isDone(DAY, NEXT_DAY))
  })

  it('waits while another process has the lease, and stores the day once it is free', async () => {
    record(DAY)
    const { db } = web.store
    const lease = await holdLease(db, 'chain-history', new AbortController().signal)
    const clock = { now: () => istInstant(DAY, 17) }
    const job = startHistoryExport({ config: configOf(), db, clock, logger: SILENT, everyMs: 10 })
    // An export takes about a second.
    await new Promise((resolve) => setTimeout(resolve, 4000))
    const meanwhile = await doneDays()
    await lease.release()
    await until('the export', 30_000, async () => (await isDone(DAY)()) || undefined)
    await job.close()
    expect(meanwhile).toEqual([])
  })

  it('notes why a day could not be stored, raises the gauge of the alarm, and stores it when it can be', async () => {
    record(DAY)
    writeFileSync(join(dataDir, 'history'), 'a file where the folder must be')
    const failed = async () => ((await overview()) as { failures: unknown[] }).failures.length === 1
    await runUntil(istInstant(DAY, 17), failed)
    expect(await overview()).toMatchObject({
      failures: [{ day: DAY, reason: expect.stringMatching(/ENOTDIR|EEXIST/), attempts: 1 }],
    })
    const { db } = web.store
    const { readServiceState } = await import('../src/service-state/read-state.ts')
    const state = await readServiceState({
      db,
      clock: { now: () => istInstant(DAY, 17) },
      dataDir,
      timeStampAuthorities: [],
      feed: () => undefined,
      silence: () => new Map(),
    })
    expect(state).toContainEqual({ name: 'chain_history_failed_days', value: 1, labels: {} })
    rmSync(join(dataDir, 'history'))
    await db
      .updateTable('chain_history_failures')
      .set({ failed_at: new Date(Date.now() - 11 * 60_000) })
      .execute()
    await runUntil(istInstant(DAY, 17), isDone(DAY))
    expect(await overview()).toMatchObject({ failures: [] })
  })

  it('removes days that are older than is kept, and does not store them again from their recording', async () => {
    record(DAY)
    await runUntil(istInstant(DAY, 17), isDone(DAY))
    const file = chainFileOf(join(dataDir, 'history'), 'NIFTY', DAY)
    expect(existsSync(file)).toBe(true)
    record(NEXT_DAY)
    await runUntil(istInstant(NEXT_DAY, 17), isDone(NEXT_DAY), { keepDays: 0 })
    expect(readdirSync(join(dataDir, 'history', 'NIFTY'))).toEqual([`NIFTY_chain_${NEXT_DAY}.parquet`])
  })
})

describe('the past sessions of a contract', () => {
  const TERMS = { symbol: 'NIFTY', strike: '25000', side: 'CE', expiry: '2026-09-22' }
  const AT = istInstant(istDate('2026-09-21'), 10)
  let elite: TestUser
  beforeAll(async () => {
    elite = await newUser(web, 'elite', 'elite@example.com')
  })
  beforeEach(() => {
    const before = web.clock.now()
    web.clock.set(AT)
    return () => web.clock.set(before)
  })
  const ask = async (path: string, query: object = {}) => {
    const { status, json } = await call(web, 'GET', `/api/${path}`, {
      cookie: elite.cookie,
      query: { ...TERMS, ...query },
    })
    expect(status).toBe(200)
    return json as Record<string, unknown>
  }
  /** Asks until the market role has answered. */
  const answered = (path: string, field: string, query: object = {}) =>
    until(`an answer of ${path}`, 20_000, async () => (await ask(path, query))[field] ?? undefined)
  const read = async <T>(work: () => Promise<T>): Promise<T> => {
    const reader = startHistoryReader({ config: { dataDir }, bus: web.bus, logger: SILENT })
    try {
      return await work()
    } finally {
      await reader.close()
    }
  }

  it('are not read yet while no process has answered, and none once one without a stored day has', async () => {
    const put = { side: 'PE' }
    expect(await ask('contract_history', put)).toMatchObject({ ...TERMS, ...put, strike: 25_000, days: null })
    expect(await ask('contract_history_minutes', { ...put, date: DAY })).toMatchObject({ date: DAY, minutes: null })
    await read(async () => {
      expect(await answered('contract_history', 'days', put)).toEqual([])
      expect(await answered('contract_history_minutes', 'minutes', { ...put, date: DAY })).toEqual([])
    })
  })

  it('have the close, the open interest and its change out of the files that the export stored', async () => {
    record(DAY)
    record(NEXT_DAY, [80, 65])
    await runUntil(istInstant(NEXT_DAY, 17), isDone(DAY, NEXT_DAY))
    await read(async () => {
      expect(await answered('contract_history', 'days')).toEqual([
        { date: NEXT_DAY, close: 101, volume: 0, open_interest: 65, oi_change: -10 },
        { date: DAY, close: 101, volume: 0, open_interest: 75, oi_change: null },
      ])
      expect(await answered('contract_history_minutes', 'minutes', { date: NEXT_DAY })).toEqual([
        { time: istInstant(NEXT_DAY, 9, 15), price: 100, open_interest: 80 },
        { time: istInstant(NEXT_DAY, 9, 16), price: 101, open_interest: 65 },
      ])
      expect(await answered('contract_history', 'days', { strike: '25050' })).toEqual([])
    })
  })

  it('leave out the present session, whose prices a plan may see late', async () => {
    record(DAY)
    record(NEXT_DAY)
    await runUntil(istInstant(NEXT_DAY, 17), isDone(DAY, NEXT_DAY))
    web.clock.set(istInstant(NEXT_DAY, 18))
    await read(async () => {
      expect(await answered('contract_history', 'days')).toMatchObject([{ date: DAY }])
      expect(await ask('contract_history_minutes', { date: NEXT_DAY })).toMatchObject({ minutes: [] })
    })
  })

  it('are read from the other files where one is damaged', async () => {
    record(DAY)
    record(NEXT_DAY)
    await runUntil(istInstant(NEXT_DAY, 17), isDone(DAY, NEXT_DAY))
    const put = { strike: '25100', side: 'PE' }
    storeChain(join(dataDir, 'history'), modelledChain(NEXT_DAY, 0.14), 'recorded')
    writeFileSync(chainFileOf(join(dataDir, 'history'), 'NIFTY', DAY), 'PAR1 and no more')
    await read(async () => {
      expect(await answered('contract_history', 'days', put)).toMatchObject([{ date: NEXT_DAY, open_interest: 750 }])
    })
  })
})

describe('a day that was added by command', () => {
  it('is listed, and its volatility at 15:00 counts in the percentile unless the market role took one', async () => {
    const { db } = web.store
    const history = join(dataDir, 'history')
    for (const day of [DAY, NEXT_DAY]) storeChain(history, modelledChain(day, 0.14), 'recorded')
    const taken = { symbol: 'NIFTY', day: DAY, sigma: 0.11, taken_at: istInstant(DAY, 15) } as const
    await db.insertInto('daily_volatility').values(taken).execute()
    await runUntil(istInstant(NEXT_DAY, 17), isDone(DAY, NEXT_DAY))
    const [first, second] = await dailyVolatility(db, 'NIFTY', istDate('2026-09-18'))
    expect([first, second]).toEqual([0.11, expect.closeTo(0.14, 2)])
    expect(await overview()).toMatchObject({
      symbols: [{ symbol: 'NIFTY', days: 2 }],
      volatility: [
        { symbol: 'NIFTY', sessions: 2 },
        { symbol: 'BANKNIFTY', sessions: 0 },
      ],
    })
  })

  it('is known to have an IV percentile from as many sessions as the operator is shown', () => {
    const { least, most } = VOLATILITY_SESSIONS
    const days = (count: number) => Array.from({ length: count }, (_, day) => day)
    expect(volatilityRank(days(least - 1), 1)).toBeUndefined()
    expect(volatilityRank(days(least), 1)).toBeDefined()
    expect(volatilityRank(days(2 * most), most)!.percentile).toBe(0)
  })
})

/** A chain at 15:00:30 whose options are worth what a volatility makes them. */
function modelledChain(day: IstDate, sigma: number): RecordedChain {
  const expiry = istDate('2026-09-22')
  const at = istInstant(day, 15, 0, 30)
  const years = (istInstant(expiry, 15, 30) - at) / (365 * 24 * 3_600_000)
  const legs = [-100, -50, 0, 50, 100].flatMap((off): ChainLeg[] =>
    (['CE', 'PE'] as const).map((side) => ({ expiry, strike: 25_000 + off, side })),
  )
  const values = legs.flatMap(({ strike, side }) => {
    const price = Math.round(100 * black76Price(side === 'CE' ? 1 : -1, 25_000, strike, years, sigma, 1))
    return [price, price - 5, price + 5, 75, 75, 10, 750]
  })
  const leg = Int32Array.from(legs.keys())
  return { symbol: 'NIFTY', day, legs, at: [at], begins: [0, legs.length], leg, values: Float64Array.from(values) }
}

describe('the retention', () => {
  it('is what an operator sets, is recorded, and is refused outside its bounds', async () => {
    const set = (keep_days: number) =>
      call(web, 'POST', '/api/operator/chain-history', { cookie: operator.cookie, body: { keep_days } })
    expect(await overview()).toMatchObject({ keep_days: 400 })
    expect(await set(90)).toMatchObject({ status: 200, json: { keep_days: 90 } })
    expect(await overview()).toMatchObject({ keep_days: 90 })
    for (const refused of [0, 3651, 1.5]) expect((await set(refused)).status, String(refused)).toBe(400)
    const { json } = await call(web, 'GET', '/api/operator/actions', { cookie: operator.cookie })
    expect(json).toMatchObject({ actions: [{ action: 'history_retention_set', details: { days: 90 } }] })
  })
})
