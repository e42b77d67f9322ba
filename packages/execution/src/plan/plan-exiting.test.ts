import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { BrokerRejectionCode } from '../order/order-ack.ts'
import { describe, expect, it } from 'vitest'
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
const afterHours = envOf().session!.closesAt

const FIRST = 'modify s1 LIMIT 65 @ 149.95 (target)'
const SECOND = 'modify s1 LIMIT 65 @ 147 (target)'
const REPLACE = 'cancel s1 (replace)'
const working = order('s1', { kind: 'LIMIT', phase: 'open' })
/** A sale beside the order that is being changed. */
const refusedSale = intent('exit', place('SELL', { kind: 'MARKET', quantity: 65 }), refused('token_expired', 2_000))
const UNCONFIRMED = order('s2', { phase: 'pending', phaseSince: ago(1_500), seenAt: null })

describe('a position that is exited', () => {
  const stopped: Fixture = { ...leaving(working), trade: { ...EXITING, exitReason: 'stop', exitSince: ago(1_000) } }
  const FIRED = { phase: 'open', kind: 'SL' } as const

  it.each<[when: string, on: Fixture, env: Partial<PlanEnv>, does: string[]]>([
    ['its stop rests', leaving(order('s1')), {}, [FIRST]],
    ['its entry is in no row', { trade: EXITING }, {}, []],
    ['the close has come', leaving(order('s1')), { now: afterHours }, []],
    ['a step was taken just now', leaving(working, exit(accepted('s1', 2_999))), {}, ['in 1']],
    ['a step has had its time', leaving(working, exit(accepted('s1', 3_000))), {}, [SECOND]],
    [
      'a step met a dead login that lives again',
      leaving(working, refusedSale),
      { snapshotsReadAt: ago(1_000) },
      [FIRST],
    ],
    ['a step met a dead login', leaving(working, refusedSale), { snapshotsReadAt: ago(2_500) }, ['in 1000']],
    [
      'something was cancelled meanwhile, which is no step',
      leaving(working, exit(accepted('s1', 4_000)), intent('cancel', cancel('s0'), accepted('s0', 1_000))),
      {},
      [SECOND],
    ],
    [
      'a part was sold, and more than the order asks for is held',
      { ...leaving(order('s1', { filled: 15 })), orders: [{ ...BOUGHT, filled: 130 }, order('s1', { filled: 15 })] },
      {},
      ['modify s1 LIMIT 130 @ 149.95 (target)'],
    ],
    [
      'all steps were taken',
      leaving(working, ...[12_000, 9_000, 6_000, 3_000].map((agoMs) => exit(accepted('s1', agoMs)))),
      {},
      ['modify s1 MARKET 65 (target)', 'alarm chase_exhausted'],
    ],
    [
      'two orders would sell it',
      { ...leaving(order('s1')), orders: [BOUGHT, order('s1'), order('s2', { acknowledgedAt: ago(2_000) })] },
      {},
      ['cancel s2 (extra)', FIRST],
    ],
    [
      'its stop fired before we heard of it',
      { ...stopped, orders: [BOUGHT, order('s1', { ...FIRED, updatedAt: ago(3_000) })] },
      {},
      ['modify s1 LIMIT 65 @ 149.95 (stop)'],
    ],
    [
      'its stop fired just now, made smaller for a part that is not on sale',
      { ...stopped, orders: [{ ...BOUGHT, filled: 130 }, order('s1', { ...FIRED, updatedAt: ago(0) })] },
      {},
      ['modify s1 LIMIT 130 @ 149.95 (stop)'],
    ],
    [
      'its stop fired, and the exchange’s clock is ahead',
      { ...stopped, orders: [BOUGHT, order('s1', { ...FIRED, updatedAt: ago(-5_000) })] },
      {},
      ['in 2000'],
    ],
    [
      'its stop fired, and when the exchange did not say',
      { ...stopped, orders: [BOUGHT, order('s1', { ...FIRED, updatedAt: null })] },
      {},
      ['in 2000'],
    ],
    [
      'its stop fired, and another order is in its place',
      { ...stopped, orders: [BOUGHT, order('s1')] },
      {},
      ['in 2000'],
    ],
  ])('when %s', (_when, on, env, does) => expect(plan(on, env)).toEqual(does))
})

describe('an order of an exit', () => {
  const sixTimes = (agoMs: number) =>
    Array.from({ length: 6 }, () => intent('exit', modify('s1'), refused('processing', agoMs)))
  const veryOften = (agoMs: number) =>
    Array.from({ length: 200 }, () => intent('exit', modify('s1'), refused('processing', agoMs)))
  const askedToCancel = (outcome: Outcome) => intent('cancel', cancel('s1'), outcome)

  const seenNow = order('s1', { ...working, seenAt: ago(0) })
  it.each<[when: string, on: Fixture, does: string[]]>([
    ['a change of it is out', leaving(order('s1'), intent('move', modify('s1'), sending)), []],
    ['a step is in doubt', leaving(working, exit(inDoubt(2_900))), ['in 100']],
    [
      'a cancel that is not ours is pending',
      leaving(order('s1', { phase: 'cancelling', phaseSince: ago(1_000) })),
      [FIRST, 'in 4000'],
    ],
    ['we are cancelling it', leaving(order('s1'), askedToCancel(accepted('s1', 999))), ['in 1']],
    [
      'our cancel of it is not shown in time',
      leaving(order('s1'), askedToCancel(accepted('s1', 1_000))),
      ['read history of s1', 'in 4000'],
    ],
    ['our cancel of it is in doubt', leaving(order('s1'), askedToCancel(inDoubt(999))), ['in 1']],
    [
      'our cancel of it is in doubt for a while',
      leaving(order('s1'), askedToCancel(inDoubt(1_000))),
      ['read history of s1', 'in 4000'],
    ],
    ['our cancel of it was refused', leaving(order('s1'), askedToCancel(refused('processing', 100))), [FIRST]],
    ['it was changed as often as it can be', leaving(order('s1', { modifies: 24 })), [REPLACE]],
    ['one more change is left', leaving(order('s1', { modifies: 23 })), [FIRST]],
    [
      'a change of it never left',
      leaving(order('s1'), intent('move', modify('s1'), refused('not_sent', 100))),
      [FIRST],
    ],
    ['it could not be raised', leaving(order('s1'), intent('move', modify('s1'), refused('processing', 100))), [FIRST]],
    [
      'a step was refused for its price',
      leaving(order('s1'), exit(refused('price_band', 0))),
      ['modify s1 MARKET 65 (target)'],
    ],
    [
      'its first step never left',
      leaving(order('s1'), intent('exit', modify('s1'), refused('not_sent', 499))),
      ['in 1'],
    ],
    [
      'its first step never left, a while ago',
      leaving(order('s1'), intent('exit', modify('s1'), refused('not_sent', 500))),
      [FIRST],
    ],
    [
      'changes of it are refused for the moment',
      leaving(
        order('s1'),
        ...[5_000, 999].map((agoMs) => intent('move', modify('s1'), refused('rate_limited', agoMs))),
      ),
      ['in 1'],
    ],
    ['a step was refused for the moment', leaving(working, exit(refused('rate_limited', 999))), ['in 1']],
    [
      'a step was refused for a moment that is over: nothing is on its way, so no step is waited for (I1)',
      leaving(working, exit(refused('rate_limited', 1_000))),
      [FIRST],
    ],
    [
      'a step after another was refused for a moment that is over',
      leaving(working, exit(accepted('s1', 4_000)), exit(refused('rate_limited', 1_000))),
      [SECOND],
    ],
    [
      'a step was refused and no reading followed',
      leaving(working, exit(refused('processing', 999))),
      ['read orders', 'in 2001'],
    ],
    [
      'a step was refused and no reading has followed until the next is due',
      leaving(order('s1', { ...working, seenAt: ago(3_001) }), exit(refused('processing', 3_000))),
      [SECOND, 'read orders'],
    ],
    [
      'a step was refused for a change under way, which the exchange has carried out since: it is not taken away (I1)',
      leaving(order('s1', { ...working, updatedAt: ago(500) }), exit(refused('processing', 1_000))),
      [SECOND],
    ],
    [
      'a step was refused for good and a reading followed',
      leaving(working, exit(refused('modify_limit', 1_000))),
      [REPLACE],
    ],
    ['a step was refused and a reading followed', leaving(working, exit(refused('other', 1_000))), [SECOND]],
    [
      'a step was refused, and so were three more',
      leaving(seenNow, ...[3_500, 2_500, 1_500, 500].map((agoMs) => exit(refused('other', agoMs)))),
      [REPLACE],
    ],
    ['a step was refused to be asked for later', leaving(seenNow, exit(refused('processing', 499))), ['in 1']],
    [
      'a step was refused to be asked for later, half a second ago: it is not taken away (I1)',
      leaving(seenNow, exit(refused('processing', 500))),
      [SECOND],
    ],
    [
      'a step was refused to be asked for later, and so were two more',
      leaving(seenNow, ...[2_500, 1_500, 500].map((agoMs) => exit(refused('processing', agoMs)))),
      ['modify s1 MARKET 65 (target)'],
    ],
    [
      'a step was refused to be asked for later, and so were three more',
      leaving(seenNow, ...[3_500, 2_500, 1_500, 500].map((agoMs) => exit(refused('processing', agoMs)))),
      [REPLACE],
    ],
    [
      'a step was refused, and another sale is in doubt: what rests is not taken away for one that could not leave (I1)',
      leaving(working, exit(refused('modify_limit', 1_000)), intent('protect', place('SELL', STOP), inDoubt(5_000))),
      ['in 2000'],
    ],
    [
      'a step was refused, and another order is not confirmed',
      { ...leaving(working, exit(refused('modify_limit', 3_000))), orders: [BOUGHT, working, UNCONFIRMED] },
      ['cancel s2 (extra)', SECOND, 'in 3500'],
    ],
    [
      'it was changed as often as it can be, and another order is not confirmed',
      { ...leaving(order('s1', { modifies: 24 })), orders: [BOUGHT, order('s1', { modifies: 24 }), UNCONFIRMED] },
      ['cancel s2 (extra)', 'in 3500'],
    ],
    [
      'a step was refused, and another order was confirmed too',
      { ...leaving(working, exit(refused('modify_limit', 1_000))), orders: [BOUGHT, working, order('s2')] },
      ['cancel s2 (extra)', REPLACE],
    ],
    ['it was refused again and again', leaving(order('s1'), ...sixTimes(999)), ['alarm stuck', 'in 1']],
    ['it was refused again and again, a while ago', leaving(order('s1'), ...sixTimes(1_000)), [REPLACE]],
    [
      'it was refused very often, the last time for a change that the exchange has carried out since',
      leaving(order('s1', { ...working, updatedAt: ago(500) }), ...veryOften(1_000)),
      ['modify s1 MARKET 65 (target)'],
    ],
    [
      'it was refused very often, a moment ago for a change that the exchange has carried out since',
      leaving(order('s1', { ...working, updatedAt: ago(500) }), ...veryOften(999)),
      ['alarm stuck', 'in 1'],
    ],
    [
      'it was refused very often, and the exchange has carried out nothing since',
      leaving(order('s1', { ...working, updatedAt: ago(1_500) }), ...veryOften(1_000)),
      ['alarm stuck', 'in 9000'],
    ],
    [
      'it was refused often, and once not',
      leaving(
        order('s1', { seenAt: ago(0) }),
        ...sixTimes(9_000).slice(1),
        intent('move', modify('s1'), accepted('s1', 5_000)),
        ...sixTimes(900).slice(1),
      ),
      [REPLACE],
    ],
  ])('when %s', (_when, on, does) => expect(plan(on)).toEqual(does))

  it.each<[when: string, on: OrderRecord, bidBelowStopLimitSince: EpochMs | undefined, does: string[]]>([
    ['it protects', order('s1'), undefined, [SECOND]],
    ['the bid has left its limit', order('s1'), ago(100), [SECOND]],
    ['the bid left the limit of the stop that it was', working, ago(100), [SECOND]],
    [
      'the broker does not confirm it',
      order('s1', { phase: 'pending', phaseSince: ago(1_500) }),
      undefined,
      [REPLACE, 'in 3500'],
    ],
  ])('refuses one step, and %s', (_when, on, bidBelowStopLimitSince, does) =>
    expect(plan(leaving(on, exit(refused('other', 1_000))), { bidBelowStopLimitSince })).toEqual(does),
  )

  it('is taken away after two refusals where the bid has left its limit, not after one and one for the moment (I1)', () => {
    const after = (first: BrokerRejectionCode) => {
      const steps = [exit(refused(first, 2_000)), exit(refused('processing', 1_000))]
      return plan(leaving(order('s1'), ...steps), { bidBelowStopLimitSince: ago(100) })
    }
    expect(after('processing')).toEqual([REPLACE])
    expect(after('rate_limited')).not.toContain(REPLACE)
  })

  /** 65 of 130 units are left, and the order still offers all. */
  const tooMuch = (change: Partial<OrderRecord>, ...later: Later): Fixture => ({
    ...leaving(order('s1', { quantity: 130, ...change }), ...later),
    trade: { ...EXITING, manualExitQuantity: 65 },
    orders: [{ ...BOUGHT, filled: 130 }, order('s1', { quantity: 130, ...change })],
  })

  it.each<[when: string, on: Fixture, does: string[]]>([
    ['no change of it was asked for', tooMuch({}), [FIRST]],
    [
      'a change to fit it was accepted, and the exchange threw it out',
      tooMuch({}, exit(accepted('s1', 3_000))),
      [REPLACE],
    ],
    ['no reading shows it yet', tooMuch({}, exit(accepted('s1', 2_999))), ['in 1']],
    ['it was never seen', tooMuch({ seenAt: null }, exit(accepted('s1', 4_000))), [SECOND]],
    [
      'the exchange has not said',
      tooMuch({ phase: 'pending', phaseSince: ago(1_000) }, exit(accepted('s1', 4_000))),
      [SECOND, 'in 5000'],
    ],
    ['the change was in doubt', tooMuch({}, exit(inDoubt(4_000))), [SECOND]],
    ['the change would not have fitted it', tooMuch({}, exit(accepted('s1', 4_000), 66)), [SECOND]],
    [
      'a part has sold and the change would have fitted it',
      {
        ...tooMuch({ filled: 10 }, exit(accepted('s1', 4_000), 75)),
        trade: { ...EXITING, manualExitQuantity: 55 },
      },
      [REPLACE],
    ],
  ])('offers more than is held: when %s', (_when, on, does) => expect(plan(on)).toEqual(does))
})
