import { addDays } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import type { Outcome } from '../intent/intent.ts'
import type { OrderRecord } from '../order/order.ts'
import {
  ago,
  accepted,
  BOUGHT,
  cancel,
  envOf,
  EXITING,
  inDoubt,
  intent,
  modify,
  order,
  refused,
  sending,
  notified,
  viewOf,
  type Fixture,
} from '../testing/trade-fixture.ts'
import { planTrade } from './plan.ts'
import type { PlanEnv } from './steps.ts'
import type { Trade } from '../trade/trade.ts'

const CLOSED: Trade = { ...EXITING, state: 'closed', closedAt: ago(5_000), traded: 65, result: null }
const over = (left: OrderRecord, ...intents: NonNullable<Fixture['intents']>): Fixture => ({
  trade: CLOSED,
  orders: [BOUGHT, order('s1', { phase: 'complete', filled: 65 }), left],
  intents,
})
const asked = (outcome: Outcome) => intent('cancel', cancel('s2'), outcome)
const left = order('s2')
const CANCEL = 'cancel s2 (orphan)'
const thrice = [40_000, 30_000, 29_999].map((agoMs) => asked(accepted('s2', agoMs)))

const plan = (on: Fixture, env: Partial<PlanEnv> = {}) => planTrade(viewOf(on), envOf(env))

describe('an order that outlived its trade', () => {
  it.each<[when: string, on: Fixture, env: Partial<PlanEnv>, does: string[]]>([
    ['it still works', over(left), {}, [CANCEL]],
    ['it is over', over(order('s2', { phase: 'cancelled' })), {}, []],
    ['the session is over', over(left), { session: undefined }, []],
    ['its trade is of an earlier day', { ...over(left), trade: { ...CLOSED, on: addDays(CLOSED.on, -1) } }, {}, []],
    ['a change of it is out', over(left, intent('move', modify('s2'), sending)), {}, []],
    ['a change of it is in doubt', over(left, intent('move', modify('s2'), inDoubt(1_000))), {}, [CANCEL]],
    ['its cancel is out', over(left, asked(sending)), {}, []],
    ['its cancel is in doubt', over(left, asked(inDoubt(20_000))), {}, []],
    ['its cancel is under way', over(left, asked(accepted('s2', 9_999))), {}, ['in 1']],
    ['its cancel came to nothing', over(left, asked(accepted('s2', 10_000))), {}, [CANCEL]],
    ['its third cancel takes its time', over(left, ...thrice), {}, ['in 1']],
    [
      'its ninth cancel takes its time',
      over(left, ...Array.from({ length: 9 }, () => asked(accepted('s2', 59_999)))),
      {},
      ['in 1'],
    ],
    ['another party is cancelling it', over(order('s2', { phase: 'cancelling' })), {}, []],
    [
      'it is being cancelled, whatever our own cancel came to',
      over(order('s2', { phase: 'cancelling' }), asked(refused('processing', 9_999))),
      {},
      ['in 1'],
    ],
    [
      'it was changed after a cancel',
      over(left, asked(accepted('s2', 5_000)), intent('move', modify('s2'), accepted('s2', 1_000))),
      {},
      [CANCEL],
    ],
    ['its cancel was just refused', over(left, asked(refused('processing', 999))), {}, ['read orders', 'in 1']],
    ['its cancel was refused a second ago', over(left, asked(refused('processing', 1_000))), {}, [CANCEL]],
    ['its cancel was not sent', over(left, asked(refused('not_sent', 500))), {}, [CANCEL]],
    [
      'its cancel was refused fourteen times in a row',
      over(left, ...Array.from({ length: 14 }, () => asked(refused('processing', 1_000)))),
      {},
      [CANCEL],
    ],
    [
      'its cancel was refused fifteen times in a row',
      over(left, ...Array.from({ length: 15 }, () => asked(refused('processing', 1_999)))),
      {},
      ['read orders', 'in 1'],
    ],
    [
      'its cancel was refused fifteen times in a row, two seconds ago',
      over(left, ...Array.from({ length: 15 }, () => asked(refused('processing', 2_000)))),
      {},
      [CANCEL],
    ],
    [
      'its cancel was refused sixty times in a row',
      over(left, ...Array.from({ length: 60 }, () => asked(refused('processing', 2_999)))),
      {},
      ['read orders', 'in 1'],
    ],
    ['its cancel never was', over(left, asked({ state: 'absent', at: ago(0) })), {}, [CANCEL]],
    [
      'a change of it was just refused',
      over(left, intent('move', modify('s2'), refused('processing', 0))),
      {},
      [CANCEL],
    ],
  ])('when %s', (_when, on, env, does) => expect(notified(plan(on, env))).toEqual(does))

  it.each(['SELL', 'BUY'] as const)('goes with the exits only when it could sell: %s', (side) =>
    expect(plan(over(order('s2', { side, phase: 'open' }))).steps).toMatchObject([
      { priority: side === 'SELL' ? 'exit' : 'cancel' },
    ]),
  )
})
