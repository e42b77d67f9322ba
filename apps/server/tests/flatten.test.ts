// @invariant flatten-confirmed
// @invariant flatten-exits-all
// @invariant operator-log
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { FlattenRequest } from '@strikewise/wire/flatten.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { firstBrokenAction } from '../src/operator/actions.ts'
import { carryOutFlatten, unfinishedFlattens } from '../src/operator/confirm-flatten.ts'
import { startFlattenWorker } from '../src/operator/flatten-worker.ts'
import {
  call,
  cookieOf,
  FRIDAY_TEN,
  logIn,
  newUser,
  setUpAuthenticator,
  startTestWeb,
  type Answer,
  type TestUser,
  type TestWeb,
} from './harness.ts'
import { writeTrade } from './trade-rows.ts'

const QUIET = { error: () => undefined }
const TODAY = '2026-11-20' as IstDate
const SECOND = 'second@example.com'

let web: TestWeb
let first: TestUser
let second: TestUser
beforeAll(async () => {
  web = await startTestWeb({ OPERATOR_EMAILS: `operator@example.com,${SECOND}` })
  first = await newUser(web, 'starter', 'operator@example.com')
  const user = await newUser(web, 'starter', SECOND)
  const authenticator = await setUpAuthenticator(web, user.cookie)
  second = { ...user, authenticator, cookie: cookieOf(await logIn(web, { email: SECOND, authenticator })) }
})
afterAll(() => web.stop())
/** Every test has a day of its own, so that none meets the open requests of another. */
let days = 0
beforeEach(() => web.clock.set((FRIDAY_TEN + 2 * 86_400_000 * ++days) as EpochMs))

/** A user with an open trade, one being entered, and a closed one. */
async function holder() {
  const user = await newUser(web, 'elite')
  const [open, entering] = [`o-${user.id}`, `e-${user.id}`]
  await writeTrade(web.store.db, user.id, TODAY, open, 'open')
  await writeTrade(web.store.db, user.id, TODAY, entering, 'open')
  await writeTrade(web.store.db, user.id, TODAY, `c-${user.id}`, 'closed')
  await setState(entering, 'entering')
  return { user, live: [open, entering].toSorted() }
}

async function setState(id: string, state: string): Promise<void> {
  const { db } = web.store
  const { body } = await db.selectFrom('trades').select('body').where('id', '=', id).executeTakeFirstOrThrow()
  await db
    .updateTable('trades')
    .set({ state: state as 'open', body: JSON.stringify({ ...body, state }) })
    .where('id', '=', id)
    .execute()
}

const ask = (by: TestUser, userId: string | null, reason = 'the feed lies') =>
  call(web, 'POST', '/api/operator/flatten', { cookie: by.cookie, body: { user_id: userId, reason } })
const confirm = (by: TestUser, id: string, code?: string) =>
  call(web, 'POST', `/api/operator/flatten/${id}/confirm`, {
    cookie: by.cookie,
    body: code === undefined ? {} : { code },
  })
const requestIn = ({ json }: Answer) => json as FlattenRequest
const shownTo = async (by: TestUser, id: string) =>
  (
    (await call(web, 'GET', '/api/operator/flatten', { cookie: by.cookie })).json as { requests: FlattenRequest[] }
  ).requests.find((request) => request.id === id)
const exitsOf = async ({ id }: TestUser) =>
  (await web.store.db.selectFrom('trade_instructions').selectAll().where('user_id', '=', id).execute()).toSorted(
    (a, b) => (a.trade_id < b.trade_id ? -1 : 1),
  )
const isEngaged = async (scope: string) =>
  (await web.store.db.selectFrom('kill_switches').select('engaged').where('scope', '=', scope).executeTakeFirst())
    ?.engaged === true
const actionsOf = (request: string) =>
  web.store.db
    .selectFrom('operator_actions')
    .select(['operator', 'action', 'user_id', 'details'])
    .where((eb) => eb(eb.ref('details', '->>').key('request' as never), '=', request))
    .orderBy('id')
    .execute()

describe('a request for one account', () => {
  it('does nothing before it is confirmed, and every operator sees it', async () => {
    const { user } = await holder()
    const asked = requestIn(await ask(first, user.id))
    expect(asked).toMatchObject({
      user_id: user.id,
      email: user.email,
      reason: 'the feed lies',
      asked_by: first.email,
      own: true,
      state: 'open',
      own_code_in_s: 60,
      confirmation: null,
      live_trades: 2,
      exits: 0,
      complete: false,
    })
    expect(await shownTo(second, asked.id)).toEqual({ ...asked, own: false })
    expect(await exitsOf(user)).toEqual([])
    expect(await isEngaged(user.id)).toBe(false)
  })

  it('is carried out when a second operator confirms it: paused, and every live trade exited, of no other account', async () => {
    const [{ user, live }, other] = [await holder(), await holder()]
    const { id } = requestIn(await ask(first, user.id))
    const answer = await confirm(second, id)
    expect(answer.status).toBe(202)
    expect(requestIn(answer)).toMatchObject({
      state: 'confirmed',
      confirmation: { by: SECOND, how: 'second_operator' },
      exits: 2,
      open_exits: 2,
      complete: true,
    })
    expect(await exitsOf(user)).toMatchObject(
      live.map((trade_id) => ({ trade_id, kind: 'exit', channel: 'operator', given_by: second.id })),
    )
    expect([await isEngaged(user.id), await isEngaged('global')]).toEqual([true, false])
    expect([await exitsOf(other.user), await isEngaged(other.user.id)]).toEqual([[], false])
    expect(await actionsOf(id)).toEqual([
      {
        operator: first.id,
        action: 'flatten_asked',
        user_id: user.id,
        details: { request: id, reason: 'the feed lies' },
      },
      {
        operator: second.id,
        action: 'flatten_confirmed',
        user_id: user.id,
        details: { request: id, reason: 'the feed lies', how: 'second_operator', trades: expect.any(Array) },
      },
    ])
    expect(await firstBrokenAction(web.store.db)).toBeUndefined()
  })

  it('shows its progress until the books show every trade closed', async () => {
    const { user, live } = await holder()
    const { id } = requestIn(await ask(first, user.id))
    await confirm(second, id)
    await setState(live[0]!, 'closed')
    expect(await shownTo(first, id)).toMatchObject({ exits: 2, open_exits: 1, live_trades: 1 })
    await setState(live[1]!, 'abandoned')
    expect(await shownTo(first, id)).toMatchObject({ exits: 2, open_exits: 0, live_trades: 0 })
  })

  it('changes nothing more when it is confirmed again, or several times at once', async () => {
    const { user } = await holder()
    const { id } = requestIn(await ask(first, user.id))
    const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(second, id)))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
    web.clock.advance(20 * 60_000)
    expect(requestIn(await confirm(first, id))).toMatchObject({ state: 'confirmed', exits: 2 })
    expect(await exitsOf(user)).toHaveLength(2)
    expect((await actionsOf(id)).map(({ action }) => action)).toEqual(['flatten_asked', 'flatten_confirmed'])
    const changes = web.store.db.selectFrom('kill_switch_changes').select('scope').where('scope', '=', user.id)
    expect(await changes.execute()).toHaveLength(1)
  })

  it('is the same one for both operators while it is open, and another one later', async () => {
    const { user } = await holder()
    const answers = await Promise.all([ask(first, user.id), ask(second, user.id, 'another'), ask(first, user.id)])
    expect(new Set(answers.map((answer) => requestIn(answer).id)).size).toBe(1)
    const { id } = requestIn(answers[0])
    expect(await actionsOf(id)).toHaveLength(1)
    web.clock.advance(10 * 60_000)
    expect(requestIn(await ask(first, user.id)).id).not.toBe(id)
  })

  it('expires after ten minutes', async () => {
    const { user } = await holder()
    const { id } = requestIn(await ask(first, user.id))
    web.clock.advance(10 * 60_000)
    expect(await confirm(second, id)).toMatchObject({ status: 409, json: { code: 'flatten_expired' } })
    expect(await shownTo(second, id)).toMatchObject({ state: 'expired' })
    expect(await exitsOf(user)).toEqual([])
  })

  it('of an unknown account, of an unknown id, and without a reason is refused', async () => {
    const { user } = await holder()
    expect(await ask(first, 'unknown-user')).toMatchObject({ status: 404 })
    expect(await confirm(first, 'none')).toMatchObject({ status: 404 })
    expect(await ask(first, user.id, '  ')).toMatchObject({ status: 400 })
  })

  it('is for operators alone', async () => {
    const { user } = await holder()
    const { id } = requestIn(await ask(first, user.id))
    for (const answer of [await ask(user, user.id), await confirm(user, id)])
      expect(answer).toMatchObject({ status: 403, json: { code: 'forbidden' } })
    expect(await exitsOf(user)).toEqual([])
  })
})

describe('who asked', () => {
  it('may confirm with a code once 60 s have passed by the server’s clock, not a millisecond before', async () => {
    const { user } = await holder()
    const { id } = requestIn(await ask(first, user.id))
    const code = await first.authenticator!.code()
    web.clock.advance(59_999)
    expect(await confirm(first, id, code)).toMatchObject({ status: 409, json: { code: 'flatten_own' } })
    expect(await exitsOf(user)).toEqual([])
    web.clock.advance(1)
    // The code that came too early is not used up.
    expect(requestIn(await confirm(first, id, code))).toMatchObject({
      confirmation: { by: first.email, how: 'second_factor' },
      exits: 2,
    })
    expect((await actionsOf(id)).at(-1)).toMatchObject({ operator: first.id, details: { how: 'second_factor' } })
  })

  it('is refused without a code, with a wrong one, and with one that was used', async () => {
    const { user } = await holder()
    const earlier = requestIn(await ask(first, null))
    web.clock.advance(60_000)
    const code = await first.authenticator!.code()
    expect((await confirm(first, earlier.id, code)).status).toBe(202)
    const { id } = requestIn(await ask(first, user.id))
    web.clock.advance(60_000)
    expect(await confirm(first, id)).toMatchObject({ status: 403, json: { code: 'code_required' } })
    const wrong = code === '000000' ? '111111' : '000000'
    for (const refused of [code, wrong])
      expect(await confirm(first, id, refused)).toMatchObject({ status: 403, json: { code: 'code_wrong' } })
    expect(await shownTo(first, id)).toMatchObject({ state: 'open', exits: 0 })
    expect((await actionsOf(id)).map(({ action }) => action)).toEqual(['flatten_asked'])
  })
})

describe('a request for all accounts', () => {
  it('engages the kill switch of all accounts, and exits the live trades of each', async () => {
    await web.store.db.updateTable('kill_switches').set({ engaged: false }).execute()
    const [one, two] = [await holder(), await holder()]
    const { id, live_trades } = requestIn(await ask(first, null, 'the exchange halts'))
    expect(live_trades).toBeGreaterThanOrEqual(4)
    expect(await isEngaged('global')).toBe(false)
    const answer = requestIn(await confirm(second, id))
    expect(answer).toMatchObject({ user_id: null, state: 'confirmed', complete: true, exits: live_trades })
    expect(await isEngaged('global')).toBe(true)
    for (const { user, live } of [one, two]) {
      expect((await exitsOf(user)).map((row) => [row.trade_id, row.channel])).toEqual(
        live.map((trade) => [trade, 'operator']),
      )
      expect(await isEngaged(user.id)).toBe(false)
    }
    const actions = await actionsOf(id)
    expect([actions[0]?.action, actions[1]?.action, actions.at(-1)?.action]).toEqual([
      'flatten_asked',
      'flatten_confirmed',
      'flatten_completed',
    ])
    expect(actions.filter(({ action }) => action === 'flatten_exits').map(({ user_id }) => user_id)).toEqual(
      expect.arrayContaining([one.user.id, two.user.id]),
    )
    for (const { details } of actions) expect(details).toMatchObject({ reason: 'the exchange halts' })
    expect(await firstBrokenAction(web.store.db)).toBeUndefined()
  })

  it('is completed by the worker when its server died after the confirmation, and gives no instruction twice', async () => {
    const { user, live } = await holder()
    const { db } = web.store
    const { id } = requestIn(await ask(first, null))
    await db
      .insertInto('flatten_confirmations')
      .values({ request_id: id, confirmed_by: second.id, how: 'second_operator', at: web.clock.now() })
      .execute()
    expect(await unfinishedFlattens(db)).toEqual([id])
    const deps = { db, bus: web.bus, logger: QUIET, clock: web.clock }
    const workers = [startFlattenWorker(deps, 50), startFlattenWorker(deps, 50)]
    await expect.poll(() => unfinishedFlattens(db), { timeout: 20_000 }).toEqual([])
    await Promise.all(workers.map((worker) => worker.close()))
    expect((await exitsOf(user)).map(({ trade_id }) => trade_id)).toEqual(live)
    await carryOutFlatten(deps, id, web.clock.now())
    expect(await exitsOf(user)).toHaveLength(2)
    expect((await actionsOf(id)).filter(({ action }) => action === 'flatten_completed')).toHaveLength(1)
  })

  it('waits for the first entry of an account that is being claimed, and exits it', async () => {
    const { user, live } = await holder()
    for (const trade of live) await setState(trade, 'closed')
    const { id } = requestIn(await ask(first, null))
    const client = await web.store.pool.connect()
    try {
      // What a claim does: the account's row is locked until trade and intent are committed.
      await client.query('begin')
      await client.query('select from execution_accounts where account_id = $1 for update', [user.id])
      const answer = confirm(second, id)
      const blocked = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(async () => (await web.store.pool.query(blocked)).rowCount, { timeout: 20_000 }).toBe(1)
      await client.query(
        `insert into trades (id, account_id, on_day, symbol, decision_id, state, created_at, body)
         select 'late-' || id, account_id, on_day, symbol, 'another decision', 'entering', created_at,
           (body::jsonb || jsonb_build_object('id', 'late-' || id, 'state', 'entering'))
         from trades where id = $1`,
        [live[0]],
      )
      await client.query('commit')
      expect(requestIn(await answer)).toMatchObject({ complete: true })
      expect((await exitsOf(user)).map(({ trade_id }) => trade_id)).toContain(`late-${live[0]}`)
    } finally {
      client.release()
    }
  })

  it('leaves trades alone that were entered after the kill switch was released', async () => {
    const { db } = web.store
    const { id } = requestIn(await ask(first, null))
    await db
      .insertInto('flatten_confirmations')
      .values({ request_id: id, confirmed_by: second.id, how: 'second_operator', at: FRIDAY_TEN - 86_400_000 })
      .execute()
    const { user } = await holder()
    await carryOutFlatten({ db, bus: web.bus, logger: QUIET }, id, web.clock.now())
    expect(await unfinishedFlattens(db)).toEqual([])
    expect(await exitsOf(user)).toEqual([])
  })
})
