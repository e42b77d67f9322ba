// @invariant no-secret-leaves
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { successStatus, type Route } from '@strikewise/wire/route.ts'
import { ROUTES, type RouteName } from '@strikewise/wire/routes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startNotifier } from '../src/roles/notifier.ts'
import { startWeb } from '../src/roles/web.ts'
import { Secret } from '../src/secret.ts'
import { Canaries } from './every-route/canaries.ts'
import { GOOD_INPUTS, type Given } from './every-route/good-inputs.ts'
import { startMailServer, startOutside, type Outside } from './every-route/external-calls.ts'
import { listContract } from './every-route/list-contract.ts'
import { DAY_BEFORE, ownOneOfEach, type Owned } from './every-route/owned-ids.ts'
import { EMPTY_LOG, liveThrough } from './seeded-sessions.ts'
import {
  anyEmail,
  call,
  logIn,
  mailedToken,
  newUser,
  NoRateLimits,
  OPERATOR,
  PASSWORD,
  startTestWeb,
  type Answer,
  type TestUser,
  type TestWeb,
} from './harness.ts'

/*
 * Planted secrets of every kind, searched for in everything that is sent or stored: all answers, good and bad, of all routes, the
 * log at its most talkative, mails, chats, the store's rows, the files of the data folder and of the database. The outside
 * world repeats in its refusals whatever it was sent.
 */

const canaries = new Canaries()
const plant = (name: string) => canaries.plant(name, `canary-${name}-${randomBytes(12).toString('hex')}`)
const FEED_KEYS = { api_key: plant('feed-key'), api_secret: plant('feed-secret') }
const USER_KEY = plant('user-key')
const USER_SECRET = plant('user-secret')
const PAYMENTS = { keyId: 'rzp_test', keySecret: plant('payments-key'), webhookSecret: plant('payments-webhook') }

let outside: Outside
let mail: Awaited<ReturnType<typeof startMailServer>>
let web: TestWeb
let user: TestUser
let operator: TestUser
let paperUser: TestUser
/** What a sign-up, the opening of its account and the first login were answered with. */
let opening: readonly Answer[]
let my: Owned
let notifier: { close(): Promise<void> }
beforeAll(async () => {
  outside = await startOutside(plant('access-token'))
  mail = await startMailServer()
  web = await startTestWeb(
    {
      SANDBOX_URL: outside.url,
      SMTP_URL: `smtp://mailer:${plant('mail-password')}@127.0.0.1:${mail.port}`,
      MASTER_KEY: canaries.plant('master-key', randomBytes(32).toString('hex')),
      PAPER_EXCHANGE_KEY: plant('paper-exchange-key'),
      OIDC_CLIENT_SECRET: plant('oidc-client-secret'),
      LOG_LEVEL: 'trace',
      // One operator refunds, and the user can buy again.
      REFUND_ALONE_UP_TO: '100000',
    },
    { rates: new NoRateLimits() },
  )
  canaries.plant('password', PASSWORD)
  canaries.plant('bot-token', web.config.telegram!.botToken.reveal())
  const { password } = new URL((web.store.pool.options as { connectionString: string }).connectionString)
  canaries.plant('database-password', password)
  await liveThrough(web, EMPTY_LOG, [DAY_BEFORE], 0.5)
  listContract(web)
  operator = await newUser(web, 'master', OPERATOR)
  canaries.plant('authenticator-secret', operator.authenticator!.key)
  const keys = await call(web, 'POST', '/api/operator/feed-keys', { cookie: operator.cookie, body: FEED_KEYS })
  expect(keys.status).toBe(200)
  user = await newUser(web, 'master')
  paperUser = await newUser(web, 'master')
  opening = await openAccount()
  for (const [name, { bearer }] of Object.entries({ user, operator }))
    for (const [at, part] of decodeURIComponent(bearer).split('.').entries())
      canaries.plant(`session-${name}-${at}`, part)
  my = await ownOneOfEach(web, user, 'mine', { apiKey: USER_KEY, apiSecret: USER_SECRET })
  const logger = pino({ level: 'trace' }, { write: (line: string) => void web.logs.push(line) })
  notifier = startNotifier({ ...web, logger })
})
afterAll(async () => {
  await notifier.close()
  await web.stop()
  await mail.close()
  await outside.close()
})

/** What would take the key or the plan away that others need comes last. */
const LAST: readonly RouteName[] = ['refundPayment']
async function openAccount(): Promise<readonly Answer[]> {
  const email = anyEmail()
  const body = { name: 'Somebody', email, password: PASSWORD, adult: true, terms: true }
  const asked = await call(web, 'POST', '/api/signup', { body })
  const token = await mailedToken(web, email)
  const opened = await call(web, 'POST', '/api/signup/confirm', { body: { token, password: PASSWORD } })
  return [asked, opened, await logIn(web, { email, authenticator: undefined })]
}

const routes = (Object.entries(ROUTES) as [RouteName, Route][]).toSorted(
  ([a], [b]) => LAST.indexOf(a) - LAST.indexOf(b),
)
const inputOf = (name: RouteName): Given =>
  name === 'saveFeedKeys'
    ? { body: FEED_KEYS }
    : name === 'saveBrokerKeys'
      ? { body: { api_key: USER_KEY, api_secret: USER_SECRET } }
      : GOOD_INPUTS[name](my)
const whoOf = ({ auth }: Route) => (auth === 'operator' ? operator : auth === 'user' ? user : undefined)

/** The login pages' addresses hold the key of the app on purpose: it is how the broker knows the app. */
const SHOWN: Partial<Record<RouteName, readonly string[]>> = {
  brokerLoginLink: ['user-key'],
  operatorLoginLink: ['feed-key'],
}

/** Answers that are no success, and why there is none here. */
const OTHERWISE: Partial<Record<RouteName, number>> = {
  // Its token is in a mail: below.
  confirmSignup: 400,
  // Money without a signature.
  paymentEvent: 400,
  // A trade is open.
  connectPaper: 409,
  // The link is a paper one.
  requestEgressAddress: 404,
  // Nothing was learned, and nothing is in force.
  promoteWeights: 409,
  withdrawWeights: 409,
  registerLogic: 404,
  // Its hash is not that of its candidate.
  fileTrial: 409,
}

function ask(
  route: Route,
  given: Given & { raw?: string },
  as: TestUser | null | undefined = whoOf(route),
): Promise<Answer> {
  const path = route.path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(given.params![key]!))
  return call(web, route.method, `/api${path}`, {
    ...(given.query === undefined ? {} : { query: { ...given.query } }),
    ...(given.raw === undefined ? {} : { raw: given.raw }),
    ...(given.raw !== undefined || given.body === undefined ? {} : { body: given.body }),
    ...(given.headers === undefined ? {} : { headers: { ...given.headers } }),
    ...(as == null ? {} : { cookie: as.cookie }),
  })
}

const inAnswer = ({ headers, text }: Answer) => canaries.foundIn(`${JSON.stringify([...headers])}\n${text}`)

describe('no secret leaves', () => {
  it.each(routes)('in the answer of %s', async (name, route) => {
    const answer = await ask(route, inputOf(name))
    expect([answer.status, inAnswer(answer)]).toEqual([OTHERWISE[name] ?? successStatus(route), SHOWN[name] ?? []])
  })

  it.each(routes)('in the refusals of %s', async (name, route) => {
    const good = inputOf(name)
    const bad: (Given & { raw?: string })[] = [
      ...Object.keys(good.query ?? {}).map((key) => ({ ...good, query: { ...good.query, [key]: `${PASSWORD}\0` } })),
      ...Object.keys(good.body ?? {}).map((key) => ({ ...good, body: { ...good.body, [key]: { deep: USER_SECRET } } })),
      ...Object.keys(good.params ?? {}).map((key) => ({
        ...good,
        params: { ...good.params, [key]: `${USER_SECRET}\0` },
      })),
      ...(good.body === undefined
        ? []
        : [
            { ...good, raw: `{"a":"${USER_SECRET}` },
            { ...good, raw: `"${USER_SECRET}"` },
          ]),
      { ...good, query: { ...good.query, unknown: USER_SECRET } },
    ]
    for (const one of bad) {
      const answer = await ask(route, one)
      if (name !== 'recordDay' && name !== 'paymentEvent') expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(inAnswer(answer)).toEqual([])
    }
    if (route.auth !== 'public') expect(inAnswer(await ask(route, good, null))).toEqual([])
    const wrongMethod = await call(web, 'DELETE', `/api${route.path}`, { cookie: user.cookie })
    expect([wrongMethod.status, inAnswer(wrongMethod)]).toEqual([405, []])
  })

  it.each(['/api/auth/get-session', '/api/openapi.json', '/readyz', '/healthz', '/metrics', '/', '/api'])(
    'at %s',
    async (path) => {
      expect(inAnswer(await call(web, 'GET', path, { cookie: user.cookie }))).toEqual([])
    },
  )

  it('when an account is opened and signed in to', () => {
    for (const answer of opening) expect([answer.status, canaries.foundIn(answer.text)]).toEqual([200, []])
    // What proves a session goes to its owner alone, in headers that no script of ours reads.
    const { headers, text } = opening.at(-1)!
    expect(text).not.toContain(decodeURIComponent(headers.get('set-auth-token')!).split('.')[0])
  })

  it('when those outside refuse, and repeat what they were sent', async () => {
    outside.refuses = true
    const before = outside.refusals()
    const login = await ask(ROUTES.startFeedSession, { body: { request_token: plant('request-token') } })
    expect([login.status, inAnswer(login)]).toEqual([400, []])
    const paper = await ask(ROUTES.connectPaper, { body: {} }, paperUser)
    expect([paper.status >= 400, inAnswer(paper)]).toEqual([true, []])
    const hosted = await startWeb({
      ...web,
      config: {
        ...web.config,
        payments: {
          apiUrl: `${outside.url}/razorpay`,
          keyId: PAYMENTS.keyId,
          keySecret: new Secret(PAYMENTS.keySecret),
          webhookSecret: new Secret(PAYMENTS.webhookSecret),
        },
      },
      logger: pino({ level: 'trace' }, { write: (line: string) => void web.logs.push(line) }),
    })
    const bought = await call(hosted, 'POST', '/api/payments', {
      cookie: user.cookie,
      headers: { 'idempotency-key': 'hosted' },
      body: { plan: 'master', billing: 'monthly', terms: true },
    })
    expect([bought.status >= 400, inAnswer(bought)]).toEqual([true, []])
    await hosted.close()
    expect(outside.refusals() - before).toBeGreaterThanOrEqual(3)
    outside.refuses = false
  })

  it('by mail or chat', async () => {
    await expect.poll(() => mail.mails.length, { timeout: 30_000 }).toBeGreaterThan(2)
    await expect.poll(() => outside.chats.length, { timeout: 30_000 }).toBeGreaterThan(0)
    for (const text of [...mail.mails, ...outside.chats]) expect(canaries.foundIn(text)).toEqual([])
  })
})

describe('no secret stays', () => {
  it('in a row of the store', async () => {
    const { rows } = await web.store.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    expect(rows.length).toBeGreaterThan(50)
    for (const { name } of rows) {
      // Binary columns print as hexadecimal, and the letters' codes are looked for as well.
      const { rows: dump } = await web.store.pool.query<{ row: string }>(`select t::text as row from "${name}" t`)
      expect([name, canaries.foundIn(dump.map(({ row }) => row).join('\n'))]).toEqual([name, []])
    }
  })

  it('in the log, at the most talkative level', () => {
    expect(web.logs.length).toBeGreaterThan(30)
    expect(canaries.foundIn(web.logs.join('\n'))).toEqual([])
  })

  it('in the files of the data folder and of the database', async () => {
    await web.store.pool.query('checkpoint')
    const { rows } = await web.store.pool.query<{ data_directory: string }>('show data_directory')
    const files = [...filesIn(web.config.dataDir), ...filesIn(rows[0]!.data_directory)]
    expect(files.length).toBeGreaterThan(500)
    for (const file of files) {
      const text = textOf(file)
      if (text !== undefined) expect([file, canaries.foundIn(text)]).toEqual([file, []])
    }
  })
})

it('the planted secrets would be found', () => {
  expect(canaries.names.length).toBeGreaterThanOrEqual(18)
  const opened = `log in with ${Buffer.from(USER_SECRET).toString('base64')} and ${encodeURIComponent(PASSWORD)}`
  expect(canaries.foundIn(opened)).toEqual(['user-secret', 'password'])
})

/** What a file holds; none for one that is gone: other tests drop their databases in the same cluster meanwhile. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Regular files below a folder; those of a database that runs may vanish while they are listed. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path, { throwIfNoEntry: false }) !== undefined)
}
