// @invariant stop-raised-by-modify
import { describe, expect, it } from 'vitest'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'
import type { Outcome } from '../intent/intent.ts'
import type { OrderRecord } from '../order/order.ts'
import { rs } from '../testing/scenario.ts'
import {
  ago,
  accepted,
  bidOf,
  BOUGHT,
  cancel,
  envOf,
  inDoubt,
  intent,
  modify,
  OPEN,
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

const TWICE = { ...BOUGHT, quantity: 130, filled: 130 }

/** The bought position, its stop placed a minute ago, and what came after. */
function fixture(stop: OrderRecord, ...later: NonNullable<Fixture['intents']>): Fixture {
  return {
    trade: OPEN,
    orders: [BOUGHT, stop],
    intents: [intent('protect', place('SELL'), accepted(stop.orderId, 60_000)), ...later],
  }
}

function plan(on: Fixture, env: Partial<PlanEnv> = {}): string[] {
  const view: TradeSnapshot = viewOf(on)
  return notified(planTrade(view, envOf(env)))
}

const resting = fixture(order('s1'))
const trailing = { ...resting, trade: { ...OPEN, entrySettings: { ...OPEN.entrySettings, trailing: true } } }

describe('a stop that does not fit', () => {
  const FIT = 'modify s1 SL 130 @ 120/110 (fit), tightened to 120, best 150'
  const REPLACE = 'cancel s1 (replace)'
  const twice = (stop: OrderRecord, ...later: NonNullable<Fixture['intents']>): Fixture => {
    const { intents = [], trade } = fixture(stop, ...later)
    return { trade, intents, orders: [TWICE, stop] }
  }
  const WIDER = { ...STOP, quantity: 130 }
  const moved = (outcome: Outcome, terms = STOP) => intent('move', modify('s1', terms), outcome)

  it.each<[when: string, on: Fixture, env: Partial<PlanEnv>, does: string[]]>([
    ['it is for too few', twice(order('s1')), {}, [FIT]],
    ['it has sold a part', fixture(order('s1', { filled: 15 })), {}, []],
    [
      'it is no stop any more',
      fixture(order('s1', { kind: 'LIMIT', phase: 'open' })),
      {},
      ['modify s1 SL 65 @ 120/110 (fit), tightened to 120, best 150'],
    ],
    [
      'the user lowered it',
      fixture(order('s1', { trigger: rs(119.95) })),
      {},
      ['modify s1 SL 65 @ 120/110 (trail), tightened to 120, best 150'],
    ],
    [
      'the user lowered it while the price is below the best it saw',
      fixture(order('s1', { trigger: rs(119.95) })),
      { quote: bidOf(140) },
      ['modify s1 SL 65 @ 120/110 (trail), tightened to 120, best 150'],
    ],
    [
      'it trails behind the best price it saw, not behind the last',
      { ...trailing, trade: { ...trailing.trade, bestBid: rs(200) } },
      { quote: bidOf(190) },
      ['modify s1 SL 65 @ 165/155 (trail), tightened to 165, best 200'],
    ],
    [
      'another party raised it',
      fixture(order('s1', { trigger: rs(120.05) })),
      {},
      ['become tightened to 120.05, best 150'],
    ],
    [
      'the price has risen and it trails',
      trailing,
      { quote: bidOf(200) },
      ['modify s1 SL 65 @ 165/155 (trail), tightened to 165, best 200'],
    ],
    ['the price has risen and it does not trail', resting, { quote: bidOf(200) }, []],
    ['the price is unknown and it trails', trailing, { quote: undefined }, []],
    [
      'it was only accepted yet',
      twice(order('s1', { phase: 'pending', seenAt: null, acknowledgedAt: ago(1_999) })),
      {},
      ['in 1'],
    ],
    [
      'it was accepted a while ago and is not confirmed',
      twice(order('s1', { phase: 'pending', seenAt: null, acknowledgedAt: ago(2_000) })),
      {},
      ['read history of s1'],
    ],
    [
      'it is not confirmed and offers too much',
      fixture(order('s1', { phase: 'pending', quantity: 130, acknowledgedAt: ago(2_000) })),
      {},
      ['modify s1 SL 65 @ 120/110 (fit)', 'read history of s1'],
    ],
    [
      'it is not confirmed, offers too much and stands too low',
      fixture(order('s1', { phase: 'pending', quantity: 130, trigger: rs(110), acknowledgedAt: ago(2_000) })),
      {},
      ['modify s1 SL 65 @ 120/110 (fit)', 'read history of s1'],
    ],
    [
      'it was accepted a moment ago and offers too much',
      fixture(order('s1', { phase: 'pending', quantity: 130, acknowledgedAt: ago(1_999) })),
      {},
      ['in 1'],
    ],
    [
      'it is not confirmed, offers too much and was fitted',
      fixture(
        order('s1', { phase: 'pending', quantity: 130, acknowledgedAt: ago(9_000) }),
        intent('move', modify('s1'), accepted('s1', 5_000)),
      ),
      {},
      ['read history of s1'],
    ],
    [
      'it is not confirmed, offers too much and refused to be fitted',
      fixture(
        order('s1', { phase: 'pending', quantity: 130, acknowledgedAt: ago(9_000) }),
        intent('move', modify('s1'), refused('processing', 2_999)),
      ),
      {},
      ['read history of s1', 'in 1'],
    ],
    [
      'it is not confirmed, offers too much and refused to be fitted a while ago',
      fixture(
        order('s1', { phase: 'pending', quantity: 130, acknowledgedAt: ago(9_000) }),
        intent('move', modify('s1'), refused('processing', 3_000)),
      ),
      {},
      ['modify s1 SL 65 @ 120/110 (fit)', 'read history of s1'],
    ],
    ['a change of it is out', twice(order('s1'), moved(sending)), {}, []],
    ['a change of it is in doubt', twice(order('s1'), moved(inDoubt(1_000))), {}, []],
    [
      'a cancel that is not ours is pending',
      twice(order('s1', { phase: 'cancelling', phaseSince: ago(1_000) })),
      {},
      ['in 1000'],
    ],
    [
      'a cancel that is not ours comes to nothing',
      twice(order('s1', { phase: 'cancelling', phaseSince: ago(2_000) })),
      {},
      ['read history of s1'],
    ],
    ['we are cancelling it', twice(order('s1'), intent('cancel', cancel('s1'), accepted('s1', 999))), {}, ['in 1']],
    [
      'our cancel of it is not shown in time',
      twice(order('s1'), intent('cancel', cancel('s1'), accepted('s1', 1_000))),
      {},
      ['read history of s1', 'in 1000'],
    ],
    [
      'our cancel of it comes to nothing',
      twice(order('s1'), intent('cancel', cancel('s1'), accepted('s1', 9_000))),
      {},
      ['read history of s1', 'in 1000'],
    ],
    [
      'a change was accepted that no reading shows',
      twice(order('s1'), moved(accepted('s1', 2_900), { ...STOP, quantity: 130 })),
      {},
      [],
    ],
    [
      'a change was accepted and a reading shows none',
      twice(order('s1'), moved(accepted('s1', 3_000), { ...STOP, quantity: 130 })),
      {},
      [FIT],
    ],
    ['a change was refused for the moment', twice(order('s1'), moved(refused('rate_limited', 999))), {}, ['in 1']],
    ['the moment is over', twice(order('s1'), moved(refused('rate_limited', 1_000))), {}, [FIT]],
    [
      'a change was refused and no reading followed',
      twice(order('s1'), moved(refused('processing', 900))),
      {},
      ['read orders', 'read history of s1', 'in 1100'],
    ],
    [
      'a change was refused and no reading follows',
      twice(order('s1', { seenAt: ago(2_500) }), moved(refused('other', 2_000), WIDER)),
      {},
      [FIT],
    ],
    [
      'two changes were refused and no reading follows',
      twice(order('s1', { seenAt: ago(9_000) }), moved(refused('other', 8_000)), moved(refused('other', 5_999))),
      {},
      ['read orders', 'read history of s1', 'in 1'],
    ],
    [
      'two changes were refused a while ago and no reading follows: it is not taken away unseen',
      twice(
        order('s1', { seenAt: ago(9_000) }),
        moved(refused('other', 8_000), WIDER),
        moved(refused('other', 6_000), WIDER),
      ),
      {},
      [FIT],
    ],
    [
      'it refused to rise, and is to be fitted now',
      twice(order('s1', { trigger: rs(115), price: rs(105) }), moved(refused('processing', 1_000))),
      {},
      ['modify s1 SL 130 @ 115/105 (fit)'],
    ],
    [
      'it refused to rise for the price, which is not through where it belongs, and is to be fitted now',
      twice(order('s1'), moved(refused('trigger_through', 1_000))),
      { quote: bidOf(120.05) },
      ['modify s1 SL 130 @ 120/110 (fit)'],
    ],
    [
      'a change was refused and a reading followed',
      twice(order('s1'), moved(refused('processing', 1_000), WIDER)),
      {},
      [FIT],
    ],
    [
      'one change was refused for the moment and another for the order: it is not taken away (I1)',
      twice(order('s1'), moved(refused('rate_limited', 2_000), WIDER), moved(refused('processing', 1_000), WIDER)),
      {},
      [FIT],
    ],
    [
      'two changes were refused and a reading followed',
      twice(order('s1'), moved(refused('processing', 2_000), WIDER), moved(refused('processing', 1_000), WIDER)),
      {},
      [REPLACE],
    ],
    [
      'the broker says the price is through, and it is',
      twice(order('s1'), moved(refused('trigger_through', 1_000))),
      { quote: bidOf(120) },
      ['become exiting: stop_through'],
    ],
    [
      'the broker reports the price as passed, and no quote shows it',
      twice(order('s1'), moved(refused('trigger_through', 1_000))),
      { quote: undefined },
      ['become exiting: stop_through'],
    ],
    [
      'the broker says the price is through, and it is not',
      twice(order('s1'), moved(refused('trigger_through', 1_000), WIDER)),
      { quote: bidOf(120.05) },
      [FIT],
    ],
    [
      'it was refused for something else, and the price is through',
      twice(order('s1'), moved(refused('processing', 1_000), WIDER)),
      { quote: bidOf(120) },
      [FIT],
    ],
    ['it was changed as often as it can be', twice(order('s1', { modifies: 24 })), {}, [REPLACE]],
    ['one more change is left', twice(order('s1', { modifies: 23 })), {}, [FIT]],
  ])('when %s', (_when, on, env, does) => expect(plan(on, env)).toEqual(does))

  describe('and is merely too low', () => {
    const low = (modifies: number, ...later: NonNullable<Fixture['intents']>) =>
      fixture(order('s1', { trigger: rs(119), modifies }), ...later)
    const RAISE = 'modify s1 SL 65 @ 120/110 (trail), tightened to 120, best 150'

    it.each<[when: string, on: Fixture, does: string[]]>([
      ['moving it was refused once', low(0, moved(refused('processing', 2_999), STOP)), ['in 1']],
      ['moving it was refused once, a while ago', low(0, moved(refused('processing', 3_000))), [RAISE]],
      [
        'moving it was refused twice',
        low(0, moved(refused('processing', 9_000)), moved(refused('processing', 5_999))),
        ['in 1'],
      ],
      [
        'moving it was refused twice, a while ago',
        low(0, moved(refused('processing', 9_000)), moved(refused('processing', 6_000))),
        [RAISE],
      ],
      [
        'moving it was refused ten times',
        low(0, ...Array.from({ length: 10 }, () => moved(refused('processing', 59_999)))),
        ['in 1'],
      ],
      ['it has moved as often as a stop may', low(20), []],
      ['it may move once more', low(19), [RAISE]],
    ])('when %s', (_when, on, does) => expect(plan(on)).toEqual(does))
  })
})
