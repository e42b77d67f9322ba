// @invariant instruction-reduces-risk
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FRIDAY_TEN, newUser, startTestWeb, type TestWeb } from './harness.ts'
import { instructionCalls } from './instruction-calls.ts'
import { writeTrade } from './trade-rows.ts'

/* What the call commits and refuses. */

const TODAY = '2026-11-20' as IstDate

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
  web.clock.set(FRIDAY_TEN)
})
afterAll(() => web.stop())

const { post, instructionIn, rowsOf, shownOf } = instructionCalls(() => web, TODAY)

describe('a part exit', () => {
  /** One lot of 75. */
  async function oneLot() {
    const user = await newUser(web, 'elite')
    const id = `t-${user.id}`
    await writeTrade(web.store.db, user.id, TODAY, id, 'open')
    return { user, id }
  }

  /** Three lots of 25. */
  async function threeLots() {
    const { user, id } = await oneLot()
    await web.store.pool.query(`update trades set body = jsonb_set(body, '{contract,lotSize}', '25') where id = $1`, [
      id,
    ])
    return { user, id }
  }

  it('is committed with the units that stay, and shown until they are all that is held', async () => {
    const { user, id } = await threeLots()
    const answer = await post(user, `${id}/reduce`, { keep_lots: 1 })
    expect(answer.status).toBe(202)
    expect(await rowsOf(user)).toMatchObject([{ kind: 'reduce', units: 25, price_paise: null }])
    expect(await shownOf(user)).toMatchObject([
      { instructions: [{ kind: 'reduce', keep_quantity: 25, state: 'received' }], part_exit: null },
    ])
    await web.store.pool.query(
      `update broker_orders set body = jsonb_set(body::jsonb, '{quantity}', '25') where trade_id = $1`,
      [id],
    )
    web.bus.publish(`trades.${user.id}`, null)
    expect(await shownOf(user)).toMatchObject([{ instructions: [{ state: 'working' }] }])
  })

  it('is the same one when two devices that show the same trade ask for it', async () => {
    const { user, id } = await threeLots()
    const [first, again] = [
      await post(user, `${id}/reduce`, { keep_lots: 1 }),
      await post(user, `${id}/reduce`, { keep_lots: 1 }),
    ]
    expect([again.status, instructionIn(again)]).toEqual([202, instructionIn(first)])
    expect(await rowsOf(user)).toHaveLength(1)
  })

  it('may leave still fewer lots, and never more', async () => {
    const { user, id } = await threeLots()
    expect((await post(user, `${id}/reduce`, { keep_lots: 2 })).status).toBe(202)
    expect(await post(user, `${id}/reduce`, { keep_lots: 3 })).toMatchObject({
      status: 409,
      json: { code: 'not_fewer_lots', params: { field: 'keep_lots', lots: 2 } },
    })
    expect((await post(user, `${id}/reduce`, { keep_lots: 1 })).status).toBe(202)
    expect(await post(user, `${id}/reduce`, { keep_lots: 2 })).toMatchObject({ status: 409 })
    expect((await rowsOf(user)).map(({ units }) => units)).toEqual([50, 25])
  })

  it('of one lot is refused: it is exited instead', async () => {
    const { user, id } = await oneLot()
    expect(await post(user, `${id}/reduce`, { keep_lots: 1 })).toMatchObject({
      status: 409,
      json: { code: 'one_lot', detail: expect.stringContaining('Exit the trade') as string },
    })
    expect(await rowsOf(user)).toEqual([])
  })

  it.each([0, -1, 1.5, 1_001])('that leaves %s lots is refused, and the field is named', async (keep_lots) => {
    const { user, id } = await threeLots()
    const answer = await post(user, `${id}/reduce`, { keep_lots })
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    expect((answer.json as { message: string }).message).toMatch(/^keep_lots: /)
  })
})
