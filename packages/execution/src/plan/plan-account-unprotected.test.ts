import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import { alarmLine } from '../testing/alarm-line.ts'
import { squareOffDeadline } from '@strikewise/domain/time/square-off.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_CONFIG } from '../testing/test-broker.ts'
import type { Call, Intent } from '../intent/intent.ts'
import type { BrokerRejectionCode } from '../order/order-ack.ts'
import type { OrderRecord } from '../order/order.ts'
import { DAY, rs } from '../testing/scenario.ts'
import {
  ago,
  BOUGHT,
  EXITING,
  inDoubt,
  intent,
  NOW,
  OPEN,
  order,
  place,
  refused,
  sending,
  type Fixture,
} from '../testing/trade-fixture.ts'
import { PlanAccountFixture, paid, resting, bare, leaving } from '../testing/plan-account-fixture.ts'

let setup: PlanAccountFixture
beforeEach(() => {
  setup = new PlanAccountFixture()
})

describe('a position without a stop', () => {
  const exit = (outcome: Intent['outcome'], agoMs: number) =>
    intent('exit', place('SELL'), outcome, { createdAt: ago(agoMs) })
  const sold = order('s1', { phase: 'complete', filled: 65 })
  const firstFill = paid[0]!.at
  const ended = (change: Partial<OrderRecord>): Fixture => ({
    ...bare,
    orders: [BOUGHT, order('s1', { phase: 'cancelled', ...change })],
  })
  const smaller = (change: Partial<OrderRecord>): Fixture => ({
    ...bare,
    orders: [{ ...BOUGHT, updatedAt: ago(4_000) }, order('s1', { phase: 'armed', quantity: 40, ...change })],
  })
  /** A step of the exit was refused so long ago; its order was seen a second ago. */
  const unseen = (refusedAgo: number, code: BrokerRejectionCode = 'processing'): Fixture => {
    const step: Call = {
      type: 'modify',
      orderId: 't1s1',
      terms: { kind: 'LIMIT', quantity: 65, price: rs(100), validity: 'DAY' },
    }
    const orders = [BOUGHT, order('s1', { phase: 'open', kind: 'LIMIT' })]
    return { trade: EXITING, orders, fills: paid, intents: [intent('exit', step, refused(code, refusedAgo))] }
  }

  it.each<[what: string, stage: Fixture, since: EpochMs | undefined]>([
    [
      'is bare from its first fill on',
      { ...bare, fills: [...paid, { ...paid[0]!, fillId: 'f2', at: ago(0) }] },
      firstFill,
    ],
    [
      'is bare for so long that a stop can still be confirmed when its fills are not read',
      { ...bare, fills: [] },
      ago(7_000),
    ],
    ['is bare from the end of its stop on when it had one', ended({ updatedAt: ago(3_000) }), ago(3_000)],
    ['is bare for so long that a stop can still be confirmed when its stop ended earlier', ended({}), ago(7_000)],
    [
      'is bare from when its stop is known to have ended where the exchange gave it no time',
      ended({ phase: 'rejected', updatedAt: null, phaseSince: ago(4_000) }),
      ago(4_000),
    ],
    ['is bare from when its stop was made smaller on', smaller({ updatedAt: ago(3_000) }), ago(3_000)],
    ['is bare from the last fill on when its stop was smaller before', smaller({ updatedAt: ago(6_000) }), ago(4_000)],
    [
      'is bare from when a change of its smaller stop is unconfirmed',
      smaller({ phase: 'pending', phaseSince: ago(2_500) }),
      ago(2_500),
    ],
    ['is bare from now on where nothing shows when its stop ended', ended({ updatedAt: null }), NOW],
    ['is bare while a step of its exit was refused and no reading has shown the order since', unseen(500), NOW],
    ['is leaving once a reading has shown the order after the refusal', unseen(1_500), undefined],
    ['is leaving while its exit is refused for the moment alone', unseen(500, 'rate_limited'), undefined],
    ['is bare while one is in doubt', { ...bare, intents: [intent('protect', place('SELL'), inDoubt(10))] }, firstFill],
    [
      'is bare once its exit was refused',
      { ...bare, trade: EXITING, intents: [exit(refused('funds', 10), 10)] },
      firstFill,
    ],
    ['is bare once its exit has had its time', { ...bare, trade: EXITING, intents: [exit(sending, 7_000)] }, firstFill],
    [
      'is leaving while its exit may be answered',
      { ...bare, trade: EXITING, intents: [exit(sending, 6_999)] },
      undefined,
    ],
    ['has one', resting, undefined],
    ['is none when nothing is held', { trade: EXITING, orders: [BOUGHT, sold] }, undefined],
  ])('%s', async (_what, fixture, since) => {
    const { unprotectedSince } = setup.plan(await setup.ledgerOf(fixture))
    expect(setup.unprotectedSince.get('t1')).toBe(since)
    expect(unprotectedSince).toEqual(since === undefined ? [] : [since])
  })

  it.each([
    [8_999, [], 1],
    [9_000, [alarmLine({ code: 'alarm.unprotected', contract: contractRef(OPEN.contract), units: 65 })], 29 * 60_000],
  ])('is notified after %j ms', async (ms, notified, poll) => {
    setup.unprotectedSince.set('t1', ago(ms))
    const { wakeAt } = setup.plan(await setup.ledgerOf({ ...bare, fills: [] }))
    expect(setup.account.alarms).toEqual(notified)
    expect(wakeAt).toBe(NOW + poll)
  })

  it('is bare from its fill on once that is read, though not alarmed about before a stop could be confirmed', async () => {
    setup.unprotectedSince.set('t1', ago(1_000))
    setup.plan(await setup.ledgerOf(bare))
    expect(setup.unprotectedSince.get('t1')).toBe(ago(7_000))
    expect(setup.account.alarms).toEqual([])
  })

  it('is bare from when its order filled where the trade book does not answer', async () => {
    setup.unprotectedSince.set('t1', ago(1_000))
    setup.plan(await setup.ledgerOf({ ...bare, fills: [] }))
    expect(setup.unprotectedSince.get('t1')).toBe(ago(7_000))
  })

  it('is not counted while a step of its exit may be answered, though its time goes on', async () => {
    setup.unprotectedSince.set('t1', ago(8_000))
    const stage = { ...bare, trade: EXITING, intents: [exit(sending, 10)] }
    expect(setup.plan(await setup.ledgerOf(stage)).unprotectedSince).toEqual([])
    expect(setup.unprotectedSince.get('t1')).toBe(ago(8_000))
  })

  it('is checked again when the time of its exit is over', async () => {
    const { wakeAt } = setup.plan(await setup.ledgerOf({ ...bare, trade: EXITING, intents: [exit(sending, 6_600)] }))
    expect(wakeAt).toBe(NOW + 400)
  })

  it('is forgotten once it has one', async () => {
    setup.unprotectedSince.set('t1', ago(8_000))
    setup.plan(await setup.ledgerOf(resting))
    expect(setup.unprotectedSince.has('t1')).toBe(false)
  })
})

describe('a position twelve minutes before the close', () => {
  const deadline = squareOffDeadline(TEST_CONFIG.calendar.sessionOn(DAY)!)
  const at = (now: EpochMs) => ({ now, wall: now })

  it.each<[what: string, stage: Fixture, now: EpochMs, notified: number]>([
    ['is notified', leaving, deadline, 1],
    ['is not notified a moment before', leaving, (deadline - 1) as EpochMs, 0],
    [
      'is not notified when it is sold',
      { ...leaving, orders: [BOUGHT, order('s1', { phase: 'complete', filled: 65 })] },
      deadline,
      0,
    ],
  ])('%s', async (_what, fixture, now, notified) => {
    setup.plan(await setup.ledgerOf(fixture), at(now))
    expect(setup.account.alarms.filter((alarm) => alarm.startsWith('not_flat'))).toHaveLength(notified)
  })
})
