import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istInstant, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { Intent, Outcome } from '@strikewise/execution/intent/intent.ts'
import { tradeChartReply } from '@strikewise/wire/trade-chart.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, FRIDAY_TEN, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { writeTrade } from './trade-rows.ts'

const TODAY = '2026-11-20' as IstDate
const at = (hour: number, minute: number, second = 0) => istInstant(TODAY, hour, minute, second)
const PRICING = { at: FRIDAY_TEN, spot: 25_010, forward: 25_030, volatility: 0.12, years: 0.011, rate: 0.065 }

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())
beforeEach(() => web.clock.set(FRIDAY_TEN))

/** Forty minutes of the traded call, one paisa higher each, the last one under way at ten. */
function publishOption(change: object = {}): void {
  const prices = Array.from({ length: 41 }, (_, i) => [10_000 + i, 10_020 + i, 9_980 + i, 10_010 + i]).flat()
  const option = { tradingsymbol: 'NIFTY26NOV25000CE', from: at(9, 20), prices, pricing: PRICING, ...change }
  web.bus.publish('snapshot.option.1', { version: 1, json: JSON.stringify(option) })
}

const ask = (who: TestUser, tradeId: string, query: Record<string, string> = {}) =>
  call(web, 'GET', '/api/trade_chart', { cookie: who.cookie, query: { uid: who.id, trade_id: tradeId, ...query } })

const chartOf = async (who: TestUser, tradeId: string, query: Record<string, string> = {}) =>
  tradeChartReply.parse((await ask(who, tradeId, query)).json)

/** A change of the stop as the trader role leaves it. */
async function writeStop(tradeId: string, userId: string, attempt: number, trigger: number, outcome: Outcome) {
  const terms = { kind: 'SL', quantity: 75, price: (trigger - 1000) as Paise, trigger: trigger as Paise } as const
  const intent: Intent = {
    id: `${tradeId}-${attempt}`,
    accountId: userId,
    tradeId,
    kind: attempt === 1 ? 'protect' : 'move',
    attempt,
    call:
      attempt === 1
        ? {
            type: 'place',
            order: { tag: `tag-${tradeId}`, tradingsymbol: 'NIFTY26NOV25000CE', side: 'SELL', product: 'NRML', terms },
          }
        : { type: 'modify', orderId: 'o-1', terms },
    reason: attempt === 1 ? 'stop' : 'trail',
    on: TODAY,
    createdAt: at(9, 30, attempt),
    epoch: 1,
    deadline: at(9, 31),
    outcome,
  }
  await web.store.db
    .insertInto('intents')
    .values({
      id: intent.id,
      account_id: userId,
      trade_id: tradeId,
      kind: intent.kind,
      outcome: outcome.state,
      tag: attempt === 1 ? `tag-${tradeId}` : null,
      created_at: intent.createdAt,
      body: JSON.stringify(intent),
    })
    .execute()
}

async function withOpenTrade(plan: 'starter' | 'elite') {
  const user = await newUser(web, plan)
  const id = `open-${user.id}`
  await writeTrade(web.store.db, user.id, TODAY, id, 'open')
  return { user, id }
}

describe('an open trade', () => {
  it('is drawn on its own option, with entry, target and where the stop has been', async () => {
    const { user, id } = await withOpenTrade('elite')
    const accepted = (when: EpochMs): Outcome => ({ state: 'accepted', at: when, orderId: 'o-1' })
    await writeStop(id, user.id, 1, 8065, accepted(at(9, 30, 3)))
    await writeStop(id, user.id, 2, 9000, { state: 'refused', at: at(9, 40), code: 'other', text: 'no' })
    await writeStop(id, user.id, 3, 10_110, accepted(at(9, 50)))
    publishOption()
    const chart = await chartOf(user, id)
    expect(chart).toMatchObject({
      trade_id: id,
      tradingsymbol: 'NIFTY26NOV25000CE',
      status: 'Open',
      mode: 'paper',
      expiry: '2026-11-24',
      entry: { at: '2026-11-20T09:30:02+05:30', price: 100.67 },
      exit: null,
      held: { quantity: 75, cost: 7550 },
      stops: [
        { at: '2026-11-20T09:30:03+05:30', price: 80.65 },
        { at: '2026-11-20T09:50:00+05:30', price: 101.1 },
      ],
      target: 140.65,
      decided: null,
      delayed_by: 0,
      pricing: { spot: 25_010, forward: 25_030, volatility: 0.12, rate: 0.065 },
    })
    expect(chart.candles).toHaveLength(41)
    expect(chart.candles[0]).toEqual({ time: at(9, 20), open: 100, high: 100.2, low: 99.8, close: 100.1 })
    expect(chart.candles.at(-1)).toMatchObject({ time: at(10, 0), forming: true })
  })

  it('is served from the requested minute', async () => {
    const { user, id } = await withOpenTrade('elite')
    publishOption()
    const later = await chartOf(user, id, { from: String(at(9, 59)) })
    expect(later.candles.map(({ time }) => time)).toEqual([at(9, 59), at(10, 0)])
    expect((await chartOf(user, id, { from: String(at(11, 0)) })).candles).toEqual([])
  })

  it('has no candles while the market has nothing of that very contract', async () => {
    const { user, id } = await withOpenTrade('elite')
    publishOption({ tradingsymbol: 'NIFTY26DEC25000CE' })
    expect(await chartOf(user, id)).toMatchObject({ candles: [], pricing: null, entry: { price: 100.67 } })
  })

  it('shows a delayed plan no minute before it is a minute old, and no present price', async () => {
    const { user, id } = await withOpenTrade('starter')
    publishOption()
    for (const second of [0, 1, 59, 60, 61, 119]) {
      web.clock.set((FRIDAY_TEN + second * 1000) as EpochMs)
      const chart = await chartOf(user, id)
      expect(chart).toMatchObject({ delayed_by: 60, pricing: null, entry: { price: 100.67 } })
      expect(chart.candles.at(-1)!.time + MINUTE_MS).toBeLessThanOrEqual(web.clock.now() - 60_000)
      expect(chart.candles.some(({ forming }) => forming)).toBe(false)
    }
  })

  it('is the caller’s own or not there', async () => {
    const { user, id } = await withOpenTrade('elite')
    const other = await newUser(web, 'master')
    expect(await ask(other, id)).toMatchObject({ status: 404, json: { code: 'not_found' } })
    const posing = await call(web, 'GET', '/api/trade_chart', {
      cookie: other.cookie,
      query: { uid: user.id, trade_id: id },
    })
    expect(posing).toMatchObject({ status: 403, json: { code: 'uid_mismatch' } })
    expect(await ask(user, 'never-was')).toMatchObject({ status: 404 })
  })
})

describe('a closed trade', () => {
  it('shows its exit to who has the trade log, and nothing is held', async () => {
    const user = await newUser(web, 'elite')
    await writeTrade(web.store.db, user.id, TODAY, `closed-${user.id}`, 'closed')
    expect(await chartOf(user, `closed-${user.id}`)).toMatchObject({
      status: 'Closed',
      exit: { at: '2026-11-20T09:45:00+05:30', price: 110 },
      held: { quantity: 0, cost: 0 },
      target: null,
    })
  })

  it.each(['starter', 'pro'] as const)('is locked for %s', async (plan) => {
    const user = await newUser(web, plan)
    await writeTrade(web.store.db, user.id, TODAY, `closed-${user.id}`, 'closed')
    expect(await ask(user, `closed-${user.id}`)).toMatchObject({ status: 403, json: { code: 'upgrade_required' } })
  })
})
