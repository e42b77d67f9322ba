import type { Route } from '@strikewise/wire/route.ts'
import { ROUTES, type RouteName } from '@strikewise/wire/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOutside, type Outside } from './every-route/external-calls.ts'
import { GOOD_INPUTS } from './every-route/good-inputs.ts'
import { listContract } from './every-route/list-contract.ts'
import { DAY_BEFORE, ownOneOfEach, type Owned } from './every-route/owned-ids.ts'
import { call, newUser, NoRateLimits, OPERATOR, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { EMPTY_LOG, liveThrough } from './seeded-sessions.ts'

/*
 * A HEAD returns nothing of what would be read, so it leaves nothing behind: every GET route, asked by HEAD and then by GET.
 * One whose GET writes has to be `recorded`, for which a HEAD is refused.
 */

/** Written by every call with a session, whatever it asks for. */
const OF_SESSIONS: ReadonlySet<string> = new Set(['identity_sessions'])

let outside: Outside
let web: TestWeb
let operator: TestUser
let user: TestUser
let my: Owned
let tables: readonly string[]
beforeAll(async () => {
  outside = await startOutside('an-access-token')
  web = await startTestWeb({ SANDBOX_URL: outside.url }, { rates: new NoRateLimits() })
  await liveThrough(web, EMPTY_LOG, [DAY_BEFORE], 0.5)
  listContract(web)
  operator = await newUser(web, 'master', OPERATOR)
  user = await newUser(web, 'master')
  my = await ownOneOfEach(web, user, 'mine')
  // The key pair of push messages is made when it is first asked for, by any caller.
  await call(web, 'GET', '/api/push-devices', { cookie: user.cookie })
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(web.store.db)
  tables = rows.map(({ name }) => name).filter((name) => !OF_SESSIONS.has(name))
})
afterAll(async () => {
  await web.stop()
  await outside.close()
})

/** A hash of each table's rows. */
async function stored(): Promise<Readonly<Record<string, string | null>>> {
  const hash = (name: string) =>
    sql`select ${name}::text as name, md5(string_agg(t::text, ',' order by t::text)) as hash from ${sql.table(name)} t`
  const all = sql.join(tables.map(hash), sql` union all `)
  const { rows } = await sql<{ name: string; hash: string | null }>`${all}`.execute(web.store.db)
  return Object.fromEntries(rows.map(({ name, hash: of }) => [name, of]))
}

async function ask(method: 'HEAD' | 'GET', name: RouteName): Promise<{ status: number; written: readonly string[] }> {
  const { path, auth }: Route = ROUTES[name]
  const { params = {}, query = {} } = GOOD_INPUTS[name](my)
  const named = path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key]!))
  const { cookie } = auth === 'operator' ? operator : user
  const before = await stored()
  const { status } = await call(web, method, `/api${named}`, { query: { ...query }, cookie })
  const after = await stored()
  return { status, written: tables.filter((table) => before[table] !== after[table]) }
}

const reads = (Object.entries(ROUTES) as [RouteName, Route][])
  .filter(([, { method }]) => method === 'GET')
  .map(([name, { path, recorded = false }]) => ({ name, path, recorded }))

describe.each(reads)('$path', ({ name, recorded }) => {
  it('writes nothing for a HEAD, and for a GET only where it is recorded', async () => {
    const head = await ask('HEAD', name)
    const get = await ask('GET', name)
    expect({ written: head.written, status: head.status, isRecorded: get.written.length > 0 }).toEqual({
      written: [],
      status: recorded ? 405 : get.status,
      isRecorded: recorded,
    })
  })
})
