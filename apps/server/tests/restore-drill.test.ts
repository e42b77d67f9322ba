// @invariant restore-drill
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { KiteBroker } from '@strikewise/brokers/zerodha/kite-broker.ts'
import type { Ticker } from '@strikewise/kite/ticker/ticker.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { brokerCredentials } from '../src/accounts/broker-credentials.ts'
import { runningPostmaster, stopPostmaster } from '../src/store/postgres/postmaster.ts'
import { TEST_SERVER_VARIABLE } from '../src/store/testing.ts'
import { copyOfBackup, startArchivedPostgres, type ArchivedPostgres } from './archived-postgres.ts'
import { Fixture, startSurroundings } from './fixture.ts'
import { heldTrade, holdProtectedPosition } from './protected-position.ts'
import { COMPILED, until } from './trading-stack.ts'

const USER = 'u1'
const MAIN = fileURLToPath(new URL('../src/restore-drill/main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'restore-drill-test-'))

let archived: ArchivedPostgres
let fixture: Fixture
let ticker: Ticker
let broker: KiteBroker
/** The position is protected, and nothing moves any more. */
let before: Date
let after: Date
let honest: Drilled
let planted: Drilled
let state: { before: unknown; after: unknown }
const ids = { fill: '', order: '', intent: '', row: 0, contract: '', quantity: 0 }

interface Drilled {
  readonly code: number
  readonly output: string
}

beforeAll(async () => {
  // A root run hands PostgreSQL to a user of its own, who passes through.
  chmodSync(folder, 0o711)
  archived = await startArchivedPostgres()
  vi.stubEnv(TEST_SERVER_VARIABLE, undefined)
  vi.stubEnv('TEST_DATABASE_URL', archived.url)
  fixture = new Fixture(await startSurroundings(5, 'restore-drill', '2026-09-16T10:00'))
  vi.unstubAllEnvs()
  await archived.takeBackup()
  ticker = await holdProtectedPosition(fixture, USER, 'SW1001')
  broker = new KiteBroker({
    urls: (mode) => fixture.config.brokers[mode],
    clock: fixture.clock,
    algoId: undefined,
    credentials: () => brokerCredentials(fixture.db, fixture.vault, USER),
    onError: (what, error) => expect.fail(`${what}: ${String(error)}`),
  })
  await broker.refresh()
  before = await settledInstant()
  await plant()
  after = await settledInstant()
  state = { before: await everything(), after: undefined }
  // The store was damaged by now: what it was like before comes from the backup alone.
  honest = await drill(before)
  planted = await drill(after)
  state.after = await everything()
}, 480_000)

afterAll(async () => {
  await broker?.close()
  await ticker?.close()
  await fixture?.close()
  await archived?.stop()
  rmSync(folder, { recursive: true })
})

/** An instant that can be restored, some seconds of the market after the last change. */
async function settledInstant(): Promise<Date> {
  await delay(3_000)
  const at = new Date()
  await delay(50)
  await archived.archiveWal()
  return at
}

/** What went wrong while the store was damaged: rows changed behind the journal, and a sale that no process noticed. */
async function plant(): Promise<void> {
  const { db } = fixture
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const fill = await tx.selectFrom('fills').selectAll().executeTakeFirstOrThrow()
    ids.fill = `${fill.order_id}/${fill.fill_id}`
    await sql`update fills set price_paise = price_paise + 5 where fill_id = ${fill.fill_id}`.execute(tx)
    const order = await tx
      .deleteFrom('broker_orders')
      .where('phase', '=', 'complete')
      .returning('order_id')
      .executeTakeFirstOrThrow()
    ids.order = order.order_id
    const intent = await tx
      .deleteFrom('intents')
      .where('kind', '=', 'protect')
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.intent = intent.id
    const { rows } = await sql<{ seq: number }>`
      update account_journal set hash = ${'f'.repeat(64)}
      where seq = (select max(seq) - 2 from account_journal) returning seq`.execute(tx)
    ids.row = rows[0]!.seq
  })
  const { body } = await heldTrade(fixture)
  const { tradingsymbol, lotSize } = body.contract
  ids.contract = `${tradingsymbol} ${body.product}`
  ids.quantity = lotSize
  const terms = { kind: 'MARKET', quantity: lotSize } as const
  await broker.place({ tag: 'byhand', tradingsymbol, side: 'SELL', product: body.product, terms }, () => true)
  await until('the sale at the broker', 30_000, async () => {
    const positions = await broker.positions()
    return positions.ok && positions.value.every(({ quantity }) => quantity === 0) ? true : undefined
  })
}

function drill(at: Date | string, backup = archived.backup): Promise<Drilled> {
  return run(at, ['--backup', backup, '--wal', archived.archive, '--work', folder])
}

async function run(at: Date | string, args: readonly string[], env: Record<string, string> = {}): Promise<Drilled> {
  const instant = typeof at === 'string' ? at : at.toISOString()
  const child = spawn(process.execPath, [MAIN, '--at', instant, ...args], {
    env: { ...process.env, ...COMPILED, ...fixture.env, STRIKEWISE_DATA: fixture.dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, output: out + err }
}

/** Every row of the running store, the broker's books, and the files of backup and archive. */
async function everything() {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(fixture.db)
  const tables: Record<string, string | null> = {}
  for (const { name } of rows) {
    const digest = await sql<{ sum: string | null }>`
      select md5(string_agg(row::text, ' ' order by row::text)) as sum from ${sql.table(name)} as row`.execute(
      fixture.db,
    )
    tables[name] = digest.rows[0]!.sum
  }
  const files = [archived.backup, archived.archive].map((path) => {
    const sum = createHash('sha256')
    for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted()) {
      const { size, mtimeMs, mode, uid } = statSync(join(path, name))
      sum.update(`${name} ${size} ${mtimeMs} ${mode} ${uid}\n`)
    }
    return sum.digest('hex')
  })
  const books = [await broker.orders(), await broker.trades()].map((book) => (book.ok ? book.value.length : book))
  return { tables, files, books }
}

describe('a restore drill', () => {
  it('finds nothing in honest books, at an instant before the damage', () => {
    expect(honest.output).toContain('1 accounts compared with the journal, 1 with the broker')
    expect(honest.output).toContain('No difference.')
    expect(honest.code).toBe(0)
  })

  it('counts what came after the instant', () => {
    expect(honest.output).toMatch(/After the instant: 0 rows of the journal, 1 orders and 1 fills at the broker/)
    expect(planted.output).toMatch(/After the instant: 0 rows of the journal, 0 orders and 0 fills at the broker/)
  })

  it('ends with 1 on a difference', () => {
    expect(planted.code).toBe(1)
    expect(planted.output).toContain(`${USER}:`)
  })

  it('finds a changed fill, by the journal and by the broker', () => {
    expect(planted.output).toMatch(new RegExp(`The fill \\S+${ids.fill} is not what the journal last recorded`))
    expect(planted.output).toMatch(new RegExp(`Trade ${ids.fill}: .+ at the broker, .+ in the store`))
  })

  it('finds a missing order, by the journal and by the broker', () => {
    expect(planted.output).toContain(`The order 2026-09-16/${ids.order} is not what the journal last recorded.`)
    expect(planted.output).toContain(`The store does not know our order ${ids.order}.`)
  })

  it('finds a deleted intent, by the journal and by the broker', () => {
    expect(planted.output).toContain(`The intent ${ids.intent} is not what the journal last recorded.`)
    expect(planted.output).toMatch(/Order \S+ carries the tag \S+, which no intent has/)
  })

  it('finds a broken link of the journal', () => {
    expect(planted.output).toContain(`The journal breaks at row ${ids.row}`)
  })

  it('finds a position that the broker does not have', () => {
    expect(planted.output).toContain(`The broker shows 0 units of ${ids.contract}, our orders left ${ids.quantity}.`)
  })

  it('changes nothing of the running service, the backup or the archive', () => {
    expect(state.after).toEqual(state.before)
  })

  it('leaves nothing behind', () => {
    expect(readdirSync(folder)).toEqual([])
  })

  it('says what PostgreSQL lacks for an instant that the archive does not reach', async () => {
    const { code, output } = await drill(new Date())
    expect(output).toContain('recovery ended before configured recovery target was reached')
    expect(code).toBe(2)
    expect(readdirSync(folder)).toEqual([])
  }, 180_000)

  it('refuses an instant without an offset, and one that has not come', async () => {
    expect(await drill('2026-11-27T10:00:00')).toMatchObject({ code: 2, output: expect.stringContaining('Usage:') })
    const tomorrow = new Date(Date.now() + 86_400_000)
    expect(await drill(tomorrow)).toMatchObject({ code: 2, output: expect.stringContaining('has not come yet') })
  }, 180_000)

  it('refuses what is no base backup, and one whose files lie elsewhere', async () => {
    const damaged = copyOfBackup(archived.backup, join(folder, 'backup'))
    symlinkSync('/etc', join(damaged, 'pg_tblspc', '16400'))
    expect((await drill(before, damaged)).output).toContain('has tablespaces')
    unlinkSync(join(damaged, 'pg_tblspc', '16400'))
    symlinkSync('/etc', join(damaged, 'base', 'elsewhere'))
    expect((await drill(before, damaged)).output).toContain('elsewhere is a link')
    unlinkSync(join(damaged, 'base', 'elsewhere'))
    unlinkSync(join(damaged, 'backup_label'))
    expect(await drill(before, damaged)).toMatchObject({
      code: 2,
      output: expect.stringContaining('no backup_label'),
    })
    rmSync(damaged, { recursive: true })
    expect(readdirSync(folder)).toEqual([])
  }, 180_000)

  it('fetches WAL by a command, and leaves the store running for a closer look', async () => {
    const command = `cp ${archived.archive}/%f %p`
    const args = ['--backup', archived.backup, '--restore-command', command, '--work', folder, '--keep']
    const { code, output } = await run(before, args)
    expect([code, output]).toEqual([0, expect.stringContaining('No difference.')])
    const [, socket, database] = /psql -h (\S+) -U strikewise (\S+)/.exec(output) ?? []
    const client = new pg.Client({ host: socket!, user: 'strikewise', database: database! })
    await client.connect()
    const { rows } = await client.query('select count(*)::int as fills from fills')
    expect(rows).toEqual([{ fills: 1 }])
    await client.end()
    const [restored] = readdirSync(folder)
    await stopPostmaster(runningPostmaster(join(folder, restored!, 'data'))!)
    rmSync(join(folder, restored!), { recursive: true })
  }, 180_000)

  it('compares a store that a provider restored', async () => {
    const { code, output } = await run(after, ['--restored'], { RESTORED_DATABASE_URL: fixture.env.DATABASE_URL })
    expect(output).toContain(`The journal breaks at row ${ids.row}`)
    expect(code).toBe(1)
    expect((await run(after, ['--restored'])).output).toContain('Set RESTORED_DATABASE_URL')
  }, 180_000)

  it('finds that the running service has another journal, or more of it', async () => {
    const { db } = fixture
    const last = await db.selectFrom('account_journal').selectAll().orderBy('seq', 'desc').executeTakeFirstOrThrow()
    await db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`update account_journal set hash = ${'e'.repeat(64)} where seq = ${last.seq}`.execute(tx)
      await tx
        .insertInto('account_journal')
        .values({ ...last, seq: last.seq + 1, change: JSON.stringify(last.change) })
        .execute()
    })
    const { code, output } = await drill(before)
    expect(output).toContain(`The running service has another row ${last.seq} of the journal.`)
    expect(output).toContain(
      `The restored journal ends at row ${last.seq}; the running service has row ${last.seq + 1}`,
    )
    expect(output).toContain('After the instant: 1 rows of the journal')
    expect(code).toBe(1)
  }, 180_000)
})
