import { describe, expect, it } from 'vitest'
import type { Intent, Outcome } from '../intent/intent.ts'
import type { OrderRecord, OrderTerms } from '../order/order.ts'
import { rs } from '../testing/scenario.ts'
import {
  ago,
  accepted,
  BOUGHT,
  cancel,
  ENTERING,
  envOf,
  fillOf,
  inDoubt,
  intent,
  order,
  place,
  refused,
  sending,
  notified,
  viewOf,
  type Fixture,
} from '../testing/trade-fixture.ts'
import { planTrade } from './plan.ts'
import type { PlanEnv } from './steps.ts'
import type { Trade } from '../trade/trade.ts'

const plan = (on: Fixture, env: Partial<PlanEnv> = {}): string[] => notified(planTrade(viewOf(on), envOf(env)))
const IOC: OrderTerms = { kind: 'LIMIT', quantity: 65, price: rs(150.2), validity: 'IOC' }
const enter = (outcome: Outcome, change: Partial<Intent> = {}) => intent('enter', place('BUY', IOC), outcome, change)
const buy = (orderId: string, change: Partial<OrderRecord> = {}) =>
  order(orderId, { side: 'BUY', kind: 'LIMIT', phase: 'cancelled', price: rs(150.2), ...change })
const fixture = (intents: Fixture['intents'] & {}, orders: Fixture['orders'] & {} = []): Fixture => ({
  trade: ENTERING,
  intents,
  orders,
})
const FILLED = 'become filled @ 150, stop 120'
const missed = (code: string) => [`become abandoned: ${code}`]
const ended = (agoMs: number) => fixture([enter(accepted('b1', agoMs))], [buy('b1')])
const stuck = fixture([enter(accepted('b1', 10_000))], [buy('b1', { phase: 'pending' })])

describe('a trade before its first fill', () => {
  it.each<[when: string, on: Fixture, env: Partial<PlanEnv>, does: string[]]>([
    ['it has filled', fixture([enter(accepted('b1', 1_000))], [BOUGHT]), {}, [FILLED]],
    [
      'it has filled and the broker names no average',
      fixture([enter(accepted('b1', 1_000))], [{ ...BOUGHT, averagePrice: 0, price: rs(150) }]),
      {},
      [FILLED],
    ],
    [
      'two tries have filled a part each',
      fixture(
        [enter(accepted('b1', 9_000)), enter(accepted('b2', 1_000))],
        [
          buy('b1', { filled: 30, averagePrice: 14_800 }),
          buy('b2', { filled: 20, averagePrice: 15_200 }),
          buy('b3', { averagePrice: 99_900 }),
        ],
      ),
      {},
      ['become filled @ 149.6, stop 119.6'],
    ],
    [
      'it has filled, whatever was sold',
      fixture([], [BOUGHT, order('s1', { filled: 30, averagePrice: 99_900 })]),
      {},
      [FILLED],
    ],
    [
      'no row has its intent: its order may be in a book (F44)',
      fixture([]),
      { snapshotsRequestedSince: ago(9_999) },
      ['read orders', 'in 1'],
    ],
    [
      'no row has its intent and no book showed its order',
      fixture([]),
      { snapshotsRequestedSince: ago(10_000) },
      missed('never_sent'),
    ],
    ['it is being sent', fixture([enter(sending)]), {}, []],
    ['it is in doubt', fixture([enter(inDoubt(8_999))]), {}, ['in 1']],
    ['it has been in doubt for nine seconds', fixture([enter(inDoubt(9_000))]), {}, ['alarm entry_in_doubt']],
    ['it was in doubt and never was', fixture([enter({ state: 'absent', at: ago(0) })]), {}, missed('in_doubt')],
    ['it was refused for good', fixture([enter(refused('funds', 0))]), {}, missed('funds')],
    ['it was not sent', fixture([enter(refused('not_sent', 2_999))]), {}, ['in 1']],
    ['it was not sent, a while ago', fixture([enter(refused('not_sent', 3_000))]), {}, ['enter again']],
    ['the broker was asked too often', fixture([enter(refused('rate_limited', 3_000))]), {}, ['enter again']],
    ['no row has its order', fixture([enter(accepted('b1', 1_000))]), {}, ['read orders']],
    [
      'it was rejected',
      fixture([enter(accepted('b1', 1_000))], [buy('b1', { phase: 'rejected' })]),
      {},
      missed('rejected'),
    ],
    ['no seller at its price', ended(2_999), {}, ['in 1']],
    ['no seller at its price, a while ago', ended(3_000), {}, ['enter again']],
    [
      'the second try has just gone the same way',
      fixture([enter(accepted('b1', 6_000)), enter(accepted('b2', 2_000))], [buy('b1'), buy('b2')]),
      {},
      ['in 1000'],
    ],
    [
      'the second try still works',
      fixture([enter(accepted('b1', 6_000)), enter(accepted('b2', 2_000))], [buy('b1'), buy('b2', { phase: 'open' })]),
      {},
      ['in 8000'],
    ],
    [
      'the third try has gone the same way',
      fixture([9_000, 6_000, 3_000].map((agoMs) => enter(refused('not_sent', agoMs)))),
      {},
      missed('missed'),
    ],
    [
      'a stuck one was cancelled, which is no try',
      fixture(
        [
          enter(accepted('b1', 15_000)),
          intent('cancel', cancel('b1'), refused('processing', 9_000)),
          intent('cancel', cancel('b1'), accepted('b1', 4_000)),
        ],
        [buy('b1')],
      ),
      {},
      ['enter again'],
    ],
    [
      'a stuck one ended though its cancel was refused',
      fixture([enter(accepted('b1', 15_000)), intent('cancel', cancel('b1'), refused('processing', 500))], [buy('b1')]),
      {},
      ['enter again'],
    ],
    ['the broker does not show what became of it', stuck, {}, ['cancel b1 (stuck)', 'alarm entry_stuck']],
    ['it has not shown for a moment less', { ...stuck, intents: [enter(accepted('b1', 9_999))] }, {}, ['in 1']],
    [
      'its acceptance was learned late, and it was sent a while ago',
      fixture([enter(accepted('b1', 7_000), { createdAt: ago(10_000) })], [buy('b1', { phase: 'pending' })]),
      {},
      ['cancel b1 (stuck)', 'alarm entry_stuck'],
    ],
    [
      'its acceptance was learned late, and it was sent a moment less ago',
      fixture([enter(accepted('b1', 7_000), { createdAt: ago(9_999) })], [buy('b1', { phase: 'pending' })]),
      {},
      ['in 1'],
    ],
    [
      'its acceptance was learned long after it was sent, and just now',
      fixture([enter(accepted('b1', 2_999), { createdAt: ago(60_000) })], [buy('b1', { phase: 'pending' })]),
      {},
      ['in 1'],
    ],
    [
      'the book was not read since',
      stuck,
      { snapshotsReadAt: undefined, snapshotsRequestedSince: ago(2_999) },
      ['read orders', 'in 1'],
    ],
    [
      'the book cannot be read',
      stuck,
      { snapshotsReadAt: undefined, snapshotsRequestedSince: ago(3_000) },
      ['cancel b1 (stuck)', 'alarm entry_stuck'],
    ],
    ['the session is over', fixture([enter(inDoubt(0))]), { session: undefined }, missed('session_over')],
    [
      'the session ends this moment',
      fixture([enter(inDoubt(0))]),
      { now: envOf().session!.closesAt },
      missed('session_over'),
    ],
    ['it has filled and the session is over', fixture([], [BOUGHT]), { session: undefined }, [FILLED]],
  ])('when %s', (_when, on, env, does) => expect(plan(on, env)).toEqual(does))
})

describe('the time a trade was opened', () => {
  const openedAt = (on: Fixture) => {
    const [step] = planTrade(viewOf(on), envOf()).steps
    return step?.type === 'become' && step.event.type === 'filled' ? step.event.at : undefined
  }
  const filled = (updatedAt: OrderRecord['updatedAt']) => ({ ...BOUGHT, updatedAt })

  it.each<[when: string, orders: OrderRecord[], fills: Fixture['fills'] & {}, at: number]>([
    ['the purchase was shown later than it was made', [filled(ago(4_000))], [], ago(0)],
    ['the clock stood still while it was made, by its order', [filled(ago(-4_000))], [], ago(-4_000)],
    ['by its fills', [filled(null)], [{ ...fillOf(BOUGHT, rs(150)), at: ago(-4_000) }], ago(-4_000)],
    ['an order that bought nothing was dated later', [filled(null), buy('b2', { updatedAt: ago(-4_000) })], [], ago(0)],
  ])('when %s', (_when, orders, fills, at) => {
    expect(openedAt({ trade: ENTERING, orders, fills })).toBe(at)
    expect(
      openedAt({ trade: { ...ENTERING, state: 'abandoned', abandonedAt: ago(5_000), why: 'in_doubt' }, orders, fills }),
    ).toBe(at)
  })
})

describe('an entry that was abandoned', () => {
  const ABANDONED: Trade = { ...ENTERING, state: 'abandoned', abandonedAt: ago(5_000), why: 'in_doubt' }
  const given = (...orders: OrderRecord[]): Fixture => ({ trade: ABANDONED, orders })

  it.each<[when: string, on: Fixture, env: Partial<PlanEnv>, does: string[]]>([
    ['nothing came of it', given(buy('b1')), {}, []],
    ['it fills after all', given(BOUGHT), {}, [FILLED]],
    ['it fills after the close', given(BOUGHT), { session: undefined }, []],
    ['it still works', given(buy('b1', { phase: 'open' })), {}, ['cancel b1 (given_up)']],
  ])('when %s', (_when, on, env, does) => expect(plan(on, env)).toEqual(does))
})
