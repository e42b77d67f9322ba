// @invariant key-rotation
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql, type Kysely, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWeb } from '../src/roles/web.ts'
import { keyFileOf, MasterKey, newMasterKey } from '../src/secrets/master-key.ts'
import { beginRotation, endRotation } from '../src/rotate-keys/key-file.ts'
import { vapidPublicKey } from '../src/alerts/push/vapid-keys.ts'
import { rotateKeys, RotationRefused } from '../src/rotate-keys/rotate-keys.ts'
import { SEALED_TABLES } from '../src/rotate-keys/sealed-columns.ts'
import { Secret } from '../src/secret.ts'
import { OPERATOR as SERVICE, Vault } from '../src/secrets/vault.ts'
import type { Database } from '../src/store/database.ts'
import { openStore } from '../src/store/open-store.ts'
import {
  call,
  connectBroker,
  logIn,
  newUser,
  OPERATOR,
  setUpAuthenticator,
  startTestWeb,
  type TestUser,
  type TestWeb,
} from './harness.ts'

const MAIN = join(import.meta.dirname, '../src/rotate-keys/main.ts')

let web: TestWeb
let users: TestUser[]
/** Users with an authenticator app. */
let withApps: readonly [TestUser, TestUser]
/** The key that everything is sealed with when a test begins. */
let present: string
beforeAll(async () => {
  web = await startTestWeb()
  present = readFileSync(keyFileOf(web.config.dataDir), 'utf8')
  const operator = await newUser(web, 'master', OPERATOR)
  users = [await newUser(web, 'elite'), await newUser(web, 'master'), await newUser(web, 'master')]
  for (const user of users) await connectBroker(web, user)
  const withApp = async (): Promise<TestUser> => {
    const user = await newUser(web)
    return { ...user, authenticator: await setUpAuthenticator(web, user.cookie) }
  }
  withApps = [await withApp(), await withApp()]
  // One token that was moved aside, and an owner with a data key who has nothing to seal.
  await call(web, 'POST', '/zerodha/disconnect', { cookie: users[2]!.cookie, body: { user_id: users[2]!.id } })
  await web.vault.seal('had-a-secret-once', 'api_key', 'gone')
  const keys = { api_key: 'feedkey0001', api_secret: 'feedsecret0001' }
  const saved = await call(web, 'POST', '/api/operator/feed-keys', { cookie: operator.cookie, body: keys })
  expect(saved.status).toBe(200)
  await vapidPublicKey(web.store.db, web.vault)
})
afterAll(() => web.stop())

const masterOf = (...keys: string[]) => new MasterKey(new Secret(keys.join(',')))
const fresh = () => newMasterKey().reveal()

/** Every sealed value of the store as it opens with `keys`. */
async function opened(...keys: string[]): Promise<string[]> {
  const vault = new Vault(web.store.db, masterOf(...keys))
  const values: string[] = []
  for (const { table, owner, columns } of SEALED_TABLES) {
    const { rows } = await sql<Record<string, Buffer | string | null>>`select * from ${sql.table(table)}`.execute(
      web.store.db,
    )
    for (const row of rows)
      for (const [column, field] of Object.entries(columns)) {
        const whose = 'id' in owner ? owner.id : String(row[owner.column])
        const value = row[column]
        if (value instanceof Buffer)
          values.push(`${whose} ${column} ${(await vault.open(whose, field, value)).reveal()}`)
      }
  }
  return values.toSorted()
}

/** The store's connections with the statement number `at` failing, as it does for a process that dies. */
function failingAt(at: number): { db: Kysely<Database>; asked: () => number } {
  let asked = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked += 1
      if (asked === at) throw new Error('killed here')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: web.store.db.withPlugin(plugin), asked: () => asked }
}

describe('rotating the master key', () => {
  it('loses nothing at whatever statement it ends, and needs the previous key no more in the end', async () => {
    const [next, before] = [fresh(), await opened(present)]
    expect(before).toHaveLength(3 * 3 + 3)
    const master = masterOf(next, present)
    for (let at = 1; ; at += 1) {
      const { db, asked } = failingAt(at)
      const ended = await rotateKeys({ db, master, onItsWayMs: 0 }).catch((error: unknown) => error)
      expect(await opened(next, present)).toEqual(before)
      if (asked() < at) break
      expect(ended).toMatchObject({ message: 'killed here' })
    }
    expect(await opened(next)).toEqual(before)
    await expect(opened(present)).rejects.toThrow('the master key does not open data key')
    present = next
  })

  it('goes on where a killed process was', async () => {
    const [next, before] = [fresh(), await opened(present)]
    const address = (web.store.pool.options as { connectionString: string }).connectionString
    const child = spawn(process.execPath, [MAIN], {
      env: {
        ...process.env,
        DATABASE_URL: address,
        MASTER_KEY: `${next},${present}`,
        STRIKEWISE_DATA: web.config.dataDir,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const line of child.stdout) if (String(line).includes('sealed again')) break
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    expect(child.signalCode).toBe('SIGKILL')
    expect(await opened(next, present)).toEqual(before)
    await rotateKeys({ db: web.store.db, master: masterOf(next, present), onItsWayMs: 0 })
    expect(await opened(next)).toEqual(before)
    present = next
  })

  it('waits for what was sealed before and is stored while it runs', async () => {
    const next = fresh()
    const late = await new Vault(web.store.db, masterOf(present)).seal(users[0]!.id, 'api_secret', 'stored late')
    const running = rotateKeys({ db: web.store.db, master: masterOf(next, present), onItsWayMs: 1500 })
    await delay(700)
    await web.store.db
      .updateTable('broker_links')
      .set({ api_secret: late })
      .where('user_id', '=', users[0]!.id)
      .execute()
    await running
    expect(await opened(next)).toContain(`${users[0]!.id} api_secret stored late`)
    present = next
  })

  it('keeps authenticator apps: a login is asked for the same codes during and after', async () => {
    const [previous, next] = [present, fresh()]
    const [early, late] = withApps
    const during = await serve(next, previous)
    expect((await logIn(during, early)).status).toBe(200)
    await rotateKeys({ db: web.store.db, master: masterOf(next, previous), onItsWayMs: 0 })
    await during.close()
    const after = await serve(next)
    expect((await logIn(after, late)).status).toBe(200)
    await after.close()
    present = next
  })

  it('is refused while a server runs that lacks the new key', async () => {
    const address = new Secret((web.store.pool.options as { connectionString: string }).connectionString)
    const [next, old] = [fresh(), masterOf(present)]
    const server = openStore(address, { warn: () => {} }, { keys: old.ids })
    await sql`select 1`.execute(server.db)
    const master = masterOf(next, present)
    await expect(rotateKeys({ db: web.store.db, master, onItsWayMs: 0 })).rejects.toThrow(RotationRefused)
    await server.close()
    // The store takes a moment to see that a connection has ended.
    await expect
      .poll(() => rotateKeys({ db: web.store.db, master, onItsWayMs: 0 }).catch((error: unknown) => error))
      .toBe(undefined)
    present = next
  })

  it('knows every column with sealed values', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea'`.execute(web.store.db)
    const known = SEALED_TABLES.flatMap(({ table, columns }) => Object.keys(columns).map((name) => `${table}.${name}`))
    // The hash of a program key is not sealed: nothing opens it.
    const others = ['data_keys.wrapped', 'program_keys.digest']
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...known, ...others].toSorted())
    expect(SEALED_TABLES.flatMap(({ owner }) => ('id' in owner ? [owner.id] : []))).toEqual([SERVICE, SERVICE])
  })
})

describe('the file with the key', () => {
  it('gets a new key before the present one, and keeps that until the rotation ends', () => {
    const folder = mkdtempSync(join(tmpdir(), 'strikewise-keys-'))
    try {
      const file = keyFileOf(folder)
      const first = MasterKey.open({ masterKey: undefined, dataDir: folder })
      expect(beginRotation(file)).toBe(true)
      const both = MasterKey.open({ masterKey: undefined, dataDir: folder })
      expect(both.ids).toEqual([expect.any(Number), ...first.ids])
      expect(beginRotation(file)).toBe(false)
      expect(MasterKey.open({ masterKey: undefined, dataDir: folder }).ids).toEqual(both.ids)
      endRotation(file)
      endRotation(file)
      expect(MasterKey.open({ masterKey: undefined, dataDir: folder }).ids).toEqual(both.ids.slice(0, 1))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it.each([
    '',
    'abc',
    `${'a'.repeat(64)},${'a'.repeat(64)}`,
    ['a', 'b', 'c'].map((digit) => digit.repeat(64)).join(','),
  ])('is refused with %j in it', (text) => {
    const folder = mkdtempSync(join(tmpdir(), 'strikewise-keys-'))
    writeFileSync(keyFileOf(folder), text)
    expect(() => MasterKey.open({ masterKey: undefined, dataDir: folder })).toThrow(/master key must be/)
    rmSync(folder, { recursive: true, force: true })
  })
})

/** The web role on the same store with other keys. */
async function serve(...keys: string[]) {
  const config = { ...web.config, masterKey: new Secret(keys.join(',')) }
  const vault = new Vault(web.store.db, masterOf(...keys))
  const logger = Object.assign(Object.create(null), {
    info: () => {},
    warn: () => {},
    error: () => {},
    debug: () => {},
  })
  return startWeb({ ...web, config, vault, logger })
}
