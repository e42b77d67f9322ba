// Times one read as the service and the same read through its user's session, in turn, to
// measure what row-level security costs.
// `node timed-reads.ts <file with the store's address> <reads>`; prints what each read took, in milliseconds.
import { readFileSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { Secret } from '../../../../apps/server/src/secret.ts'
import type { Database } from '../../../../apps/server/src/store/database.ts'
import { openStore } from '../../../../apps/server/src/store/open-store.ts'
import { userScopedDbs } from '../../../../apps/server/src/store/user-scoped-db.ts'

const USERS = 20
const NOTICES_A_USER = 200
const PAGE = 50

const [addressFile, reads] = [process.argv[2], Number(process.argv[3])]
if (addressFile === undefined || !(reads > 0))
  throw new Error("give the file with the store's address and how often to read")

const store = openStore(new Secret(readFileSync(addressFile, 'utf8')), { warn: (what: unknown) => console.error(what) })
const users = Array.from({ length: USERS }, (_, at) => `user-${at}`)
await writeNotices(store.db)

/** A page of a user's notices, named by their user as every query is. */
const page = (db: Kysely<Database>, user: string) =>
  db.selectFrom('notices').selectAll().where('user_id', '=', user).orderBy('id', 'desc').limit(PAGE).execute()

const userDbOf = userScopedDbs(store.pool)
const took = { serviceMs: [] as number[], ownMs: [] as number[] }
// The first tenth warms both up and is not counted.
for (let read = -Math.ceil(reads / 10); read < reads; read += 1) {
  const user = users[Math.abs(read) % USERS]!
  const service = await timed(() => page(store.db, user))
  const own = await timed(() => userDbOf(user).read((db) => page(db, user)))
  if (service.rows !== PAGE || own.rows !== PAGE) throw new Error('the two reads did not find the same')
  if (read < 0) continue
  took.serviceMs.push(service.ms)
  took.ownMs.push(own.ms)
}
await store.close()
console.log(JSON.stringify({ ready: true, ...took }))

async function timed(read: () => Promise<readonly unknown[]>): Promise<{ rows: number; ms: number }> {
  const startedAt = performance.now()
  const { length: rows } = await read()
  return { rows, ms: performance.now() - startedAt }
}

/** Again on a store that has them already, nothing is added. */
async function writeNotices(db: Kysely<Database>): Promise<void> {
  const at = new Date(0)
  const [first] = await db.selectFrom('notices').select('id').limit(1).execute()
  if (first !== undefined) return
  for (const user of users) {
    const identity = { id: user, name: user, email: `${user}@example.com`, emailVerified: true, image: null }
    await db
      .insertInto('identity_users')
      .values({ ...identity, updatedAt: at })
      .execute()
    await db.insertInto('profiles').values({ user_id: user, plan: 'elite', joined_at: at }).execute()
    await db
      .insertInto('notices')
      .values(
        Array.from({ length: NOTICES_A_USER }, (_, n) => ({
          user_id: user,
          kind: 'signal' as const,
          key: `${n}`,
          at: n,
          text: 'NIFTY: a decision to buy came, and your settings let it through.',
          link: '/dashboard',
        })),
      )
      .execute()
  }
}
