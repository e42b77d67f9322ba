// @invariant instruction-reduces-risk
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordConsent } from '../src/consents/consents.ts'
import { FRIDAY_TEN, newUser, startTestWeb, type TestWeb } from './harness.ts'
import { instructionCalls } from './instruction-calls.ts'
import { writeTrade } from './trade-rows.ts'

/* What the calls commit and refuse. That the executor carries it out at the broker: instructions-sandbox.test.ts. */

const TODAY = '2026-11-20' as IstDate

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())
beforeEach(() => {
  web.clock.set(FRIDAY_TEN)
  bid(0)
})

/** The newest quote of the contract of all trades here; a bid of 0: there are no buyers. */
function bid(paise: number): void {
  // Token, bid, ask, last (paise), received at, volume, open interest, offered.
  web.bus.publish('quotes', Float64Array.of(1, paise, paise + 10, paise, FRIDAY_TEN, 0, 0, 75))
}

/** A user with one open trade: entry 100.67, stop 80.65, target 140.65. */
async function holder(plan: 'starter' | 'elite' = 'elite') {
  const user = await newUser(web, plan)
  const id = `t-${user.id}`
  await writeTrade(web.store.db, user.id, TODAY, id, 'open')
  return { user, id }
}

const { post, instructionIn, rowsOf, shownOf } = instructionCalls(() => web, TODAY)

async function setState(id: string, change: object): Promise<void> {
  const { body } = await web.store.db.selectFrom('trades').select('body').where('id', '=', id).executeTakeFirstOrThrow()
  const next = { ...body, ...change }
  await web.store.db
    .updateTable('trades')
    .set({ state: next.state, body: JSON.stringify(next) })
    .where('id', '=', id)
    .execute()
}

describe('an exit', () => {
  it('is committed with its user, time and channel, and shown with the trade', async () => {
    const { user, id } = await holder()
    const answer = await post(user, `${id}/exit`, {})
    expect(answer.status).toBe(202)
    expect(instructionIn(answer).at).toBe('2026-11-20T10:00:00+05:30')
    expect(await rowsOf(user)).toEqual([
      {
        id: instructionIn(answer).id,
        user_id: user.id,
        account_id: user.id,
        trade_id: id,
        kind: 'exit',
        price_paise: null,
        units: null,
        channel: 'web',
        given_by: user.id,
        at: FRIDAY_TEN,
      },
    ])
    expect(await shownOf(user)).toMatchObject([
      { trade_id: id, instructions: [{ kind: 'exit', at: '2026-11-20T10:00:00+05:30', state: 'received' }] },
    ])
    expect(web.logs.some((line) => line.includes('trade instruction') && line.includes(id))).toBe(true)
  })

  it('is the same one when two devices ask for it, one after the other', async () => {
    const { user, id } = await holder()
    const [first, again] = [await post(user, `${id}/exit`, {}), await post(user, `${id}/exit`, {})]
    expect([again.status, instructionIn(again)]).toEqual([202, instructionIn(first)])
    expect(await rowsOf(user)).toHaveLength(1)
  })

  it('is accepted from two devices at once', async () => {
    const { user, id } = await holder()
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(user, `${id}/exit`, {})))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
  })

  it('needs no plan, no agreement to the terms, and no other day than one without a session', async () => {
    const { user, id } = await holder('starter')
    await recordConsent(web.store.db, user.id, ['terms'], false, web.clock.now())
    web.bus.publish(`account.${user.id}`, null)
    expect((await post(user, `${id}/exit`, {})).status).toBe(202)
    const expired = await holder()
    await web.store.db
      .updateTable('profiles')
      .set({ plan_expiry: new Date(web.clock.now()) })
      .where('user_id', '=', expired.user.id)
      .execute()
    web.bus.publish(`account.${expired.user.id}`, null)
    expect((await post(expired.user, `${expired.id}/exit`, {})).status).toBe(202)
  })

  it('is accepted for a trade that is being entered or exited, and refused for one that is over', async () => {
    const { user, id } = await holder()
    for (const state of ['entering', 'exiting']) {
      await setState(id, { state, exitReason: 'time', exitSince: FRIDAY_TEN })
      expect((await post(user, `${id}/exit`, {})).status).toBe(202)
    }
    for (const state of ['closed', 'abandoned']) {
      await setState(id, { state })
      expect(await post(user, `${id}/exit`, {})).toMatchObject({ status: 409, json: { code: 'trade_over' } })
    }
  })

  it('of another user’s trade, or of none, is not found and leaves no row', async () => {
    const { id } = await holder()
    const other = await newUser(web, 'elite')
    for (const path of [`${id}/exit`, 'never-was/exit'])
      expect(await post(other, path, {})).toMatchObject({ status: 404, json: { code: 'not_found' } })
    expect(await rowsOf(other)).toEqual([])
    expect((await post(other, '%00/exit', {})).status).toBe(400)
  })

  it('reaches a listener of PostgreSQL with its commit, by its user', async () => {
    const { user, id } = await holder()
    const client = await web.store.pool.connect()
    const payloads: (string | undefined)[] = []
    client.on('notification', ({ payload }) => payloads.push(payload))
    try {
      await client.query('listen trade_instructions')
      await post(user, `${id}/exit`, {})
      await expect.poll(() => payloads).toEqual([user.id])
    } finally {
      await client.query('unlisten trade_instructions')
      client.release()
    }
  })
})

describe('a stop', () => {
  it('is raised to a price, then to the entry price, and shows where it rests', async () => {
    const { user, id } = await holder()
    bid(10_990)
    expect((await post(user, `${id}/stop`, { trigger_price: 85 })).status).toBe(202)
    web.clock.advance(1000)
    expect((await post(user, `${id}/stop`, { to: 'entry' })).status).toBe(202)
    // An average entry of 100.67 is no price of the exchange: the stop goes to the next above.
    expect((await rowsOf(user)).map((row) => [row.kind, row.price_paise])).toEqual([
      ['stop', 8500],
      ['stop', 10_070],
    ])
    expect(await shownOf(user)).toMatchObject([{ instructions: [{ kind: 'stop', price: 100.7, state: 'received' }] }])
    await setState(id, { trigger: 10_070 })
    web.bus.publish(`trades.${user.id}`, null)
    expect(await shownOf(user)).toMatchObject([{ instructions: [{ state: 'working' }] }])
    await web.store.pool.query(
      `update broker_orders set body = jsonb_set(body::jsonb, '{trigger}', '10070') where trade_id = $1`,
      [id],
    )
    web.bus.publish(`trades.${user.id}`, null)
    expect(await shownOf(user)).toMatchObject([{ stop_price: 100.7, instructions: [{ state: 'done' }] }])
  })

  it('answers a repeated call like the first, also when the price has fallen below it meanwhile', async () => {
    const { user, id } = await holder()
    bid(10_990)
    const first = await post(user, `${id}/stop`, { trigger_price: 90 })
    bid(8990)
    const again = await post(user, `${id}/stop`, { trigger_price: 90 })
    expect([again.status, instructionIn(again)]).toEqual([202, instructionIn(first)])
    expect(await rowsOf(user)).toHaveLength(1)
  })

  it.each([
    ['not above the present one', 80.65, 'stop_not_higher', { field: 'trigger_price', stop: 8065 }],
    ['at the last bid', 109.9, 'stop_too_high', { field: 'trigger_price', bid: 10_990 }],
    ['above the last bid', 120, 'stop_too_high', { field: 'trigger_price', bid: 10_990 }],
  ])('is refused %s', async (_, trigger_price, code, params) => {
    const { user, id } = await holder()
    bid(10_990)
    expect(await post(user, `${id}/stop`, { trigger_price })).toMatchObject({ status: 409, json: { code, params } })
    expect(await rowsOf(user)).toEqual([])
  })

  it('is not lowered by a later call, nor before the executor has taken up the first', async () => {
    const { user, id } = await holder()
    bid(10_990)
    await post(user, `${id}/stop`, { trigger_price: 95 })
    expect(await post(user, `${id}/stop`, { trigger_price: 90 })).toMatchObject({
      status: 409,
      json: { code: 'stop_not_higher', params: { stop: 9500 }, detail: expect.stringContaining('₹95.00') as string },
    })
  })

  it('is checked against the trade alone where no bid is known', async () => {
    const { user, id } = await holder()
    expect((await post(user, `${id}/stop`, { trigger_price: 120 })).status).toBe(202)
    expect(await post(user, `${id}/stop`, { trigger_price: 140.65 })).toMatchObject({
      status: 409,
      json: { code: 'stop_too_high', params: { target: 14_065 } },
    })
  })

  it.each([
    ['off the tick size', { trigger_price: 85.02 }, 'trigger_price: '],
    ['of part of a paisa', { trigger_price: 85.005 }, 'trigger_price: '],
    ['without a price', {}, 'trigger_price: '],
    ['with a price and the entry', { trigger_price: 85, to: 'entry' }, 'to: '],
    ['to another place', { to: 'target' }, 'to: '],
    ['of nothing', { trigger_price: 0 }, 'trigger_price: '],
  ])('is refused %s, and the field is named', async (_, body, start) => {
    const { user, id } = await holder()
    const answer = await post(user, `${id}/stop`, body)
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    expect((answer.json as { message: string }).message.startsWith(start)).toBe(true)
  })
})

describe('a target', () => {
  it('is lowered, and shown as done once the trade has it', async () => {
    const { user, id } = await holder()
    bid(10_990)
    expect((await post(user, `${id}/target`, { target_price: 120 })).status).toBe(202)
    expect(await shownOf(user)).toMatchObject([{ instructions: [{ kind: 'target', price: 120, state: 'received' }] }])
  })

  it.each([
    ['not below the present one', 140.65, 'target_not_lower', { field: 'target_price', target: 14_065 }],
    ['at the last bid', 109.9, 'target_too_low', { field: 'target_price', bid: 10_990 }],
    ['below the last bid', 90, 'target_too_low', { field: 'target_price', bid: 10_990 }],
  ])('is refused %s', async (_, target_price, code, params) => {
    const { user, id } = await holder()
    bid(10_990)
    expect(await post(user, `${id}/target`, { target_price })).toMatchObject({ status: 409, json: { code, params } })
    expect(await rowsOf(user)).toEqual([])
  })

  it('is refused at or below the stop where no bid is known', async () => {
    const { user, id } = await holder()
    expect(await post(user, `${id}/target`, { target_price: 80.65 })).toMatchObject({
      status: 409,
      json: { code: 'target_too_low', params: { stop: 8065 } },
    })
  })
})

describe.each([
  ['stop', { trigger_price: 85 }],
  ['reduce', { keep_lots: 1 }],
  ['target', { target_price: 120 }],
])('the %s', (path, body) => {
  it.each([
    ['entering', 'trade_entering'],
    ['exiting', 'trade_exiting'],
    ['closed', 'trade_over'],
    ['abandoned', 'trade_over'],
  ])('of a trade that is %s is not changed', async (state, code) => {
    const { user, id } = await holder()
    await setState(id, { state, exitReason: 'time', exitSince: FRIDAY_TEN })
    expect(await post(user, `${id}/${path}`, body)).toMatchObject({ status: 409, json: { code } })
  })

  it('of another user’s trade is not found', async () => {
    const { id } = await holder()
    expect((await post(await newUser(web, 'elite'), `${id}/${path}`, body)).status).toBe(404)
  })
})

describe('the exit of all trades', () => {
  it('exits each live trade of the user and of no other, and engages the kill switch with it', async () => {
    const { user, id } = await holder()
    const other = await holder()
    await writeTrade(web.store.db, user.id, TODAY, `e-${user.id}`, 'open')
    await setState(`e-${user.id}`, { state: 'entering' })
    await writeTrade(web.store.db, user.id, TODAY, `c-${user.id}`, 'closed')
    const { status, json } = await post(user, 'exit_all', { pause: true })
    const { trades, stop } = json as { trades: string[]; stop: object }
    expect([status, trades.toSorted(), stop]).toEqual([
      202,
      [`e-${user.id}`, id].toSorted(),
      { user: true, global: false },
    ])
    const rows = await rowsOf(user)
    expect(rows.map((row) => `${row.kind} ${row.trade_id}`).toSorted()).toEqual(
      [`exit e-${user.id}`, `exit ${id}`].toSorted(),
    )
    expect(await rowsOf(other.user)).toEqual([])
    const changes = await web.store.db
      .selectFrom('kill_switch_changes')
      .select(['engaged', 'channel', 'changed_by'])
      .where('scope', '=', user.id)
      .execute()
    expect(changes).toEqual([{ engaged: true, channel: 'web', changed_by: user.id }])
  })

  it('leaves the kill switch as it is without a pause, and adds nothing when it is asked for again', async () => {
    const { user, id } = await holder()
    const first = await post(user, 'exit_all', { pause: false })
    const again = await post(user, 'exit_all', { pause: false })
    for (const answer of [first, again])
      expect(answer.json).toEqual({ trades: [id], stop: { user: false, global: false } })
    expect(await rowsOf(user)).toHaveLength(1)
  })

  it('is empty for a user without a trade, who is paused nevertheless', async () => {
    const user = await newUser(web, 'starter')
    expect((await post(user, 'exit_all', { pause: true })).json).toEqual({
      trades: [],
      stop: { user: true, global: false },
    })
  })

  it('waits for an entry that is being claimed, and exits it', async () => {
    const { user, id } = await holder()
    const client = await web.store.pool.connect()
    try {
      // What a claim does: the account's row is locked until trade and intent are committed.
      await client.query('begin')
      await client.query('select from execution_accounts where account_id = $1 for update', [user.id])
      const answer = post(user, 'exit_all', { pause: true })
      const blocked = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(async () => (await web.store.pool.query(blocked)).rowCount, { timeout: 20_000 }).toBe(1)
      const claimed = `claimed-${user.id}`
      await client.query(
        `insert into trades (id, account_id, on_day, symbol, decision_id, state, created_at, body)
         select $2, account_id, on_day, symbol, 'another decision', 'entering', created_at,
           (body::jsonb || jsonb_build_object('id', $2::text, 'state', 'entering'))
         from trades where id = $1`,
        [id, claimed],
      )
      await client.query('commit')
      const { trades } = (await answer).json as { trades: string[] }
      expect(trades.toSorted()).toEqual([claimed, id].toSorted())
    } finally {
      client.release()
    }
  })
})
