import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, FRIDAY_TEN, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { writeExit, writeTrade } from './trade-rows.ts'

const TODAY = '2026-11-20' as IstDate

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())
beforeEach(() => web.clock.set(FRIDAY_TEN))

const get = (path: string, who: TestUser, query: Record<string, string> = {}) =>
  call(web, 'GET', path, { cookie: who.cookie, query })

describe('trades', () => {
  it('are the caller’s own, by day, with money from the fills', async () => {
    const user = await newUser(web, 'elite')
    await writeTrade(web.store.db, user.id, TODAY, `closed-${user.id}`, 'closed')
    await writeTrade(web.store.db, user.id, TODAY, `open-${user.id}`, 'open')
    web.bus.publish(`trades.${user.id}`, null)
    const log = await get('/user_trade_logs', user, { uid: user.id, date: TODAY, closed_only: 'true' })
    expect(log.headers.get('cache-control')).toBe('no-store')
    expect(log.json).toEqual([
      {
        trade_id: `closed-${user.id}`,
        entry_time: '2026-11-20T09:30:02+05:30',
        exit_time: '2026-11-20T09:45:00+05:30',
        strike: 25_000,
        entry_price: 100.67,
        exit_price: 110,
        quantity: 75,
        pnl: 700,
        gross_pnl: 700,
        net_pnl: 645.68,
        charges: 54.32,
        stt: 12.38,
        stamp: 0.23,
        symbol: 'NIFTY',
        side: 'CE',
        tradingsymbol: 'NIFTY26NOV25000CE',
        status: 'Closed',
        mode: 'paper',
        exit_reason: 'target',
        decision_id: `decision-closed-${user.id}`,
        entry_fill: { intended_price: 100, against: 'mid', difference: -50, r: -0.03 },
      },
    ])
    expect((await get('/user_active_trades', user, { uid: user.id, date: TODAY })).json).toMatchObject([
      { trade_id: `open-${user.id}`, quantity: 75, status: 'Open', stop_price: 80.65, entry_price: 100.67 },
    ])
    const both = await get('/user_trade_logs', user, { uid: user.id, date: TODAY })
    expect(both.json).toMatchObject([
      { pnl: 700, gross_pnl: 700, net_pnl: 645.68 },
      { pnl: null, gross_pnl: null, net_pnl: null },
    ])
    expect((await get('/user_trade_logs', user, { uid: user.id, date: '2026-11-19' })).json).toEqual([])
  })

  it.each<[what: string, size: Parameters<typeof writeTrade>[5], fewer: object | undefined]>([
    ['all that were armed', { sizing: { armedLots: 1, boundBy: 'user_lots' } }, undefined],
    [
      'fewer, for the risk budget',
      { sizing: { armedLots: 2, boundBy: 'risk_budget' } },
      { armed: 2, bought: 1, reason: 'risk_budget' },
    ],
    [
      'fewer, for a part that was not filled',
      { quantity: 150, sizing: { armedLots: 2, boundBy: 'user_lots' } },
      { armed: 2, bought: 1, reason: 'offers' },
    ],
    ['an unknown share', {}, undefined],
  ])('say why they hold fewer lots than were armed: %s', async (_what, size, fewer) => {
    const user = await newUser(web, 'elite')
    await writeTrade(web.store.db, user.id, TODAY, `open-${user.id}`, 'open', size)
    await writeTrade(web.store.db, user.id, TODAY, `closed-${user.id}`, 'closed', size)
    web.bus.publish(`trades.${user.id}`, null)
    const rows = async (path: string) =>
      (await get(path, user, { uid: user.id, date: TODAY })).json as { fewer_lots?: object }[]
    expect((await rows('/user_active_trades')).map((row) => row.fewer_lots)).toEqual([fewer])
    expect((await rows('/user_trade_logs')).map((row) => row.fewer_lots)).toEqual([fewer, fewer])
  })

  it('show no stop price while no stop rests at the broker', async () => {
    const user = await newUser(web, 'elite')
    await writeTrade(web.store.db, user.id, TODAY, `bare-${user.id}`, 'open without a stop')
    const { json } = await get('/user_active_trades', user, { uid: user.id, date: TODAY })
    expect(json).toMatchObject([{ trade_id: `bare-${user.id}`, quantity: 75, stop_price: null }])
  })

  it('stand at the last price of their contract, after the charges of selling there', async () => {
    const user = await newUser(web, 'pro')
    await writeTrade(web.store.db, user.id, TODAY, `live-${user.id}`, 'open')
    web.bus.publish(`trades.${user.id}`, null)
    const standing = async () => (await get('/api/live_pnl', user, { uid: user.id, date: TODAY })).json
    const unknown = { last_price: null, bid: null, as_of: null, gross: null, net: null }
    expect(await standing()).toEqual([{ trade_id: `live-${user.id}`, mode: 'paper', ...unknown }])
    // Token, bid, ask, last (paise), received at, volume, open interest, offered.
    web.bus.publish('quotes', Float64Array.of(1, 10_990, 11_010, 11_000, FRIDAY_TEN, 0, 0, 75))
    // Bought for 7,550.00 in two fills of one order, sold for 8,250.00: 700.00 gross.
    expect(await standing()).toEqual([
      {
        trade_id: `live-${user.id}`,
        mode: 'paper',
        last_price: 110,
        bid: 109.9,
        as_of: '2026-11-20T10:00:00+05:30',
        gross: 700,
        net: 633.55,
      },
    ])
    const other = await get('/api/live_pnl', await newUser(web, 'elite'), { uid: user.id, date: TODAY })
    expect([other.status, other.json]).toMatchObject([403, { code: 'uid_mismatch' }])
  })

  it('show with a position its risk, its limits of time and price, and what it comes to at its stop', async () => {
    const user = await newUser(web, 'elite')
    await writeTrade(web.store.db, user.id, TODAY, `row-${user.id}`, 'open')
    const { json } = await get('/user_active_trades', user, { uid: user.id, date: TODAY })
    expect(json).toEqual([
      {
        trade_id: `row-${user.id}`,
        entry_time: '2026-11-20T09:30:02+05:30',
        strike: 25_000,
        entry_price: 100.67,
        quantity: 75,
        status: 'Open',
        symbol: 'NIFTY',
        side: 'CE',
        tradingsymbol: 'NIFTY26NOV25000CE',
        mode: 'paper',
        stop_price: 80.65,
        target_price: 140.65,
        decision_id: `decision-row-${user.id}`,
        state: 'open',
        expiry: '2026-11-24',
        lots: 1,
        lot_size: 75,
        tick_size: 0.05,
        open_quantity: 75,
        part_exit: null,
        entered_at: '2026-11-20T09:30:02+05:30',
        time_limit_at: '2026-11-20T11:00:02+05:30',
        planned_loss: null,
        r: 20,
        trailing: false,
        initial_stop: 80.65,
        stop_limit_price: 70.65,
        // Bought for 7,550.00, sold for 6,048.75: -1,501.25 gross.
        loss_at_stop: -1563.46,
        instructions: [],
        exit: null,
      },
    ])
  })

  it('show of an exit its reason and the broker’s answer to each order', async () => {
    const user = await newUser(web, 'elite')
    const id = `exit-${user.id}`
    await writeTrade(web.store.db, user.id, TODAY, id, 'open')
    await writeExit(web.store.db, id, FRIDAY_TEN)
    const { json } = await get('/user_active_trades', user, { uid: user.id, date: TODAY })
    expect(json).toMatchObject([
      {
        state: 'exiting',
        status: 'Exiting',
        target_price: null,
        exit: {
          reason: 'time',
          requested_at: '2026-11-20T10:00:00+05:30',
          orders: [
            // Its price was changed twice; the second change is on its way.
            { sent_at: '2026-11-20T10:00:04+05:30', answer: 'sending', filled_quantity: 25, average_price: 107.13 },
            { sent_at: '2026-11-20T10:00:06+05:30', answer: 'in_doubt', filled_quantity: 0, average_price: null },
          ],
        },
      },
    ])
  })

  it('are measured against their plans for master', async () => {
    const user = await newUser(web, 'master')
    await writeTrade(web.store.db, user.id, TODAY, `tracked-${user.id}`, 'closed')
    const { json } = await get('/api/trade_tracker', user, { uid: user.id, date: TODAY })
    expect(json).toEqual([
      {
        trade_id: `tracked-${user.id}`,
        mode: 'paper',
        held_seconds: 898,
        planned_loss: null,
        result_r: null,
        best_price: 110,
        kept_of_best: 1,
        stop_kept: null,
        manual_exit_quantity: 0,
        second_attempt: false,
      },
    ])
  })

  it('are read from the store once, until the trader role shows they changed', async () => {
    const user = await newUser(web, 'elite')
    const active = () => get('/user_active_trades', user, { uid: user.id, date: TODAY })
    expect((await active()).json).toEqual([])
    await writeTrade(web.store.db, user.id, TODAY, `hinted-${user.id}`, 'open')
    expect((await active()).json).toEqual([])
    web.bus.publish(`trades.${user.id}`, null)
    expect((await active()).json).toHaveLength(1)
  })
})
