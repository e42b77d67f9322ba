// @invariant foreign-id-unknown
import { randomUUID } from 'node:crypto'
import { successStatus, type Route } from '@strikewise/wire/route.ts'
import { ROUTES, type RouteName } from '@strikewise/wire/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PERSONAL_TABLES } from '../src/data-rights/personal-tables.ts'
import { documentedFields, FIELDS } from './every-route/fields.ts'
import { GOOD_INPUTS, type Given } from './every-route/good-inputs.ts'
import { ownOneOfEach, redirectOf, type Owned } from './every-route/owned-ids.ts'
import { anyEmail, call, newUser, startTestWeb, type Answer, type TestUser, type TestWeb } from './harness.ts'

/*
 * Other people's ids over every route. A new route, or a new field of one, fails the first test until it has its line in
 * every-route/fields.ts. Who may call a route in the first place: authorization-matrix.test.ts.
 */

let web: TestWeb
let owner: Owned
let others: Readonly<Record<'master' | 'starter', Owned>>
/** As `Owned`, of things that never were. */
let unknown: Owned
beforeAll(async () => {
  web = await startTestWeb()
  owner = await ownOneOfEach(web, await newUser(web, 'master'), 'Theirs')
  const mine = await ownOneOfEach(web, await newUser(web, 'master'), 'Mine')
  others = { master: mine, starter: { ...mine, user: await newUser(web, 'starter') } }
  unknown = {
    user: { ...mine.user, id: randomUUID(), email: anyEmail() },
    paymentId: randomUUID(),
    checkoutId: `checkout-${randomUUID()}`,
    ticketId: randomUUID().slice(0, 12),
    sessionId: randomUUID(),
    noticeId: owner.noticeId + 1000,
    customAlertId: owner.customAlertId + 1000,
    changedAlertId: owner.changedAlertId + 1000,
    keyId: randomUUID(),
    tradeId: randomUUID(),
    entryTicketId: randomUUID(),
    offerId: randomUUID(),
    chatId: '699999999',
    deviceId: owner.deviceId + 1000,
    endpoint: `${owner.endpoint}-unknown`,
    flattenId: randomUUID(),
    approvalId: randomUUID(),
    exceptionId: 999_999_999,
    complaintId: owner.complaintId + 1000,
    incidentId: owner.incidentId + 1000,
    announcementId: owner.announcementId + 1000,
    idempotencyKey: randomUUID(),
    decisionId: randomUUID(),
    decisionMinute: owner.decisionMinute,
    redirect: redirectOf(randomUUID()),
  }
})
afterAll(() => web.stop())

const routes = Object.entries(ROUTES) as [RouteName, Route][]

/** What is taken although it names another's, and why that does nothing to them. */
const TAKEN: Readonly<Record<string, string>> = {
  'signup body email': 'whether an address has an account is never disclosed',
  'notices query before': 'a place in the order of all notices; the caller gets their own',
  'readNotices body id': 'marks the caller’s own up to there',
  'saveTelegram body telegramChatId': 'its owner is asked in that chat first',
  'addPushDevice body endpoint': 'registered for the caller, beside what others registered',
  'pay header Idempotency-Key': 'keys are each caller’s own',
}

/** Each way in which a caller can name a thing that is not theirs. */
const cells = routes.flatMap(([name, route]) =>
  Object.entries(FIELDS[name])
    .filter(([, naming]) => naming === 'own' || naming === 'anyone')
    .flatMap(([field]) =>
      (route.root === true ? [route.path, `/api${route.path}`] : [`/api${route.path}`]).map((path) => ({
        name,
        route,
        field,
        path,
      })),
    ),
)

/** The caller's own input with one field out of another's. */
function withFieldOf(name: RouteName, field: string, mine: Owned, theirs: Owned): Given {
  const [own, other] = [GOOD_INPUTS[name](mine), GOOD_INPUTS[name](theirs)]
  const [place, key] = field.split(' ') as ['path' | 'query' | 'body' | 'header', string]
  if (place === 'path') return { ...own, params: { ...own.params, [key]: other.params![key]! } }
  if (place === 'query') return { ...own, query: { ...own.query, [key]: other.query![key]! } }
  if (place === 'body') return { ...own, body: { ...own.body, [key]: other.body![key] } }
  return { ...own, headers: { ...own.headers, [key.toLowerCase()]: other.headers![key.toLowerCase()]! } }
}

function ask(user: TestUser | undefined, route: Route, path: string, given: Given): Promise<Answer> {
  const filled = path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(given.params![key]!))
  return call(web, route.method, filled, {
    ...(given.query === undefined ? {} : { query: given.query }),
    ...(given.body === undefined ? {} : { body: given.body }),
    ...(given.headers === undefined ? {} : { headers: given.headers }),
    ...(user === undefined ? {} : { cookie: user.cookie }),
  })
}

/** Every row that belongs to a user, as text. */
async function rowsOf(userId: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const { table, owner: column, through } of PERSONAL_TABLES) {
    const isTheirs =
      through === undefined
        ? sql`t.${sql.ref(column)} = ${userId}`
        : sql`t.${sql.ref(column)} in
            (select ${sql.ref(through.key)} from ${sql.table(through.table)} where ${sql.ref(through.owner)} = ${userId})`
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(table)} t where ${isTheirs} order by 1`.execute(web.store.db)
    found[table] = rows.map(({ row }) => row)
  }
  return found
}

/** An answer without what differs between two calls for any user named: ids that were sent, and ids and times made new. */
function shape({ status, json, text }: Answer, given: Given): unknown {
  const sent = [given.params, given.query, given.body, given.headers].flatMap((part) => Object.values(part ?? {}))
  const masked = sent
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .reduce<string>(
      (rest, value) => rest.replaceAll(String(value), '#'),
      // An id of one digit would be masked in the problem's status, too, which is compared by itself.
      json === undefined ? text : JSON.stringify(json, (key, inner: unknown) => (key === 'status' ? undefined : inner)),
    )
  return { status, body: status === 200 ? Object.keys(json ?? {}).toSorted() : masked }
}

it('every field of every route is known', () => {
  const known = Object.fromEntries(
    Object.entries(FIELDS).map(([name, fields]) => [name, Object.keys(fields).toSorted()]),
  )
  const documented = Object.entries(documentedFields()).map(([name, fields]) => [name, fields.toSorted()])
  expect(known).toEqual(Object.fromEntries(documented))
})

it('every parameter of a path names something', () => {
  const values = routes.flatMap(([name]) =>
    Object.entries(FIELDS[name]).flatMap(([field, naming]) =>
      field.startsWith('path ') && naming === 'value' ? [`${name} ${field}`] : [],
    ),
  )
  expect(values).toEqual([])
})

describe.each(cells)('$route.method $path with the $field of another user', ({ name, route, field, path }) => {
  it.each(['master', 'starter'] as const)(
    'is answered on %s as one that never was, and changes nothing',
    async (plan) => {
      const me = others[plan]
      const before = await rowsOf(owner.user.id)
      const [theirs, never] = [withFieldOf(name, field, me, owner), withFieldOf(name, field, me, unknown)]
      const [answer, asNever] = [await ask(me.user, route, path, theirs), await ask(me.user, route, path, never)]
      expect(shape(answer, theirs)).toEqual(shape(asNever, never))
      if (route.auth === 'operator') expect(answer).toMatchObject({ status: 403, json: { code: 'forbidden' } })
      else if (/ (?:uid|user_id)$/.test(field) && plan === 'master')
        expect(answer).toMatchObject({ status: 403, json: { code: 'uid_mismatch' } })
      else if (!(`${name} ${field}` in TAKEN)) expect(answer.status).toBeGreaterThanOrEqual(400)
      for (const secret of ['Theirs', owner.user.email, owner.paymentId, owner.ticketId, owner.sessionId])
        if (!JSON.stringify(theirs).includes(secret)) expect(answer.text).not.toContain(secret)
      expect(await rowsOf(owner.user.id)).toEqual(before)
    },
  )

  it('is refused without a sign-in, and changes nothing', async () => {
    const before = await rowsOf(owner.user.id)
    const [theirs, never] = [GOOD_INPUTS[name](owner), withFieldOf(name, field, owner, unknown)]
    const [answer, asNever] = [await ask(undefined, route, path, theirs), await ask(undefined, route, path, never)]
    expect(shape(answer, theirs)).toEqual(shape(asNever, never))
    if (route.auth !== 'public') expect(answer).toMatchObject({ status: 401, json: { code: 'not_signed_in' } })
    expect(await rowsOf(owner.user.id)).toEqual(before)
  })
})

it('the owner is let through with each of these ids', async () => {
  // Both end elsewhere: at the broker, and at no account.
  const elsewhere: readonly RouteName[] = ['brokerCallback', 'signup']
  for (const { name, route, path } of cells.filter(({ route: { auth } }) => auth === 'user'))
    if (!elsewhere.includes(name))
      expect([path, (await ask(owner.user, route, path, GOOD_INPUTS[name](owner))).status]).toEqual([
        path,
        successStatus(route),
      ])
})
