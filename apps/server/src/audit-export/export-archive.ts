// @invariant audit-export An audit export holds no secret, and any byte of it that is changed is found without the server.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { PassThrough } from 'node:stream'
import { createGzip } from 'node:zlib'
import { canonicalJson } from '@strikewise/domain/hashing/canonical-json.ts'
import { addDays, istDateAt, istInstant, istIso, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { sql, type Kysely, type Transaction } from 'kysely'
import { countedComplaints } from '../complaints/complaints.ts'
import { complaintTable } from '../complaints/complaint-table.ts'
import { dayExport } from '../public-log/day-export.ts'
import type { SigningKey } from '../public-log/signing-key.ts'
import type { Database } from '../store/database.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { ChainChecks } from './chain-checks.ts'
import { EXPORTED_TABLES, type ExportedTable, type RowTime } from './exported-tables.ts'
import { MANIFEST_FILE, manifestStatement, type Manifest } from './manifest.ts'

/** Rows read at a time. */
const PAGE = 500
/** A file of a table ends after so many bytes: below what the format holds, and room that a disk has. */
const PART_BYTES = 256 * 1024 * 1024

export interface ExportedRange {
  readonly from: IstDate
  readonly to: IstDate
}

export interface ExportParts {
  readonly db: Kysely<Database>
  readonly key: Pick<SigningKey, 'publicHex' | 'sign'>
  readonly now: EpochMs
  readonly partBytes?: number
  readonly progress?: (line: string) => void
}

/**
 * Writes what an auditor asks of the days `from` to `to` into one gzipped tar at `path`, from one snapshot of the store. Each
 * page of rows passes through: memory does not grow with the years. Returns the manifest, and the SHA-256 of the archive.
 */
export async function exportArchive(
  path: string,
  range: ExportedRange,
  parts: ExportParts,
): Promise<{ manifest: Manifest; sha256: string }> {
  const tar = new PassThrough()
  const sum = createHash('sha256')
  const summed = async function* (source: AsyncIterable<Buffer>) {
    for await (const piece of source) {
      sum.update(piece)
      yield piece
    }
  }
  const writer = new ArchiveWriter(tar, { part: `${path}.part`, partBytes: parts.partBytes ?? PART_BYTES })
  const written = pipeline(tar, createGzip(), summed, createWriteStream(path, { mode: 0o600 }))
  const filled = fill(writer, range, parts).catch((error: unknown) => {
    tar.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  })
  const [manifest] = await Promise.all([filled, written])
  return { manifest, sha256: sum.digest('hex') }
}

async function fill(writer: ArchiveWriter, range: ExportedRange, parts: ExportParts): Promise<Manifest> {
  const { db, key, now, progress = () => undefined } = parts
  const chains = new ChainChecks()
  const rows: Record<string, number> = {}
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local timezone = 'UTC'`.execute(tx)
      await addRecord(writer, tx, range, chains)
      for (const table of EXPORTED_TABLES) {
        const before = writer.files.length
        await writer.addParts(table.table, followed(linesOfTable(tx, table, range), table.table, chains))
        rows[table.table] = writer.files.slice(before).reduce((total, file) => total + file.rows, 0)
        progress(`${table.table}: ${rows[table.table]} rows`)
      }
      await writer.addFile('complaint-tables.jsonl', complaintTables(tx, range, istDateAt(now)))
    })
  const manifest: Manifest = {
    format: 1,
    ...range,
    made_at: istIso(now),
    files: writer.files,
    rows,
    chains: chains.end(),
  }
  const signature = key.sign(manifestStatement(manifest))
  await writer.end(MANIFEST_FILE, `${canonicalJson({ key: key.publicHex, manifest, signature })}\n`)
  return manifest
}

/** The public record: a file a day, as the page `/record` offers it. */
async function addRecord(
  writer: ArchiveWriter,
  tx: Transaction<Database>,
  { from, to }: ExportedRange,
  chains: ChainChecks,
): Promise<void> {
  const roots = await tx
    .selectFrom('public_log_roots')
    .select(['root', 'key', 'signature'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('last_seq')
    .execute()
  for (const signed of roots) {
    chains.root(signed.root)
    await writer.addFile(`record/${signed.root.day}.jsonl`, dayExport(tx, signed))
  }
}

/** Passes pieces on, and lets the chains follow the rows of those tables that have one. */
async function* followed(pieces: AsyncIterable<string>, table: string, chains: ChainChecks): AsyncGenerator<string> {
  for await (const piece of pieces) {
    if (table === 'account_journal' || table === 'operator_actions')
      for (const line of piece.split('\n').slice(0, -1))
        chains[table === 'account_journal' ? 'journal' : 'action'](line)
    yield piece
  }
}

/** The rows of a table in pages of whole lines, by its primary key, each as JSON without its hidden columns. */
async function* linesOfTable(
  tx: Transaction<Database>,
  { table, time, hidden }: ExportedTable,
  range: ExportedRange,
): AsyncGenerator<string> {
  const { rows: columns } = await sql<{ name: string; type: string; key: number | null }>`
    select a.attname as name, a.atttypid::regtype::text as type, array_position(i.indkey::int2[], a.attnum) as key
    from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`.execute(tx)
  const shown = columns.filter(({ name }) => !hidden.includes(name))
  const sealed = shown.find(({ type }) => type === 'bytea')
  if (sealed !== undefined) throw new Error(`${table}.${sealed.name} holds bytes, which may be a secret: hide it`)
  const list = sql.join(shown.map(({ name }) => sql.ref(name)))
  const key = columns.filter(({ key: place }) => place !== null).toSorted((a, b) => a.key! - b.key!)
  const order = sql.join(key.map(({ name }) => sql.ref(name)))
  await sql`
    declare exported no scroll cursor for
    select row_to_json(shown)::text as line
    from (select ${list} from ${sql.table(table)} where ${within(time, range)} order by ${order}) as shown`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(PAGE)} from exported`.execute(tx)
    if (rows.length > 0) yield rows.map(({ line }) => `${line}\n`).join('')
    if (rows.length < PAGE) break
  }
  await sql`close exported`.execute(tx)
}

function within(time: RowTime, { from, to }: ExportedRange) {
  if (time.kind === 'all') return sql`true`
  const column = sql.ref(time.column)
  if (time.kind === 'day') return sql`${column} between ${from}::date and ${to}::date`
  const [first, end] = [istInstant(from, 0), istInstant(addDays(to, 1), 0)]
  return time.kind === 'epoch_ms'
    ? sql`${column} >= ${first} and ${column} < ${end}`
    : sql`${column} >= ${new Date(first)} and ${column} < ${new Date(end)}`
}

/** The table of complaints as it was published of each month that has ended. */
async function* complaintTables(
  tx: Transaction<Database>,
  { from, to }: ExportedRange,
  today: IstDate,
): AsyncGenerator<string> {
  const complaints = await countedComplaints(tx)
  for (let day = addDays(from, 1); day <= addDays(to, 1) && day <= today; day = addDays(day, 1))
    if (day.endsWith('-01')) yield `${canonicalJson(complaintTable(complaints, day))}\n`
}
