// @invariant approval-fresh-claim
import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { EntryPlan } from '@strikewise/signals/decision/decision.ts'
import { KEY_SCOPES, type Route } from '@strikewise/wire/route.ts'
import { ROUTES } from '@strikewise/wire/routes.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, FRIDAY_TEN, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { OFFERED_CALL } from './offered-call.ts'
import { writeEntryOffer } from './trade-rows.ts'
import { decide } from './trading-stack.ts'

/* Entries that wait for their user: what is shown, what an answer commits, and what is refused. */

/** Rupees, for a lot bought at the ask and sold at the bid of the decision. */
const CHARGES =
  chargesOf(
    [
      { side: 'BUY', value: (14_910 * 75) as Paise, on: '2026-11-20' as IstDate },
      { side: 'SELL', value: (14_890 * 75) as Paise, on: '2026-11-20' as IstDate },
    ],
    2_000 as Paise,
  ).total / 100

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())
beforeEach(() => web.clock.set(FRIDAY_TEN))
const after = (ms: number) => web.clock.set((FRIDAY_TEN + ms) as EpochMs)

let seq = 0
/** A user whose engine decided for a call just now and waits for them; `decisionId` names the offer. */
async function asked(mode: 'paper' | 'live' = 'paper'): Promise<{ user: TestUser; decisionId: string }> {
  const user = await newUser(web, 'elite')
  await web.store.db
    .insertInto('broker_links')
    .values({
      user_id: user.id,
      mode,
      broker_user_id: `${mode}-${user.id}`,
      connected: true,
      access_token: Buffer.from('sealed'),
      login_at: new Date(FRIDAY_TEN - 3_600_000),
      egress_address: '192.0.2.1',
    })
    .execute()
  web.bus.publish(`account.${user.id}`, null)
  const entry: EntryPlan = {
    contract: OFFERED_CALL,
    delta: 0.5,
    bid: 14_890 as Paise,
    ask: 14_910 as Paise,
    mid: 14_900 as Paise,
    limit: 14_910 as Paise,
    stopDistance: 3_000 as Paise,
    quotedAt: FRIDAY_TEN,
  }
  const decisionId = await decide(web.store.db, web.bus, (seq += 1), {
    barEnd: FRIDAY_TEN,
    action: 'buy_call',
    score: 0.6,
    entry,
  })
  await writeEntryOffer(web.store.db, user.id, decisionId, FRIDAY_TEN, { contract: contractRef(OFFERED_CALL), mode })
  return { user, decisionId }
}

const offersOf = async ({ cookie }: TestUser) =>
  (await call(web, 'GET', '/api/entry_approvals', { cookie })).json as { offers: object[] }
const answer = ({ cookie }: TestUser, decisionId: string, given: 'take' | 'skip') =>
  call(web, 'POST', `/api/entry_approvals/${decisionId}`, { cookie, body: { answer: given } })
const ticketsOf = ({ id }: TestUser) =>
  web.store.db.selectFrom('entry_tickets').selectAll().where('user_id', '=', id).execute()

describe('an entry that waits for its user', () => {
  it('shows contract, limit, loss at the stop and deadline until it is answered or over', async () => {
    const { user, decisionId } = await asked()
    expect(await offersOf(user)).toEqual({
      offers: [
        {
          decision_id: decisionId,
          symbol: 'NIFTY',
          strike: 24_500,
          side: 'CE',
          expiry: '2026-11-24',
          mode: 'paper',
          lots: 1,
          limit_price: 150,
          stop_price: 120,
          worst_loss: 2400,
          // Decay is of the theta that delta and mid imply, for the 90 minutes of the time limit.
          cost: {
            lots: 1,
            holding_minutes: 90,
            spread: 15,
            charges: CHARGES,
            decay: expect.closeTo(311, -1) as number,
            total: expect.closeTo(15 + CHARGES + 311, -1) as number,
            per_unit: expect.any(Number) as number,
            r: expect.closeTo((15 + CHARGES + 311) / 2_250, 1) as number,
            break_even: {
              points: expect.closeTo((15 + CHARGES + 311) / 75 / 0.5, 0) as number,
              percent: expect.any(Number) as number,
            },
          },
          until: '2026-11-20T10:00:30+05:30',
        },
      ],
    })
    after(30_001)
    expect(await offersOf(user)).toEqual({ offers: [] })
    after(1_000)
    await answer(user, decisionId, 'skip')
    expect(await offersOf(user)).toEqual({ offers: [] })
    expect(await ticketsOf(user)).toEqual([])
  })

  it('that is taken is a ticket at the limit shown, which trades no later than the deadline shown', async () => {
    const { user, decisionId } = await asked()
    after(20_000)
    expect(await answer(user, decisionId, 'take')).toMatchObject({
      status: 200,
      json: { answer: 'take', ticket: { state: 'waiting', limit_price: 150, stop_price: 120, lots: 1 } },
    })
    const [ticket, ...more] = await ticketsOf(user)
    expect(more).toEqual([])
    expect(ticket).toMatchObject({
      limit_paise: 15_000,
      stop_distance_paise: 3_000,
      lots: 1,
      mode: 'paper',
      channel: 'web',
      contract: OFFERED_CALL,
      asked_at: FRIDAY_TEN + 20_000,
      valid_until: FRIDAY_TEN + 30_000,
    })
  })

  it('is taken once by two devices at once', async () => {
    const { user, decisionId } = await asked()
    const answers = await Promise.all([answer(user, decisionId, 'take'), answer(user, decisionId, 'take')])
    for (const one of answers) expect(one).toMatchObject({ status: 200, json: { answer: 'take' } })
    expect(await ticketsOf(user)).toHaveLength(1)
  })

  it('goes by the first answer', async () => {
    const { user, decisionId } = await asked()
    await answer(user, decisionId, 'skip')
    expect(await answer(user, decisionId, 'take')).toMatchObject({ json: { answer: 'skip', ticket: null } })
    expect(await ticketsOf(user)).toEqual([])
  })

  it('is never sent after its deadline', async () => {
    const { user, decisionId } = await asked()
    after(30_001)
    expect(await answer(user, decisionId, 'take')).toMatchObject({ status: 409, json: { code: 'approval_over' } })
    expect(await ticketsOf(user)).toEqual([])
  })

  it('belongs to its user alone', async () => {
    const [{ user, decisionId }, other] = [await asked(), await newUser(web, 'elite')]
    expect(await answer(other, decisionId, 'take')).toMatchObject({ status: 404 })
    expect([await ticketsOf(user), await ticketsOf(other)]).toEqual([[], []])
  })

  it('is out of reach of a program, whatever its key may do', async () => {
    const { user, decisionId } = await asked()
    const made = await call(web, 'POST', '/api/program-keys', {
      cookie: user.cookie,
      body: { name: 'Script', scopes: KEY_SCOPES, expires_in_days: 1, addresses: [] },
    })
    expect([made.status, (ROUTES.answerApproval as Route).keyScope]).toEqual([200, undefined])
    const headers = { authorization: `Bearer ${(made.json as { key: string }).key}` }
    const tried = await call(web, 'POST', `/api/entry_approvals/${decisionId}`, { body: { answer: 'take' }, headers })
    expect(tried).toMatchObject({ status: 403, json: { code: 'key_scope' } })
    expect(await ticketsOf(user)).toEqual([])
  })

  it('with real money needs a sign-in of the day to be taken, none to be skipped', async () => {
    const [first, second] = [await asked('live'), await asked('live')]
    const old = new Date(Date.now() - 13 * 3_600_000)
    for (const { user } of [first, second]) {
      await web.store.db
        .updateTable('identity_sessions')
        .set({ createdAt: old, authenticatedAt: old })
        .where('userId', '=', user.id)
        .execute()
      web.bus.publish(`account.${user.id}`, null)
    }
    expect((await answer(first.user, first.decisionId, 'take')).status).toBe(403)
    expect((await answer(second.user, second.decisionId, 'skip')).status).toBe(200)
    expect(await ticketsOf(first.user)).toEqual([])
  })
})

describe('the setting', () => {
  const save = (user: TestUser, change: object) =>
    call(web, 'PUT', '/api/trade-settings', {
      cookie: user.cookie,
      body: {
        strategies: [{ symbol: 'NIFTY', lots: 1, auto_execute: true, tsl_enabled: true, sl_buffer: 10, ...change }],
        consentGiven: true,
      },
    })
  const settingOf = async (user: TestUser) =>
    (
      (await call(web, 'GET', '/api/trade-settings', { cookie: user.cookie })).json as {
        strategies: { approval_seconds: number | null }[]
      }
    ).strategies[0]!.approval_seconds

  it('is stored, bounded, and left as it is by a client that does not know it', async () => {
    const user = await newUser(web, 'elite')
    expect((await save(user, { approval_seconds: 30 })).status).toBe(200)
    expect(await settingOf(user)).toBe(30)
    expect((await save(user, {})).status).toBe(200)
    expect(await settingOf(user)).toBe(30)
    for (const approval_seconds of [19, 61, 30.5]) expect((await save(user, { approval_seconds })).status).toBe(400)
    expect((await save(user, { approval_seconds: null })).status).toBe(200)
    expect(await settingOf(user)).toBeNull()
  })

  it('takes effect at once where it asks, and after the close of a day with a trade where it stops asking', async () => {
    const user = await newUser(web, 'elite')
    await web.store.db
      .insertInto('execution_accounts')
      .values({ account_id: user.id, journal_hash: '' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await save(user, { approval_seconds: 30 })
    await web.store.pool.query(
      `insert into day_locks (account_id, on_day, reason, at, mode) values ($1, '2026-11-20', 'loss_cap', $2, 'paper')`,
      [user.id, FRIDAY_TEN],
    )
    expect((await save(user, { approval_seconds: null })).status).toBe(200)
    expect(await settingOf(user)).toBe(30)
    const { json } = await call(web, 'GET', '/api/trade-settings', { cookie: user.cookie })
    expect((json as { pending: object[] }).pending).toMatchObject([
      { setting: 'approval_seconds', symbol: 'NIFTY', value: null },
    ])
    web.clock.set(istInstant('2026-11-20' as IstDate, 15, 40))
    expect(await settingOf(user)).toBeNull()
  })
})
