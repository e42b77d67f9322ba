import { describe, expect, it } from 'vitest'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Outcome } from '../intent/intent.ts'
import type { OrderRecord } from '../order/order.ts'
import { rs } from '../testing/scenario.ts'
import {
  ago,
  accepted,
  BOUGHT,
  cancel,
  envOf,
  EXITING,
  fillOf,
  inDoubt,
  intent,
  modify,
  order,
  place,
  refused,
  sending,
  STOP,
  notified,
  viewOf,
  type Fixture,
} from '../testing/trade-fixture.ts'
import { planTrade } from './plan.ts'
import type { PlanEnv } from './steps.ts'

type Later = NonNullable<Fixture['intents']>

/** A position that left for its target ten seconds ago, its stop at the exchange, and what came after. */
function leaving(sell: OrderRecord, ...later: Later): Fixture {
  return {
    trade: EXITING,
    orders: [BOUGHT, sell],
    intents: [intent('protect', place('SELL'), accepted(sell.orderId, 60_000)), ...later],
  }
}

const plan = (on: Fixture, env: Partial<PlanEnv> = {}): string[] => notified(planTrade(viewOf(on), envOf(env)))
const exit = (outcome: Outcome, quantity = 65) =>
  intent('exit', modify('s1', { kind: 'LIMIT', quantity, price: rs(149.95), validity: 'DAY' }), outcome)

describe('an exit without an order', () => {
  const cancelled = order('s1', { phase: 'cancelled' })
  const bare = (...later: Later): Fixture => ({ trade: EXITING, orders: [BOUGHT], intents: later })
  const sale = (outcome: Outcome, id?: string) => intent('exit', place('SELL'), outcome, id === undefined ? {} : { id })
  /** So many sales that came to nothing, all of them rejected but that of number `but`. */
  const rejected = (agoMs: number, times: number, but = -1): Fixture => ({
    trade: EXITING,
    orders: [
      BOUGHT,
      ...Array.from({ length: times }, (_, i) =>
        order(`x${i}`, { intentId: `x${i}`, phase: i === but ? 'cancelled' : 'rejected' }),
      ),
    ],
    intents: Array.from({ length: times }, (_, i) => sale(accepted(`x${i}`, agoMs), `x${i}`)),
  })
  const FAR = { kind: 'LIMIT', quantity: 65, price: rs(900), validity: 'DAY' } as const
  const otherwise = (agoMs: number, times: number): Fixture => {
    const { orders = [], ...all } = rejected(agoMs, times)
    return { ...all, orders: orders.map((one) => (one.side === 'SELL' ? { ...one, phase: 'cancelled' } : one)) }
  }
  const SELL = 'place SELL LIMIT 65 @ 149.95 (target)'
  const SELL_WIDER = 'place SELL LIMIT 65 @ 147 (target)'

  it.each<[when: string, on: Fixture, does: string[]]>([
    ['none was tried', bare(), [SELL]],
    ['its stop was taken away', leaving(cancelled), [SELL]],
    ['one is being sent', bare(sale(sending)), []],
    ['one is in doubt', bare(sale(inDoubt(5_000))), []],
    ['one in doubt never was', bare(sale({ state: 'absent', at: ago(0) })), [SELL_WIDER]],
    ['one was just refused', bare(sale(refused('funds', 999))), ['read positions', 'in 1']],
    ['one was refused a second ago', bare(sale(refused('funds', 1_000))), [SELL_WIDER]],
    ['one never left', bare(sale(refused('not_sent', 499))), ['read positions', 'in 1']],
    ['one never left, a while ago', bare(sale(refused('not_sent', 500))), [SELL]],
    [
      'one was refused for its price',
      bare(intent('exit', place('SELL', FAR), refused('price_band', 0))),
      ['place SELL MARKET 65 (target)'],
    ],
    [
      'one was refused for its price though it had none',
      bare(intent('exit', place('SELL', { kind: 'MARKET', quantity: 65 }), refused('price_band', 999))),
      ['read positions', 'in 1'],
    ],
    [
      'one has ended at once',
      { ...bare(sale(accepted('s1', 2_999))), orders: [BOUGHT, cancelled] },
      ['read positions', 'in 1'],
    ],
    ['one has ended a step ago', { ...bare(sale(accepted('s1', 3_000))), orders: [BOUGHT, cancelled] }, [SELL_WIDER]],
    [
      'we have ended one',
      {
        ...bare(sale(accepted('s1', 900)), intent('cancel', cancel('s1'), accepted('s1', 100))),
        orders: [BOUGHT, cancelled],
      },
      [SELL_WIDER],
    ],
    [
      'one was changed and has ended',
      {
        ...bare(sale(accepted('s1', 2_999)), intent('move', modify('s1'), accepted('s1', 100))),
        orders: [BOUGHT, cancelled],
      },
      ['read positions', 'in 1'],
    ],
    ['a change was the last that was accepted', leaving(cancelled, exit(accepted('s1', 100))), [SELL_WIDER]],
    ['sixty ended otherwise', otherwise(3_000, 60), ['place SELL MARKET 65 (target)']],
    ['sixty were rejected, and one between them not', rejected(3_000, 90, 30), ['place SELL MARKET 65 (target)']],
    ['sixty were rejected', rejected(8_999, 60), ['read positions', 'in 1']],
    ['fifty-nine were rejected', rejected(3_000, 59), ['place SELL MARKET 65 (target)']],
  ])('when %s', (_when, on, does) => expect(plan(on)).toEqual(does))
})

describe('a position that is sold', () => {
  const SOLD = order('s1', { phase: 'complete', filled: 65 })
  const fills = [fillOf(BOUGHT, rs(150)), fillOf(SOLD, rs(160))]
  const sold: Fixture = { ...leaving(SOLD), fills }

  it.each<[when: string, on: Fixture, does: string[]]>([
    ['the broker’s trades show all of it', sold, ['become flat 65']],
    ['they lack the sale', { ...sold, fills: fills.slice(0, 1) }, ['read trades']],
    ['they lack the purchase', { ...sold, fills: fills.slice(1) }, ['read trades']],
    [
      'another order still works',
      { ...sold, orders: [BOUGHT, SOLD, order('s2')] },
      ['cancel s2 (orphan)', 'read orders'],
    ],
    [
      'another may come to work',
      { ...sold, intents: [...sold.intents!, intent('protect', place('SELL', STOP), inDoubt(1_000))] },
      ['read orders'],
    ],
    [
      'a cancel of what is over is in doubt',
      { ...sold, intents: [...sold.intents!, intent('cancel', cancel('s1'), inDoubt(1_000))] },
      ['become flat 65'],
    ],
  ])('when %s', (_when, on, does) => expect(plan(on)).toEqual(does))
})

it('is closed at its last fill where the clock stood still while it was sold, so that no pause after it begins before', () => {
  const SOLD = order('s1', { phase: 'complete', filled: 65, updatedAt: null })
  const closedAt = (soldAt: EpochMs) => {
    const fills = [fillOf(BOUGHT, rs(150)), { ...fillOf(SOLD, rs(160)), at: soldAt }]
    const [step] = planTrade(viewOf({ ...leaving(SOLD), fills }), envOf()).steps
    return step?.type === 'become' && step.event.type === 'flat' ? step.event.at : undefined
  }
  expect([closedAt(ago(1_000)), closedAt(ago(-1_000))]).toEqual([ago(0), ago(-1_000)])
})
