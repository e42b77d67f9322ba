import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { rs, Scenario } from '../testing/scenario.ts'
import { accepted, BOUGHT, intent, OPEN, order, place, viewOf } from '../testing/trade-fixture.ts'
import { nextTrade, type Trade, type TradePnl } from '../trade/trade.ts'
import { dayLockNotification, reducedNotification, tradeNotification } from './trade-notifications.ts'

const NAMES = { broker: 'Nimbus', portal: 'Desk' }

const CONTRACT = { symbol: 'NIFTY', strike: 24000, side: 'CE', expiry: OPEN.contract.expiry } as const
const OPENED = { mode: 'paper', contract: CONTRACT, quantity: 65, price: rs(150), stop: rs(120) } as const

const messageOf = (sizing: Trade['sizing'], quantity = 65) =>
  tradeNotification({ ...OPEN, quantity, ...(sizing === undefined ? {} : { sizing }) }, 65, OPEN.enteredAt, NAMES)
    ?.message

describe('an entry', () => {
  it.each<[NonNullable<Trade['sizing']>['boundBy'], object]>([
    ['risk_budget', {}],
    ['day_cap', {}],
    ['cash', { share: 0.5 }],
    ['liquidity', {}],
    ['freeze', {}],
    ['earlier_loss', {}],
    ['second_attempt', { share: 0.5 }],
  ])('of fewer lots than armed says that it was bound by %s', (boundBy, figures) =>
    expect(messageOf({ armedLots: 2, boundBy })).toEqual({
      code: 'notice.trade_opened.fewer',
      ...OPENED,
      lots: { code: `lots.${boundBy}`, bought: 1, armed: 2, ...figures },
    }),
  )

  it('shows that an order was filled in part', () =>
    expect(messageOf({ armedLots: 2, boundBy: 'user_lots' }, 130)).toMatchObject({
      lots: { code: 'lots.offers', bought: 1, armed: 2 },
    }))

  it.each<[string, Trade['sizing']]>([
    ['all lots were bought', { armedLots: 1, boundBy: 'user_lots' }],
    ['the sizing was not stored', undefined],
  ])('says nothing of lots when %s', (_what, sizing) =>
    expect(messageOf(sizing)).toEqual({ code: 'notice.trade_opened', ...OPENED }),
  )

  it('notifies with its reason as soon as it is filled', async () => {
    const s = new Scenario()
    // The largest plan buys as many of the lots as fit; the others all or none.
    s.facts((facts) => ({
      ...facts,
      plan: 'master',
      strategies: facts.strategies.map((one) => ({ ...one, lots: 4 })),
    }))
    await s.start()
    s.decide()
    await s.run(3_000)
    expect(s.store.notifications.map(({ message }) => message)).toMatchObject([
      {
        code: 'notice.trade_opened.fewer',
        quantity: 130,
        price: rs(150.1),
        stop: rs(120.1),
        lots: { code: 'lots.risk_budget', bought: 2, armed: 4 },
      },
    ])
  })
})

describe('the sale of a part', () => {
  const sale = (id: string) => intent('reduce', place('SELL'), accepted(id, 100), { id: `i-${id}` })
  const part = (id: string, filled: number, averagePrice: number) =>
    order(id, { intentId: `i-${id}`, kind: 'LIMIT', phase: 'complete', quantity: filled, filled, averagePrice })
  const view = viewOf({
    trade: { ...OPEN, lots: 4, quantity: 260 },
    intents: [sale('r1'), sale('r2')],
    orders: [{ ...BOUGHT, quantity: 260, filled: 260 }, part('r1', 65, 15_100), part('r2', 130, 15_250)],
  })

  it.each([
    [0, 195, 15_200],
    [65, 130, 15_250],
  ])('shows what was sold since %i units were: %i at %i paise, and what stays', (before, quantity, price) =>
    expect(reducedNotification(view, before, OPEN.enteredAt)).toMatchObject({
      kind: 'trade_closed',
      key: `reduced/${OPEN.id}/195`,
      message: { code: 'notice.trade_reduced', mode: 'paper', contract: CONTRACT, quantity, price, held: 65 },
    }),
  )
})

describe('an exit', () => {
  const at = (OPEN.enteredAt + 5_760_000) as EpochMs
  const closed = (result: TradePnl | null, converted?: number): Trade => {
    const leaving = nextTrade(OPEN, { type: 'exit_wanted', at, reason: 'time' })!
    const over = nextTrade(leaving, { type: 'flat', at, traded: 65, result })!
    return converted === undefined ? over : { ...over, converted }
  }
  const noticeOf = (trade: Trade) => tradeNotification(trade, 65, at, NAMES)?.message

  it('shows at what price, why, what it came to, in risks too, and how long it was held', () => {
    const result = {
      entryValue: rs(9_750),
      exitValue: rs(10_400.33),
      gross: rs(650.33),
      charges: rs(60.33),
      net: rs(590),
    }
    expect(noticeOf(closed(result))).toEqual({
      code: 'notice.trade_closed',
      mode: 'paper',
      contract: CONTRACT,
      quantity: 65,
      price: 16_001,
      reason: 'time',
      net: rs(590),
      r: rs(590) / (65 * OPEN.risk),
      held: 5_760_000,
    })
  })

  it('shows where it could not be read', () =>
    expect(noticeOf(closed(null))).toEqual({ code: 'notice.trade_closed.unknown', mode: 'paper', contract: CONTRACT }))

  it('shows what was converted', () =>
    expect(noticeOf(closed(null, 65))).toEqual({
      code: 'notice.trade_closed.converted',
      mode: 'paper',
      contract: CONTRACT,
      units: 65,
      portal: 'Desk',
    }))
})

it('names as many losses in a row as locked the day', () => {
  const lock = {
    on: OPEN.on,
    mode: 'live',
    reason: 'losing_streak',
    at: OPEN.enteredAt,
    figures: { losses: 2 },
  } as const
  expect(dayLockNotification('u1', 'u1', lock, NAMES)).toMatchObject({ message: { losses: 2 } })
})

it.each([
  ['loss_cap', 'paper', { code: 'notice.day_locked.loss_cap', mode: 'paper' }, 'locked/u1/2026-11-25/paper'],
  [
    'losing_streak',
    'live',
    { code: 'notice.day_locked.losing_streak', mode: 'live', losses: 3 },
    'locked/u1/2026-11-25/live',
  ],
  [
    'invariant_broken',
    'live',
    { code: 'notice.day_locked.invariant_broken', broker: 'Nimbus' },
    'locked/u1/2026-11-25/invariant_broken',
  ],
  [
    'invariant_broken',
    'paper',
    { code: 'notice.day_locked.invariant_broken.paper' },
    'locked/u1/2026-11-25/invariant_broken',
  ],
] as const)('a day locked for %s on %s is notified so, under its key', (reason, mode, message, key) => {
  const lock = { on: OPEN.on, mode, reason, at: OPEN.enteredAt }
  expect(dayLockNotification('u1', 'u1', lock, NAMES)).toMatchObject({ message, key })
})
