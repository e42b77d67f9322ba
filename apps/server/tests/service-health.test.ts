import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ProcessFigures, ServiceHealth, ServiceRole } from '@strikewise/wire/service-health.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { BUILD_VERSION } from '../src/service-state/build-version.ts'
import { deleteEndedProcesses, startProcessReports } from '../src/service-state/process-reports.ts'
import { call, newUser, NoRateLimits, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { COMPILED, SandboxStack, until } from './trading-stack.ts'

const PROGRAM_MS = 60_000
const MASTER_KEY = 'ab'.repeat(32)

let web: TestWeb
let operator: TestUser
beforeAll(async () => {
  web = await startTestWeb({ MASTER_KEY }, { rates: new NoRateLimits() })
  operator = await newUser(web, 'starter', 'operator@example.com')
})
afterAll(() => web.stop())
beforeEach(async () => {
  await web.store.db.deleteFrom('process_health').execute()
  await web.store.db.deleteFrom('leases').execute()
})

const health = async () => {
  const { status, text, json } = await call(web, 'GET', '/api/operator/health', { cookie: operator.cookie })
  expect(status, text + web.logs.slice(-3).join('')).toBe(200)
  return json as ServiceHealth
}
const reportOf = async (process: string) => (await health()).reports.find((one) => one.process === process)
const kinds = ({ problems }: ServiceHealth) => problems.map(({ kind }) => kind)

/** Moves the newest report of a process into the past, as time that passes would. */
const age = (process: string, seconds: number) =>
  sql`update process_health set seen_at = now() - make_interval(secs => ${seconds}) where process_id = ${process}`.execute(
    web.store.db,
  )

async function hold(from: number, to: number, holder: string, seconds: number): Promise<void> {
  await sql`
    insert into leases (name, holder, epoch, expires_at)
    select 'trader/' || shard, ${holder}, 3, now() + make_interval(secs => ${seconds})
    from generate_series(${from}::int, ${to}::int) as shard`.execute(web.store.db)
}

describe('a process', () => {
  const processId = randomUUID()
  const warned: unknown[] = []
  const logger = { warn: (...line: unknown[]) => void warned.push(line) }
  const start = (store: Pick<TestWeb['store'], 'db' | 'latencies'> = web.store) => {
    const figures = () => ({ holder: 'boot/1/a', accounts: 7, shards: 64, alarms: 0 })
    const reports = startProcessReports({ store, processId, role: 'trader', logger, figures })
    onTestFinished(() => reports.close())
    return reports
  }
  afterEach(() => void warned.splice(0))

  it('reports figures of its own and how long its statements took', async () => {
    // More than one in a hundred of the last minute's.
    for (let i = 0; i < 20; i += 1) await sql`select pg_sleep(0.05)`.execute(web.store.db)
    start()
    const report = await until('a report', PROGRAM_MS, () => reportOf(processId))
    expect(report).toMatchObject({ role: 'trader', pid: process.pid, state: 'live', version: BUILD_VERSION })
    expect(report.figures).toMatchObject({ accounts: 7, shards: 64, alarms: 0, streams: null, broker: null })
    expect(report.figures!.store!.count).toBeGreaterThan(3)
    expect(report.figures!.store!.p99_ms).toBeGreaterThan(45)
    expect(report.figures!.store!.p50_ms).toBeGreaterThan(0)
    expect(report.figures!.store!.p50_ms).toBeLessThan(report.figures!.store!.p99_ms)
  })

  it('that ended in order is not missed', async () => {
    const reports = start()
    await until('a report', PROGRAM_MS, () => reportOf(processId))
    await reports.close()
    expect(await reportOf(processId)).toBeUndefined()
  })

  it('goes on when the store takes no report, is warned of once, and reports again', { timeout: 60_000 }, async () => {
    let isAway = true
    const tries: number[] = []
    const db = new Proxy(web.store.db, {
      get: (target, name) => {
        if (name === 'insertInto') tries.push(1)
        if (name === 'insertInto' && isAway) throw new Error('the store is away')
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
    start({ db, latencies: web.store.latencies })
    await expect.poll(() => tries.length, { timeout: 30_000 }).toBeGreaterThan(1)
    expect(warned).toHaveLength(1)
    isAway = false
    expect(await until('a report', PROGRAM_MS, () => reportOf(processId))).toMatchObject({ state: 'live' })
  })

  it('is deleted once it has not been seen for a day', async () => {
    const seen = async (id: string, hours: number) => {
      await web.store.db
        .insertInto('process_health')
        .values({ process_id: id, role: 'web', host: 'h', pid: 1, version: '1', holder: null, figures: '{}' })
        .execute()
      await age(id, hours * 3600)
    }
    await seen('yesterday', 25)
    await seen('today', 23)
    await deleteEndedProcesses(web.store.db)
    const left = await web.store.db.selectFrom('process_health').select('process_id').execute()
    expect(left).toEqual([{ process_id: 'today' }])
    // What another release measured is not known.
    await age('today', 1)
    expect(await reportOf('today')).toMatchObject({ state: 'live', figures: null })
  })
})

describe('of two traders, each a program,', () => {
  const data = mkdtempSync(join(tmpdir(), 'strikewise-health-'))
  const programs: ChildProcess[] = []
  let sandbox: SandboxStack

  beforeAll(async () => {
    sandbox = await SandboxStack.start([])
  }, PROGRAM_MS)
  afterAll(async () => {
    for (const program of programs) program.kill('SIGKILL')
    await sandbox.stop()
    rmSync(data, { recursive: true, force: true })
  })

  async function startTrader(folder: string): Promise<ChildProcess> {
    const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
    const child = spawn(process.execPath, [main, '--roles', 'trader'], {
      env: {
        ...process.env,
        ...COMPILED,
        MASTER_KEY,
        SANDBOX_URL: sandbox.url,
        DATABASE_URL: String(web.store.pool.options.connectionString),
        STRIKEWISE_DATA: join(data, folder),
        OIDC_DISCOVERY_URL: 'off',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    programs.push(child)
    for await (const line of createInterface({ input: child.stdout })) if (line.includes('"ready":true')) return child
    throw new Error('the trader ended before it was ready')
  }

  it('one that froze is late, then gone, and live when it goes on', { timeout: 3 * PROGRAM_MS }, async () => {
    const [frozen, other] = await Promise.all([startTrader('a'), startTrader('b')])
    const byPid = async ({ pid }: ChildProcess) => (await health()).reports.find((one) => one.pid === pid)
    const shared = await until('both to lead shards', PROGRAM_MS, async () => {
      const read = await health()
      const isLeading = ({ pid }: ChildProcess) =>
        read.shards.executors.some((one) => one.pid === pid) &&
        // The first report comes before the first statement.
        read.reports.some((one) => one.pid === pid && one.figures?.store !== null)
      return isLeading(frozen) && isLeading(other) && read.shards.unheld.length === 0 ? read : undefined
    })
    expect(shared.shards.executors.reduce((sum, { shards }) => sum + shards, 0)).toBe(64)
    for (const { expires_s: left, epoch } of shared.shards.executors) {
      expect(left).toBeGreaterThan(0)
      expect(left).toBeLessThanOrEqual(7)
      expect(epoch).toBeGreaterThan(0)
    }
    const { process: processId, figures } = (await byPid(frozen))!
    expect(figures!.store!.p99_ms).toBeGreaterThan(0)

    frozen.kill('SIGSTOP')
    await age(processId, 20)
    const late = await health()
    expect(late.reports.find((one) => one.pid === frozen.pid)).toMatchObject({ state: 'late', figures: null })
    expect(late.problems).toContainEqual(
      expect.objectContaining({ kind: 'process_late', pid: frozen.pid, alert: 'RoleSilent' }),
    )
    await age(processId, 61)
    const missed = await health()
    expect(missed.reports.find((one) => one.pid === frozen.pid)).toMatchObject({ state: 'gone', figures: null })
    expect(missed.problems).toContainEqual(expect.objectContaining({ kind: 'process_gone', pid: frozen.pid }))
    expect(missed.problems).not.toContainEqual(expect.objectContaining({ kind: 'role_missing', role: 'trader' }))
    await until('the other to lead all', PROGRAM_MS, async () => {
      const { shards } = await health()
      return shards.executors.some(({ pid, shards: led }) => pid === other.pid && led === 64) ? true : undefined
    })
    // It may have been replaced: after an hour it is listed, and no problem any more.
    await age(processId, 3601)
    const old = await health()
    expect(old.reports.find((one) => one.pid === frozen.pid)).toMatchObject({ state: 'gone' })
    expect(kinds(old)).not.toContain('process_gone')

    frozen.kill('SIGCONT')
    await until('it to report again', PROGRAM_MS, async () =>
      (await byPid(frozen))?.state === 'live' ? true : undefined,
    )
  })
})

describe('what is wrong', () => {
  it('names each role without a live process', async () => {
    const { problems } = await health()
    expect(problems.filter(({ kind }) => kind === 'role_missing')).toEqual(
      ['web', 'market', 'trader', 'notifier'].map((role) => ({ kind: 'role_missing', role, alert: 'RoleSilent' })),
    )
  })

  it('lists a shard whose lease ran out, and one without a lease', async () => {
    await hold(0, 61, 'boot/1/a', 60)
    await hold(62, 62, 'boot/1/b', -30)
    const { shards, problems } = await health()
    expect(shards.unheld).toEqual([
      { shard: 62, epoch: 3, expired_s: expect.closeTo(30, -1) },
      { shard: 63, epoch: null, expired_s: null },
    ])
    expect(shards.executors).toEqual([
      { holder: 'boot/1/a', host: null, pid: null, shards: 62, epoch: 3, expires_s: expect.closeTo(60, -1) },
    ])
    expect(problems).toContainEqual({ kind: 'shards_without_executor', shards: 2, alert: 'LeaseWithoutHolder' })
    await hold(63, 63, 'boot/1/a', 60)
    await sql`update leases set expires_at = now() + interval '60 seconds'`.execute(web.store.db)
    expect(kinds(await health())).not.toContain('shards_without_executor')
  })

  it('names the leases of market and alerts without a holder', async () => {
    const free = async () => (await health()).problems.filter(({ kind }) => kind === 'lease_without_holder')
    expect(await free()).toMatchObject([{ lease: 'market' }, { lease: 'alerts' }])
    await sql`
      insert into leases (name, holder, epoch, expires_at)
      values ('market', 'boot/1/a', 1, now() + interval '60 seconds')`.execute(web.store.db)
    expect(await free()).toMatchObject([{ lease: 'alerts' }])
  })

  it('names a figure beyond its bound with its alert, here the feed, which no market role reads', async () => {
    const { figures, problems } = await health()
    // 10:00, and nothing since the opening at 09:15.
    expect(figures).toContainEqual({
      figure: 'feed_silence',
      subject: null,
      value: 2700,
      count: null,
      bound: 20,
      is_beyond: true,
    })
    expect(figures).toContainEqual({
      figure: 'feed_disconnected',
      subject: null,
      value: 1,
      count: null,
      bound: 0,
      is_beyond: true,
    })
    expect(figures).toContainEqual(
      expect.objectContaining({ figure: 'decision_age', subject: 'NIFTY', value: 2700, is_beyond: true }),
    )
    expect(figures.find(({ figure }) => figure === 'store_answer')!.value).not.toBeNull()
    expect(problems).toContainEqual({ kind: 'figure', figure: 'feed_silence', subject: null, alert: 'FeedSilent' })
  })

  it('counts the messages that wait, with the age of the oldest', async () => {
    const { db } = web.store
    await db
      .updateTable('outbox')
      .set({ sent_at: sql<Date>`now()` })
      .execute()
    const mail = async () =>
      (await health()).figures.find(({ figure, subject }) => figure === 'outbox_oldest' && subject === 'outbox')
    expect(await mail()).toMatchObject({ value: 0, count: 0, is_beyond: false })
    await db
      .updateTable('outbox')
      .set({ sent_at: null, created_at: sql<Date>`now() - interval '11 minutes'` })
      .execute()
    const { n } = await db
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(n).toBeGreaterThan(0)
    const late = await mail()
    expect(late).toMatchObject({ count: n, bound: 600, is_beyond: true })
    expect(late!.value).toBeGreaterThan(655)
  })

  /** Writes the report of a role as its process does. */
  const report = (process: string, role: ServiceRole, own: Partial<ProcessFigures>) => {
    const none = { event_loop_p99_ms: null, store: null, broker: null, accounts: null, shards: null, alarms: null }
    const figures = JSON.stringify({ ...none, streams: null, ...own })
    return web.store.db
      .insertInto('process_health')
      .values({ process_id: process, role, host: 'h', pid: 5, version: '1', holder: null, figures })
      .execute()
  }

  it('counts the unprotected positions of all live traders, with the age of the oldest', async () => {
    const read = async () => {
      const { figures, problems } = await health()
      const { value, count, is_beyond } = figures.find(({ figure }) => figure === 'position_unprotected')!
      expect(problems.some((one) => one.kind === 'figure' && one.alert === 'PositionUnprotected')).toBe(is_beyond)
      return [value, count, is_beyond]
    }
    expect(await read()).toEqual([null, null, false])
    // One of an earlier release measures the rest.
    await report('old', 'trader', { accounts: 7 })
    expect((await reportOf('old'))?.figures).toMatchObject({ accounts: 7 })
    expect(await read()).toEqual([null, null, false])
    await report('a', 'trader', { unprotected: { positions: 1, oldest_s: 10 } })
    expect(await read()).toEqual([10, 1, false])
    await report('b', 'trader', { unprotected: { positions: 2, oldest_s: 14.25 } })
    expect(await read()).toEqual([14.3, 3, true])
    await age('b', 20)
    expect(await read()).toEqual([10, 1, false])
  })

  it('names a thread that is blocked', async () => {
    await report('blocked', 'notifier', { event_loop_p99_ms: 700 })
    expect((await health()).problems).toContainEqual({
      kind: 'event_loop_blocked',
      role: 'notifier',
      host: 'h',
      pid: 5,
      alert: 'EventLoopBlocked',
    })
  })

  it('is shown to operators alone', async () => {
    const user = await newUser(web)
    expect(await call(web, 'GET', '/api/operator/health', { cookie: user.cookie })).toMatchObject({ status: 403 })
    expect(await call(web, 'GET', '/api/operator/health')).toMatchObject({ status: 401 })
  })
})
