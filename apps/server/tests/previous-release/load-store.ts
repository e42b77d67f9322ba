import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'
import type { PreviousStore } from './requests.ts'

/** What the migrations before the baseline executed, each after its name. */
const SCHEMA = readFileSync(new URL('schema.sql', import.meta.url), 'utf8')

/** Their names, in their order. */
export const PREVIOUS_NAMES: readonly string[] = Array.from(SCHEMA.matchAll(/^-- (\S+)$/gm), ([, name]) => name!)

/** Gives an empty database the schema of the migrations up to `last`, and the tables in which they are recorded. */
export async function createPreviousSchema(pool: pg.Pool, last = PREVIOUS_NAMES.at(-1)!): Promise<void> {
  const next = PREVIOUS_NAMES[PREVIOUS_NAMES.indexOf(last) + 1]
  await pool.query(next === undefined ? SCHEMA : SCHEMA.slice(0, SCHEMA.indexOf(`-- ${next}`)))
  await pool.query(`
    create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0)`)
}

/** Reads what the previous version wrote. */
export function readPreviousStore(): PreviousStore {
  const bytes = gunzipSync(readFileSync(new URL('store.json.gz', import.meta.url)))
  return JSON.parse(bytes.toString()) as PreviousStore
}

/** Writes the files of the data folder that belong to the store. */
export function writeDataFolder(folder: string, { masterKey }: PreviousStore): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'master.key'), masterKey, { mode: 0o600 })
}

/**
 * Puts every row into a database with the previous schema. Sessions are moved to the present, since they end with real
 * time: to `now`, as if their users had signed in then.
 */
export async function loadRows(client: pg.ClientBase, { tables, signedInAt }: PreviousStore, now: Date): Promise<void> {
  // As a restored backup: rows come in any order, and tables of history take them without their triggers.
  await client.query('set session_replication_role = replica')
  for (const [table, rows] of Object.entries(tables)) {
    const { rows: columns } = await client.query<{ list: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as list from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    )
    const list = columns[0]!.list
    await client.query(
      `insert into ${table} (${list}) overriding system value
       select ${list} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    )
  }
  await client.query('set session_replication_role = default')
  await client.query(`
    do $$
    declare identity record;
    begin
      for identity in
        select c.oid::regclass as relation, a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and a.attidentity <> ''
      loop
        execute format('select setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 0) + 1, false) from %s',
          identity.relation, identity.attname, identity.attname, identity.relation);
      end loop;
    end $$`)
  await client.query(
    `update identity_sessions set "createdAt" = "createdAt" + moved, "updatedAt" = "updatedAt" + moved,
       "expiresAt" = "expiresAt" + moved, "authenticatedAt" = "authenticatedAt" + moved
     from (select $1::timestamptz - $2::timestamptz as moved) shift`,
    [now, signedInAt],
  )
}
