// Writes store.json.gz: `node apps/server/tests/previous-release/write-store.ts <commit>` in a checkout of the version
// whose store is wanted. README.md says more.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { sandboxEnv, startDemo, startSandbox, startServer, startStore } from '../../../../scripts/dev-stack.ts'
import type { ManagedProcess } from '../../../../scripts/child-process.ts'
import { rootHomeOf } from '../../src/store/postgres/home.ts'
import { answersOf, pathsToCompare, type PreviousStore, type PreviousUser } from './requests.ts'

/** Whose trade is closed and whose stays open, with their accounts at the broker. */
const CLOSED = { email: 'elite@demo.example', broker: 'SW1001' }
const OPEN = { email: 'master@demo.example', broker: 'SW1002' }
/** The sandbox's default morning: its engine decides for an entry soon after `DECIDES`. */
const START = '2026-09-17T09:16'
const DECIDES = '2026-09-17T09:44:05'
const CLOSE = '2026-09-17T15:20'
const TIMEOUT_MS = 15 * 60_000

const [version] = process.argv.slice(2)
if (version === undefined) throw new Error('give the commit of the version that runs')

const data = mkdtempSync(join(tmpdir(), 'strikewise-previous-'))
const place = { data, onProblem: (line: string) => console.error(line) }
const programs: ManagedProcess[] = []
try {
  writeFileSync(new URL('store.json.gz', import.meta.url), gzipSync(JSON.stringify(await write(version)), { level: 9 }))
} finally {
  for (const program of programs.toReversed()) await program.stop()
  for (const folder of [data, rootHomeOf(data)]) rmSync(folder, { recursive: true, force: true })
}

async function write(commit: string): Promise<PreviousStore> {
  const store = await startStore(place)
  programs.push(store.program)
  const sandbox = await startSandbox(place, ['--port', '0', '--smtp-port', '0', '--speed', '10', '--start', START])
  programs.push(sandbox.program)
  const sandboxControl = (path: string, body: unknown) => control(sandbox.http, path, body)
  const env = { ...sandboxEnv(sandbox), DATABASE_URL: store.address, RECORD: 'off', PORT: '0' }
  const started = async (roles: string) => {
    const server = await startServer(place, { ...env, ROLES: roles })
    programs.push(server.program)
    return server
  }
  const all = await started('market,trader,notifier,web')
  const demo = await startDemo(place, { server: all.url, sandbox: sandbox.http })
  programs.push(demo.program)
  const client = new pg.Client({ connectionString: store.address })
  await client.connect()
  try {
    const trades = async (email: string, state: string) =>
      (
        await client.query<{ tradingsymbol: string; quantity: number }>(
          `select f.tradingsymbol, f.quantity from trades t
           join identity_users u on u.id = t.account_id
           join fills f on f.trade_id = t.id and f.side = 'BUY'
           where u.email = $1 and t.state = $2`,
          [email, state],
        )
      ).rows

    await sandboxControl('/clock/jump', { to: DECIDES })
    await sandboxControl('/clock/speed', { speed: 4 })
    await until(
      'both users have an open trade',
      async () => (await trades(CLOSED.email, 'open')).length > 0 && (await trades(OPEN.email, 'open')).length > 0,
    )
    const [held] = await trades(CLOSED.email, 'open')
    await sandboxControl(`/accounts/${CLOSED.broker}/orders`, { ...held, transaction_type: 'SELL' })
    await until(
      'one user has sold it in the app of the broker',
      async () => (await trades(CLOSED.email, 'closed')).length > 0,
    )
    await demo.program.stop()
    await all.program.stop()

    // Without a trader the other trade stays open over the day's end, when the public log is signed.
    const night = await started('market,notifier,web')
    await sandboxControl('/clock/jump', { to: CLOSE })
    await sandboxControl('/clock/speed', { speed: 60 })
    await until('the day is signed and reported', async () => {
      const { rows } = await client.query<{ done: boolean }>(
        'select exists (select from public_log_roots) and exists (select from daily_reports) as done',
      )
      return rows[0]!.done
    })
    const { at } = await control<{ at: string }>(sandbox.http, '/clock/pause')
    await night.program.stop()

    // The web role alone changes nothing while it is asked.
    const web = await started('web')
    const users: PreviousUser[] = []
    for (const { email } of [CLOSED, OPEN]) {
      const cookie = await signIn(web.url, email, demo.password)
      const { rows } = await client.query<{ id: string }>('select id from identity_users where email = $1', [email])
      const paths = pathsToCompare(rows[0]!.id, START.slice(0, 10))
      users.push({ email, cookie, answers: await answersOf(web.url, cookie, paths) })
    }
    await web.program.stop()
    return {
      version: commit,
      marketTime: at,
      signedInAt: new Date().toISOString(),
      masterKey: readFileSync(join(data, 'master.key'), 'utf8'),
      users,
      tables: await rowsOf(client),
    }
  } finally {
    await client.end()
  }
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`not within ${TIMEOUT_MS / 60_000} minutes: ${what}`)
    await delay(500)
  }
  console.error(what)
}

async function rowsOf(client: pg.Client): Promise<PreviousStore['tables']> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const tables: Record<string, readonly Record<string, unknown>[]> = {}
  for (const { name } of rows) {
    const found = await client.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${client.escapeIdentifier(name)} t`,
    )
    tables[name] = found.rows.map(({ row }) => row)
  }
  return tables
}

async function signIn(url: string, email: string, password: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}

/** Posts `body` to a control of the sandbox (docs/sandbox.md). */
async function control<T>(sandbox: string, path: string, body: unknown = {}): Promise<T> {
  const response = await fetch(`${sandbox}/sandbox${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}
