// @invariant ticket-answered-once
import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { TicketQuote, TicketReply } from '@strikewise/wire/entry-tickets.ts'
import { KEY_SCOPES, type Route } from '@strikewise/wire/route.ts'
import { ROUTES } from '@strikewise/wire/routes.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setKillSwitch } from '../src/kill-switch/kill-switch.ts'
import { call, FRIDAY_TEN, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { openTicketMarket, publishSnapshot, showGreeks, showQuote, TERMS, TODAY } from './ticket-market.ts'
import { writeTrade, writeTradeWithoutFills } from './trade-rows.ts'

/* What the calls show, commit and refuse. */

const GREEKS = { delta: 0.5, theta: null }
const TICKET = { ...TERMS, lots: 1, limit_price: 150, stop_price: 120 }

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())
beforeEach(() => {
  openTicketMarket(web)
  showGreeks(web, GREEKS, GREEKS)
})

type Plan = 'starter' | 'pro' | 'elite' | 'master'
async function trader(plan: Plan = 'pro', mode: 'paper' | 'live' | null = 'paper'): Promise<TestUser> {
  const user = await newUser(web, plan)
  if (mode !== null) {
    const link = {
      user_id: user.id,
      mode,
      broker_user_id: `${mode}-${user.id}`,
      connected: true,
      access_token: Buffer.from('sealed'),
    }
    await web.store.db
      .insertInto('broker_links')
      .values({ ...link, login_at: new Date(FRIDAY_TEN - 3_600_000), egress_address: '192.0.2.1' })
      .execute()
    web.bus.publish(`account.${user.id}`, null)
  }
  return user
}

let keys = 0
const send = (user: TestUser, change: object = {}, key = `k${(keys += 1)}`) =>
  call(web, 'POST', '/api/entry_tickets', {
    cookie: user.cookie,
    body: { ...TICKET, ...change },
    headers: { 'idempotency-key': key },
  })
async function quoteFor(user: TestUser, query: Record<string, string> = {}): Promise<TicketQuote> {
  const terms = { symbol: 'NIFTY', strike: '24500', side: 'CE' }
  const answer = await call(web, 'GET', '/api/entry_tickets/quote', {
    cookie: user.cookie,
    query: { ...terms, ...query },
  })
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()])
  return answer.json as TicketQuote
}
const stateOf = async (user: TestUser, id: string) =>
  (await call(web, 'GET', `/api/entry_tickets/${id}`, { cookie: user.cookie })).json as TicketReply
const rowsOf = ({ id }: TestUser) =>
  web.store.db.selectFrom('entry_tickets').selectAll().where('user_id', '=', id).execute()

describe('the quote of a ticket', () => {
  it('suggests limit and stop, and shows the worst loss to the paisa', async () => {
    const quote = await quoteFor(await trader(), { lots: '2' })
    expect(quote).toMatchObject({
      contract: { ...TERMS, lot_size: 75, tick_size: 0.05, tradingsymbol: 'NIFTY0' },
      bid: 149,
      ask: 149.1,
      delay_seconds: 0,
      mode: 'paper',
      can_send: true,
      lots: 2,
      quantity: 150,
      limit_price: 150.55,
      stop_price: 127.95,
      outlay: 22582.5,
      valid_seconds: 15,
    })
    const exit = 11_795
    const charges = chargesOf(
      [
        { side: 'BUY', value: (15_055 * 75) as Paise, on: TODAY },
        { side: 'SELL', value: (exit * 75) as Paise, on: TODAY },
      ],
      2_000 as Paise,
    )
    expect(quote.worst_loss).toBe((2 * ((15_055 - exit) * 75 + charges.total)) / 100)
  })

  it('opens the order on the page of the broker for a plan with manual trades and no live link', async () => {
    const { limit_price, order_page } = await quoteFor(await trader('pro', null), { lots: '2' })
    expect(order_page!.url).toBe(`${web.config.sandboxUrl}/connect/basket`)
    expect(JSON.parse(order_page!.fields['data']!)).toEqual([
      {
        variety: 'regular',
        tradingsymbol: 'NIFTY0',
        exchange: 'NFO',
        transaction_type: 'BUY',
        order_type: 'LIMIT',
        product: 'MIS',
        validity: 'DAY',
        quantity: 150,
        price: limit_price,
        readonly: false,
      },
    ])
    expect((await quoteFor(await trader('elite', 'live'))).order_page).toBeNull()
    expect((await quoteFor(await trader('starter', null))).order_page).toBeNull()
  })

  it('passes every check of an account in good order', async () => {
    const { checks } = await quoteFor(await trader())
    expect(checks).toEqual(['account', 'market', 'limits', 'price', 'size'].map((check) => ({ check, refusal: null })))
  })

  it('names what would refuse the ticket, with what to do about it', async () => {
    const user = await trader()
    await setKillSwitch(web.store.db, user.id, { engaged: true, by: user.id, channel: 'web' }, web.clock.now())
    await writeTrade(web.store.db, user.id, TODAY, `t-${user.id}`, 'open')
    const { checks } = await quoteFor(user, { limit_price: '149', stop_price: '120' })
    expect(checks.map(({ check, refusal }) => [check, refusal?.code, refusal?.remedy?.place])).toEqual([
      ['account', 'user_stop', 'kill_switch'],
      ['market', undefined, undefined],
      ['limits', 'active_trade_limit', 'plans'],
      ['price', 'price_above_limit', null],
    ])
  })

  it('holds a stop inside what the limit allows', async () => {
    const user = await trader()
    expect(await quoteFor(user, { limit_price: '150', stop_price: '60' })).toMatchObject({
      stop_price: 105,
      stop_range: { from: 105, to: 127.5 },
    })
  })

  it('of another expiry is of that contract, and of none that is not listed', async () => {
    const user = await trader()
    expect((await quoteFor(user, { expiry: '2026-12-01' })).contract).toMatchObject({ tradingsymbol: 'NIFTY2' })
    const query = { symbol: 'NIFTY', strike: '24500.5', side: 'CE' }
    const answer = await call(web, 'GET', '/api/entry_tickets/quote', { cookie: user.cookie, query })
    expect(answer).toMatchObject({ status: 404, json: { code: 'not_found' } })
  })

  it('shows a starter late prices, and no check that would show newer ones', async () => {
    publishSnapshot(web, 'chain.NIFTY', [
      { strike: 24_500, ce_oi: 1, ce_ltp: 140, ce_above_ema: null, pe_oi: 1, pe_ltp: 150, pe_above_ema: null },
    ])
    const user = await trader('starter')
    expect(await quoteFor(user)).toMatchObject({ last: null, can_send: false, limit_price: null, checks: [] })
    web.clock.set((FRIDAY_TEN + 61_000) as EpochMs)
    showQuote(web, 19_900, 19_910)
    const quote = await quoteFor(user)
    expect(quote).toMatchObject({
      bid: null,
      ask: null,
      last: 140,
      limit_price: 140,
      delay_seconds: 60,
      can_send: false,
    })
    expect(quote.checks.map(({ check, refusal }) => [check, refusal?.code])).toEqual([
      ['account', 'plan_without_manual'],
      ['market', undefined],
    ])
  })
})

describe('a ticket', () => {
  it('is committed as it was sent, with the user’s settings of the stop', async () => {
    const user = await trader('elite')
    await web.store.db
      .insertInto('trade_settings')
      .values({ user_id: user.id, consent_given: false, updated_at: new Date(FRIDAY_TEN) })
      .execute()
    await web.store.db
      .insertInto('strategies')
      .values({
        user_id: user.id,
        symbol: 'NIFTY',
        lots: 3,
        auto_execute: false,
        tsl_enabled: true,
        sl_buffer_rupees: 7,
      })
      .execute()
    const answer = await send(user)
    expect(answer).toMatchObject({ status: 202, json: { state: 'waiting', valid_until: '2026-11-20T10:00:15+05:30' } })
    const { id } = answer.json as TicketReply
    expect(await rowsOf(user)).toMatchObject([
      {
        id,
        account_id: user.id,
        symbol: 'NIFTY',
        mode: 'paper',
        lots: 1,
        channel: 'web',
        limit_paise: 15e3,
        stop_distance_paise: 3e3,
        sl_buffer_paise: 700,
        trails: true,
        spot_paise: 245e4,
        asked_at: FRIDAY_TEN,
        valid_until: FRIDAY_TEN + 15e3,
      },
    ])
    expect(await stateOf(user, id)).toMatchObject({ id, state: 'waiting', stop_price: 120, limit_price: 150 })
    expect(web.logs.some((line) => line.includes('entry ticket') && line.includes(id))).toBe(true)
  })

  it('is one ticket however often the same key is sent, also at once', async () => {
    const user = await trader()
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(user, {}, 'the-same')))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
    expect(new Set(answers.map(({ json }) => (json as TicketReply).id)).size).toBe(1)
    expect(await rowsOf(user)).toHaveLength(1)
    expect(await send(user, { lots: 2 }, 'the-same')).toMatchObject({ status: 422 })
  })

  it('is refused while another may still trade, from two devices at once too', async () => {
    const user = await trader()
    const answers = await Promise.all([send(user), send(user)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409])
    expect(await send(user)).toMatchObject({ status: 409, json: { code: 'ticket_pending' } })
    web.clock.set((FRIDAY_TEN + 15_001) as EpochMs)
    expect((await send(user)).status).toBe(202)
  })

  it.each<[string, object, number, string]>([
    ['off the tick', { limit_price: 150.02 }, 400, 'invalid_input'],
    ['with a stop too near', { stop_price: 140 }, 409, 'stop_out_of_range'],
    ['with a stop too far', { stop_price: 100 }, 409, 'stop_out_of_range'],
    ['for no lot', { lots: 0 }, 400, 'invalid_input'],
    ['of a contract that is not listed', { strike: 24_700 }, 404, 'not_found'],
  ])('%s is refused', async (_what, change, status, code) => {
    const user = await trader()
    expect(await send(user, change)).toMatchObject({ status, json: { code } })
    expect(await rowsOf(user)).toEqual([])
  })

  it('needs a plan with manual trades, and an account', async () => {
    expect(await send(await trader('starter'))).toMatchObject({ status: 403, json: { code: 'upgrade_required' } })
    expect(await send(await trader('pro', null))).toMatchObject({ status: 409, json: { code: 'no_account' } })
  })

  it('is out of reach of a program, whatever its key may do', async () => {
    const user = await trader('master')
    const made = await call(web, 'POST', '/api/program-keys', {
      cookie: user.cookie,
      body: { name: 'Script', scopes: KEY_SCOPES, expires_in_days: 1, addresses: [] },
    })
    expect([made.status, (ROUTES.sendTicket as Route).keyScope]).toEqual([200, undefined])
    const answer = await call(web, 'POST', '/api/entry_tickets', {
      body: TICKET,
      headers: { authorization: `Bearer ${(made.json as { key: string }).key}`, 'idempotency-key': 'program' },
    })
    expect(answer).toMatchObject({ status: 403, json: { code: 'key_scope' } })
    expect(await rowsOf(user)).toEqual([])
    expect((await send(user)).status).toBe(202)
  })

  it('with real money needs a sign-in of the day, on paper none', async () => {
    for (const [mode, status] of [
      ['live', 403],
      ['paper', 202],
    ] as const) {
      const user = await trader('elite', mode)
      const old = new Date(Date.now() - 13 * 3_600_000)
      await web.store.db
        .updateTable('identity_sessions')
        .set({ createdAt: old, authenticatedAt: old })
        .where('userId', '=', user.id)
        .execute()
      web.bus.publish(`account.${user.id}`, null)
      expect((await send(user)).status).toBe(status)
    }
    expect((await send(await trader('elite', 'live'))).status).toBe(202)
  })

  it('shows the refusal, the trade, and that its time is over', async () => {
    const user = await trader()
    const { id } = (await send(user)).json as TicketReply
    web.clock.set((FRIDAY_TEN + 21_000) as EpochMs)
    expect((await stateOf(user, id)).state).toBe('expired')
    await web.store.pool.query(
      `insert into execution_accounts (account_id, journal_hash) values ($1, '') on conflict do nothing`,
      [user.id],
    )
    await web.store.pool.query(
      `insert into entry_refusals (account_id, symbol, decision_id, on_day, at, code, message)
       values ($1, 'NIFTY', $2, $3, $4, 'user_stop', '{"code":"refusal.user_stop","params":{}}')`,
      [user.id, id, TODAY, FRIDAY_TEN],
    )
    expect(await stateOf(user, id)).toMatchObject({
      state: 'refused',
      refusal: { code: 'user_stop', text: 'You have paused new entries.', remedy: { place: 'kill_switch' } },
    })
    // The list of missed signals is about signals alone.
    const uid = { uid: user.id, date: TODAY }
    const paid = await call(web, 'GET', '/api/entry_refusals', { cookie: user.cookie, query: uid })
    expect(paid.json).toMatchObject({ refusals: [] })
    const other = await trader()
    const sent = (await send(other)).json as TicketReply
    await writeTrade(web.store.db, other.id, TODAY, `t-${other.id}`, 'open')
    await web.store.db.updateTable('trades').set({ decision_id: sent.id }).where('id', '=', `t-${other.id}`).execute()
    expect(await stateOf(other, sent.id)).toMatchObject({
      state: 'bought',
      trade_id: `t-${other.id}`,
      filled_quantity: 75,
      average_price: 100.67,
    })
    expect((await call(web, 'GET', `/api/entry_tickets/${sent.id}`, { cookie: user.cookie })).status).toBe(404)
  })

  it('reports what was bought by its order while its fills were not read yet, as the open trades do', async () => {
    const user = await trader()
    const { id } = (await send(user)).json as TicketReply
    await writeTradeWithoutFills(web.store.db, user.id, TODAY, `t-${user.id}`)
    await web.store.db.updateTable('trades').set({ decision_id: id }).where('id', '=', `t-${user.id}`).execute()
    expect(await stateOf(user, id)).toMatchObject({ state: 'bought', filled_quantity: 75, average_price: 100.67 })
    const query = { uid: user.id, date: TODAY }
    const open = await call(web, 'GET', '/api/user_active_trades', { cookie: user.cookie, query })
    expect(open.json).toMatchObject([{ quantity: 75, entry_price: 100.67 }])
  })

  it.each([
    ['missed', 'not_bought'],
    ['in_doubt', 'unanswered'],
    ['never_sent', 'unanswered'],
  ])(
    'reports an entry abandoned as %s as %s, and a fill that the broker reports late as bought',
    async (why, state) => {
      const { pool } = web.store
      const [late, never] = [await trader(), await trader()]
      const { id: lateId } = (await send(late)).json as TicketReply
      const { id: neverId } = (await send(never)).json as TicketReply
      await writeTrade(web.store.db, late.id, TODAY, `t-${late.id}`, 'open')
      await pool.query('update trades set decision_id = $2, body = body || $3 where id = $1', [
        `t-${late.id}`,
        lateId,
        JSON.stringify({ state: 'abandoned', why, abandonedAt: FRIDAY_TEN }),
      ])
      await pool.query(`insert into execution_accounts (account_id, journal_hash) values ($1, '')`, [never.id])
      // The same trade of another account, of which there is no fill.
      await pool.query(
        `insert into trades (id, account_id, on_day, symbol, decision_id, state, created_at, body)
         select $2, $3, on_day, symbol, $4, 'abandoned', created_at, body || jsonb_build_object('id', $2::text)
         from trades where id = $1`,
        [`t-${late.id}`, `t-${never.id}`, never.id, neverId],
      )
      expect(await stateOf(never, neverId)).toMatchObject({ state, reason: why, filled_quantity: 0 })
      expect(await stateOf(late, lateId)).toMatchObject({ state: 'bought', filled_quantity: 75 })
    },
  )

  it('reaches a listener of PostgreSQL with its commit, by its user, and no hint holds its order back', async () => {
    const user = await trader()
    const hints: string[] = []
    const unsubscribe = web.bus.subscribe('account.*', (subject) => hints.push(subject))
    const client = await web.store.pool.connect()
    const payloads: (string | undefined)[] = []
    client.on('notification', ({ payload }) => payloads.push(payload))
    await client.query('listen entry_tickets')
    await send(user)
    await client.query('select')
    unsubscribe()
    expect([payloads, hints]).toEqual([[user.id], []])
    await client.query('unlisten *')
    client.release()
  })
})
