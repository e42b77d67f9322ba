import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../src/store/database.ts'
import { migrate } from '../src/store/migrate.ts'
import { MIGRATIONS } from '../src/store/migrations/list.ts'
import { startTestPostgres, type TestPostgres } from '../src/store/testing.ts'
import { userScopedDbs } from '../src/store/user-scoped-db.ts'

// Follows docs/how-to/add-a-migration.md: its example is taken out of the document and run.

const HOW_TO = new URL('../../../docs/how-to/add-a-migration.md', import.meta.url)
const NAME = '20991231T2359_trade_comments'

let postgres: TestPostgres
let migrations: Readonly<Record<string, Migration>>
const folder = mkdtempSync(join(tmpdir(), 'strikewise-how-to-'))
beforeAll(async () => {
  postgres = await startTestPostgres()
  migrations = { ...MIGRATIONS, [NAME]: await exampleOf(readFileSync(HOW_TO, 'utf8')) }
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The module in the document's block of TypeScript, as if it stood among the migrations. */
async function exampleOf(document: string): Promise<Migration> {
  const block = /```ts\n([\s\S]*?)```/.exec(document)![1]!
  const place = new URL('../src/store/migrations/example.ts', import.meta.url)
  const module = block.replaceAll(/(?<=from ')[^']+/g, (specifier) =>
    specifier.startsWith('.') ? new URL(specifier, place).href : import.meta.resolve(specifier),
  )
  const file = join(folder, 'example.ts')
  writeFileSync(file, module)
  return (await import(pathToFileURL(file).href)) as Migration
}

const comment = (db: Kysely<Database>, user: string) =>
  sql`insert into trade_comments (user_id, trade_id, text) values (${user}, 't1', 'Late entry.')`.execute(db)

it('runs once, after the others, and is recorded', async () => {
  const { db, pool } = postgres.store
  await Promise.all([1, 2, 3].map(() => migrate(db, migrations)))
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration order by name')
  expect(rows.map(({ name }) => name)).toEqual([...Object.keys(MIGRATIONS), NAME])
})

it('makes a table that shows and takes the rows of its user alone', async () => {
  const { pool } = postgres.store
  // The users and the trade that the rows name do not exist.
  await pool.query(`alter table trade_comments
    drop constraint trade_comments_user_id_fkey, drop constraint trade_comments_trade_id_fkey`)
  const own = userScopedDbs(pool)
  for (const user of ['a', 'b']) await own(user).write((db) => comment(db, user))
  const seen = await own('a').read((db) => sql<{ user_id: string }>`select user_id from trade_comments`.execute(db))
  expect(seen.rows).toEqual([{ user_id: 'a' }])
  await expect(own('a').write((db) => comment(db, 'b'))).rejects.toThrow(/row-level security/)
})

it('cannot hold a statement that refuses a transaction, as the rules say', async () => {
  const concurrent: Migration = {
    up: async (db) =>
      void (await sql`create index concurrently comments_by_trade on trade_comments (trade_id)`.execute(db)),
  }
  await expect(migrate(postgres.store.db, { ...migrations, '20991231T2359_wrong': concurrent })).rejects.toThrow(
    'failed at 20991231T2359_wrong',
  )
})
