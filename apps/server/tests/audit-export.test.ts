// @invariant audit-export
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { istDate, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { CHAIN_START, journalRow } from '@strikewise/execution/store/journal.ts'
import type { Change } from '@strikewise/execution/store/account-changes.ts'
import fc from 'fast-check'
import { sql, type Insertable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXPORTED_TABLES, LEFT_OUT } from '../src/audit-export/exported-tables.ts'
import { exportArchive } from '../src/audit-export/export-archive.ts'
import { verifyArchive } from '../src/audit-export/verify-archive.ts'
import type { Manifest } from '../src/audit-export/manifest.ts'
import { readTar } from '../src/audit-export/tar.ts'
import { recordAction } from '../src/operator/actions.ts'
import { sealDays } from '../src/public-log/seal-days.ts'
import { SigningKey } from '../src/public-log/signing-key.ts'
import { MasterKey, newMasterKey } from '../src/secrets/master-key.ts'
import type { Database } from '../src/store/database.ts'
import { DAY, DAY_BEFORE, ownOneOfEach } from './every-route/owned-ids.ts'
import { newUser, setUpAuthenticator, startTestWeb, type TestWeb } from './harness.ts'
import { EMPTY_LOG, liveThrough } from './seeded-sessions.ts'

const RANGE = { from: istDate('2026-01-01'), to: istDate('2026-12-31') }
const NOW = Date.parse('2027-01-05T10:00:00+05:30') as EpochMs
const SECRETS = { apiKey: 'apikeyofauser01', apiSecret: 'apisecretofauser01' }
/** More than three pages of rows. */
const JOURNAL_ROWS = 1600
const folder = mkdtempSync(join(tmpdir(), 'audit-export-'))
const file = join(folder, 'export.tar.gz')

let web: TestWeb
let key: SigningKey
let manifest: Manifest
let tar: Buffer
beforeAll(async () => {
  web = await startTestWeb()
  key = new SigningKey(MasterKey.open(web.config))
  await liveThrough(web, EMPTY_LOG, [istDate('2026-11-18'), DAY_BEFORE], 0.5)
  await sealDays(web.store.db, key, DAY)
  const user = await newUser(web, 'master')
  await ownOneOfEach(web, user, 'Mine', SECRETS)
  await setUpAuthenticator(web, (await newUser(web)).cookie)
  await writeJournal(user.id, JOURNAL_ROWS)
  for (let n = 0; n < 5; n += 1)
    await recordAction(web.store.db, { by: user.id, action: 'incident_posted', details: { text: `note ${n}` } })
  ;({ manifest } = await exported())
  tar = gunzipSync(readFileSync(file))
}, 120_000)
afterAll(async () => {
  await web.stop()
  rmSync(folder, { recursive: true })
})

const exported = (partBytes?: number) =>
  exportArchive(file, RANGE, { db: web.store.db, key, now: NOW, ...(partBytes === undefined ? {} : { partBytes }) })

async function writeJournal(account: string, rows: number): Promise<void> {
  const written: Insertable<Database['account_journal']>[] = []
  let previous = { seq: 0, hash: CHAIN_START }
  for (let n = 0; n < rows; n += 1) {
    const change = { type: 'refusal', note: `row ${n}`, share: n / 7 } as unknown as Change
    const at = (Date.parse('2026-11-20T10:00:00+05:30') + n * 1000) as EpochMs
    const row = journalRow(account, previous, at, `batch-${n}`, change)
    written.push({
      account_id: account,
      seq: row.seq,
      at,
      batch_id: row.batchId,
      kind: change.type,
      change: JSON.stringify(change),
      hash: row.hash,
      prev_hash: row.prevHash,
    })
    previous = row
  }
  await web.store.db.insertInto('account_journal').values(written).execute()
}

async function* inPieces(content: Buffer, size = 1000): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}
const findingsIn = async (content: Buffer) => (await verifyArchive(inPieces(content))).findings

describe('an audit export', () => {
  it('holds, and counts the rows that the store has', async () => {
    expect(await findingsIn(tar)).toEqual([])
    for (const { table, time } of EXPORTED_TABLES.filter(({ time: { kind } }) => kind === 'all'))
      expect([table, time, manifest.rows[table]]).toEqual([table, time, await rowsOf(table)])
    expect(manifest.rows).toMatchObject({
      account_journal: JOURNAL_ROWS,
      operator_actions: 5,
      trades: 2,
      fills: await rowsOf('fills'),
    })
    expect(manifest.chains).toMatchObject({
      record: { days: 2 },
      operator_actions: { rows: 5 },
      account_journal: { accounts: 1, rows: JOURNAL_ROWS },
    })
  })

  it('has each table of the store, or the reason why not', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(
      web.store.db,
    )
    const named = [...EXPORTED_TABLES.map(({ table }) => table), ...Object.keys(LEFT_OUT)]
    expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  it('holds no secret', async () => {
    const text = tar.toString('latin1')
    for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret)
    let values = 0
    for (const [table, columns] of SECRET_COLUMNS)
      for (const column of columns) {
        const { rows } = await sql<{ value: unknown }>`
          select ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(
          web.store.db,
        )
        for (const { value } of rows) {
          const forms = Buffer.isBuffer(value) ? [value.toString('hex'), value.toString('base64')] : [String(value)]
          for (const form of forms.filter(({ length }) => length >= 12)) {
            values += 1
            expect(text.includes(form), `${table}.${column}`).toBe(false)
          }
        }
      }
    expect(values).toBeGreaterThan(15)
    // No field is called as a secret is; `token` is the number of an instrument at the broker.
    const names = new Set([...text.matchAll(/"(\w+)":/g)].map(([, name]) => name!))
    const asSecrets = [...names].filter((name) => /secret|token|password|digest|private|backup|wrapped/i.test(name))
    expect(asSecrets.filter((name) => name !== 'token')).toEqual([])
  })

  it('refuses to export a column of bytes', async () => {
    await sql`alter table incident_notes add column sealed bytea`.execute(web.store.db)
    await expect(exported()).rejects.toThrow(/incident_notes\.sealed holds bytes/)
    await sql`alter table incident_notes drop column sealed`.execute(web.store.db)
  })

  it('is the same in small files', async () => {
    const small = await exported(2000)
    const parts = small.manifest.files.filter(({ name }) => name.startsWith('account_journal/'))
    expect(parts.length).toBeGreaterThan(3)
    expect(await findingsIn(gunzipSync(readFileSync(file)))).toEqual([])
    expect([small.manifest.rows, small.manifest.chains]).toEqual([manifest.rows, manifest.chains])
  })

  it('gives each day of the record as the page offers it', async () => {
    const day = await contentOf(`record/${DAY_BEFORE}.jsonl`)
    const path = join(folder, 'day.jsonl')
    writeFileSync(path, day)
    const checked = spawnSync(process.execPath, ['scripts/tasks/verify-record.ts', path, '--key', key.publicHex], {
      cwd: join(import.meta.dirname, '../../..'),
      encoding: 'utf8',
    })
    expect(checked).toMatchObject({ status: 0, stdout: expect.stringContaining('The record holds') })
  })
})

describe('the verifier of an audit export', () => {
  it('finds any byte changed in any file, header or padding', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(tar.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const changed = Buffer.from(tar)
        changed[at] = changed[at]! ^ by
        expect(await findingsIn(changed)).not.toEqual([])
      }),
      { numRuns: 120 },
    )
  }, 240_000)

  it('finds a byte changed in each file', async () => {
    let start = 0
    for (const { name, bytes } of manifest.files) {
      const header = tar.indexOf(`${name}\0`, start)
      start = header + 512
      if (bytes === 0) continue
      const changed = Buffer.from(tar)
      changed[start + Math.floor(bytes / 2)]! ^= 1
      expect([name, (await findingsIn(changed)).length > 0]).toEqual([name, true])
    }
  }, 240_000)

  it('finds a file that is left out, added, or moved, and an end that is cut', async () => {
    const files: Buffer[] = []
    for (let at = 0; at < tar.length - 1024;) {
      const bytes = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8)
      const end = at + 512 + Math.ceil(bytes / 512) * 512
      files.push(tar.subarray(at, end))
      at = end
    }
    const archive = (parts: Buffer[]) => Buffer.concat([...parts, Buffer.alloc(1024)])
    expect(await findingsIn(archive(files))).toEqual([])
    for (let n = 0; n < files.length; n += 1)
      expect(await findingsIn(archive(files.filter((_, at) => at !== n)))).not.toEqual([])
    expect(await findingsIn(archive([...files, files[0]!]))).not.toEqual([])
    expect(await findingsIn(archive([files[1]!, files[0]!, ...files.slice(2)]))).not.toEqual([])
    expect(await findingsIn(tar.subarray(0, tar.length - 512))).not.toEqual([])
    expect(await findingsIn(Buffer.concat([tar, Buffer.alloc(512)]))).not.toEqual([])
  }, 240_000)

  it('finds an archive that was made again with another key', async () => {
    const other = new SigningKey(new MasterKey(newMasterKey()))
    await exportArchive(file, RANGE, { db: web.store.db, key: other, now: NOW })
    const again = gunzipSync(readFileSync(file))
    expect(await findingsIn(again)).toEqual([])
    const { findings } = await verifyArchive(inPieces(again), key.publicHex)
    expect(findings).toEqual([`the manifest is signed with another key: ${other.publicHex}`])
  })

  it.each<[what: string, statement: string, finding: RegExp]>([
    [
      'a row of the journal',
      `update account_journal set change = '{"type":"refusal"}' where seq = 7`,
      /^row 7 of the journal/,
    ],
    ['a row of the journal that is gone', 'delete from account_journal where seq = 7', /^row 8 of the journal/],
    [
      'an action of an operator',
      `update operator_actions set operator = 'another' where id = (select min(id) + 1 from operator_actions)`,
      /operators' log was changed$/,
    ],
    [
      'an action that is gone',
      'delete from operator_actions where id = (select min(id) + 1 from operator_actions)',
      /does not continue/,
    ],
    [
      'an entry of the record',
      `update public_log_entries set body = body || ' ' where seq = (select max(seq) from public_log_entries)`,
      /is not the record that was signed/,
    ],
    [
      'an entry of the record that is gone',
      'delete from public_log_entries where seq = (select max(seq) from public_log_entries)',
      /is not the record that was signed/,
    ],
  ])('finds what was changed in the store before it was exported: %s', async (_what, statement, finding) => {
    const undo = new Error('undone')
    await web.store.db
      .transaction()
      .execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql.raw(statement).execute(tx)
        // The export joins this transaction, which is rolled back.
        const inside = {
          transaction: () => inside,
          setIsolationLevel: () => inside,
          setAccessMode: () => inside,
          execute: (work: (of: typeof tx) => Promise<unknown>) => work(tx),
        }
        await exportArchive(file, RANGE, { db: inside as never, key, now: NOW })
        throw undo
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error
      })
    const findings = await findingsIn(gunzipSync(readFileSync(file)))
    expect(findings).toContainEqual(expect.stringMatching(finding))
  })

  it('reports by its command what was changed, down to the compression', async () => {
    await exported()
    const written = readFileSync(file)
    const sum = createHash('sha256').update(written).digest('hex')
    writeFileSync(`${file}.sha256`, `${sum}  export.tar.gz\n`)
    const command = (path: string, ...options: string[]) =>
      spawnSync(process.execPath, ['apps/server/src/audit-export/verify-main.ts', path, ...options], {
        cwd: join(import.meta.dirname, '../../..'),
        encoding: 'utf8',
      })
    expect(command(file, '--key', key.publicHex)).toMatchObject({ status: 0, stderr: '' })
    writeFileSync(file, gzipSync(gunzipSync(written), { level: 1 }))
    expect(command(file)).toMatchObject({ status: 1, stdout: expect.stringContaining('is not the one of') })
    const changed = Buffer.from(written)
    changed[Math.floor(changed.length / 2)]! ^= 1
    writeFileSync(join(folder, 'changed.tar.gz'), changed)
    expect(command(join(folder, 'changed.tar.gz')).status).toBe(1)
    expect(command(join(folder, 'absent.tar.gz')).status).toBe(2)
  })
})

const SECRET_COLUMNS: readonly (readonly [table: string, columns: readonly string[]])[] = [
  ['identity_accounts', ['password', 'accessToken', 'refreshToken']],
  ['identity_sessions', ['token']],
  ['identity_two_factors', ['secret', 'backupCodes']],
  ['broker_links', ['api_key', 'api_secret', 'access_token']],
  ['broker_login_states', ['digest']],
  ['program_keys', ['digest']],
  ['push_subscriptions', ['endpoint', 'p256dh', 'auth']],
  ['data_keys', ['wrapped']],
  ['sign_ups', ['token_digest', 'password_hash']],
  ['checkouts', ['url']],
]

async function rowsOf(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(web.store.db)
  return rows[0]!.n
}

async function contentOf(name: string): Promise<Buffer> {
  for await (const one of readTar(inPieces(tar))) {
    if (one.name !== name) continue
    const pieces: Buffer[] = []
    for await (const piece of one.content) pieces.push(piece)
    return Buffer.concat(pieces)
  }
  throw new Error(`no ${name}`)
}
