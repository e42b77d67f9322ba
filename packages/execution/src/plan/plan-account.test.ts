import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import { alarmLine, alarmRow } from '../testing/alarm-line.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { squareOffDeadline } from '@strikewise/domain/time/intraday-limits.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_BROKER, TEST_CONFIG } from '../testing/test-broker.ts'
import type { Call, Intent } from '../intent/intent.ts'
import type { BrokerRejectionCode } from '../order/order-ack.ts'
import type { OrderRecord } from '../order/order.ts'
import type { MonoMs } from '../ports.ts'
import type { DayLock } from '../store/account-changes.ts'
import { DAY, rs } from '../testing/scenario.ts'
import { changesOf, StagedAccount } from '../testing/account-fixture.ts'
import {
  ago,
  accepted,
  bidOf,
  BOUGHT,
  ENTERING,
  EXITING,
  fillOf,
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
import type { Trade } from '../trade/trade.ts'
import { Alarms } from '../persist/alarms.ts'
import { OrderBudget } from '../order/order-budget.ts'
import { Invariants } from '../broker-view/invariants.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import { QuoteFilter } from '../quotes/quote-filter.ts'
import type { AccountInput } from './account-input.ts'
import { planAccount, type AccountPlan } from './plan-account.ts'

let account: StagedAccount
let budget: OrderBudget
let unprotectedSince: Map<string, EpochMs>
beforeEach(() => {
  account = new StagedAccount()
  account.quote = bidOf(150)
  budget = new OrderBudget(TEST_BROKER.orderLimits)
  unprotectedSince = new Map()
})

/** Each stage under the name of its trade. */
async function ledgerOf(...stages: readonly Fixture[]): Promise<AccountUnitOfWork> {
  const changes = stages.flatMap(({ trade, intents = [], orders = [], fills = [] }) => {
    const { id: tradeId } = trade
    const named = orders.map((one) => ({ ...one, tradeId, orderId: `${tradeId}${one.orderId}` }))
    return changesOf({
      trades: [trade],
      intents: intents.map((one) => ({ ...one, tradeId })),
      orders: named,
      fills: fills.map((one) => ({ ...one, tradeId, orderId: `${tradeId}${one.orderId}` })),
    })
  })
  return account.unitOfWork(...changes)
}

function plan(unitOfWork: AccountUnitOfWork, change: Partial<AccountInput> = {}): AccountPlan {
  const { ports } = account
  const alarms = new Alarms(ports.observer)
  return planAccount({
    ports,
    config: TEST_CONFIG,
    unitOfWork,
    market: new QuoteFilter(ports.feed, ports.clock, () => undefined),
    budget,
    alarms,
    invariants: new Invariants(alarms, ports.observer),
    session: TEST_CONFIG.calendar.sessionOn(DAY),
    now: NOW,
    wall: NOW,
    isTimeSettled: true,
    isTimeDisputed: false,
    snapshotsReadAt: ago(1_000),
    snapshotsRequestedSince: ago(3_000),
    foreignSellOrders: [],
    foreignSalesVisibleFrom: () => undefined,
    fillsShownAt: () => undefined,
    requiredSight: () => undefined,
    unjudgedSince: () => undefined,
    positionsPendingSince: undefined,
    firstSeenAt: ({ acknowledgedAt }) => acknowledgedAt,
    dailyLossLimit: rs(15_000),
    positions: undefined,
    trades: undefined,
    coverManualShorts: false,
    unprotectedSince,
    bidBelowStopLimitSince: new Map(),
    canCallBroker: true,
    ...change,
  })
}

const paid = [fillOf(BOUGHT, rs(150))]
const resting: Fixture = { trade: OPEN, orders: [BOUGHT, order('s1')], fills: paid }
const bare: Fixture = { trade: OPEN, orders: [BOUGHT], fills: paid }
const leaving: Fixture = { trade: EXITING, orders: [BOUGHT, order('s1')], fills: paid }
const as = (id: string, fixture: Fixture): Fixture => ({ ...fixture, trade: { ...fixture.trade, id } })
const CLOSED: Trade = { ...EXITING, state: 'closed', closedAt: ago(5_000), traded: 65, result: null }
const tradePnlOf = (net: Paise) => ({
  entryValue: rs(9_750),
  exitValue: (rs(9_750) + net) as Paise,
  gross: net,
  charges: rs(0),
  net,
})
const ABANDONED: Trade = { ...ENTERING, state: 'abandoned', abandonedAt: ago(5_000), why: 'in_doubt' }
const toCancel: Fixture = { trade: ABANDONED, orders: [order('b1', { side: 'BUY', phase: 'open' })] }

describe('a sale of what is held', () => {
  const kindsOf = async (change: Partial<AccountInput>) =>
    plan(await ledgerOf({ ...bare, trade: EXITING }), change).intents.map(({ kind }) => kind)

  it('waits for the trade book since units are missing, and no longer than two seconds', async () => {
    expect(await kindsOf({ unjudgedSince: () => ago(1_999) })).toEqual([])
    expect(await kindsOf({ unjudgedSince: () => ago(2_000), snapshotsRequestedSince: ago(2_000) })).toEqual(['exit'])
  })

  it('waits for it from the end of a standstill of the process, in which no answer could arrive (I11)', async () => {
    expect(await kindsOf({ unjudgedSince: () => ago(4_400), snapshotsRequestedSince: NOW })).toEqual([])
  })

  it('waits for positions that were under way at a standstill of the process (I11)', async () => {
    const late = { positionsPendingSince: ago(4_400), positions: { readAt: ago(9_000), value: [] } }
    expect(await kindsOf({ ...late, snapshotsRequestedSince: NOW })).toEqual([])
    expect(await kindsOf(late)).toEqual(['exit'])
  })
})

describe('the calls of a turn', () => {
  const kinds = ({ intents }: AccountPlan) => intents.map(({ kind }) => kind)
  const all = () => ledgerOf(as('t1', toCancel), as('t2', bare), as('t3', leaving))
  /** As many calls as leave room for `left` more in this second. */
  const spend = (lane: 'exit' | 'other', left: number) => {
    const limit = lane === 'exit' ? 9 : 8
    for (let nth = 0; nth < limit - left; nth += 1) budget.take(lane, `c${nth}`, 0 as MonoMs, NOW)
  }

  it('leave in the order of what they are for', async () => {
    expect(kinds(plan(await all()))).toEqual(['exit', 'protect', 'cancel'])
  })

  it.each([
    [2, ['exit', 'protect']],
    [1, ['exit']],
    [0, ['exit']],
  ])('with room for %j leave exits first', async (left, leave) => {
    spend('other', left)
    const result = plan(await all())
    expect(kinds(result)).toEqual(leave)
    expect(result.wakeAt).toBe(NOW + 1_000)
    expect(account.alarms.filter((alarm) => alarm.startsWith('budget'))).toEqual([])
  })

  it('leave no exit when nothing has room', async () => {
    spend('exit', 0)
    expect(kinds(plan(await all()))).toEqual([])
  })

  it('are reported as used up for the day, once for each position', async () => {
    budget.restore(DAY, 4_900, [])
    const result = plan(await ledgerOf(leaving))
    expect(result.intents).toEqual([])
    expect(account.alarms).toEqual([alarmLine({ code: 'alarm.budget_used_up' })])
    expect(result.wakeAt).not.toBe(Number.POSITIVE_INFINITY)
  })

  it('are none while the program ends, and nothing is written as if there were', async () => {
    const trails: Fixture = { ...resting, trade: { ...OPEN, entrySettings: { ...OPEN.entrySettings, trailing: true } } }
    account.quote = bidOf(200)
    const unitOfWork = await ledgerOf(trails)
    expect(plan(unitOfWork, { canCallBroker: false }).intents).toEqual([])
    expect(unitOfWork.state.trade('t1')).toMatchObject({ trigger: rs(120) })
    expect(kinds(plan(unitOfWork))).toEqual(['move'])
    expect(unitOfWork.state.trade('t1')).toMatchObject({ trigger: rs(165), bestBid: rs(200) })
  })

  it.each<[what: string, stage: Fixture, isLate: boolean, patienceMs: number]>([
    ['a sale', bare, false, 2_000],
    ['a sale while the store is late', bare, true, 6_000],
    ['a change while the store is late', leaving, true, 2_000],
  ])('may wait to leave: %s', async (_what, fixture, isLate, patienceMs) => {
    const unitOfWork = await ledgerOf(fixture)
    if (isLate) {
      account.store.fault = () => 'fail'
      unitOfWork.put(alarmRow('staged'))
      await unitOfWork.commit(false)
    }
    expect(plan(unitOfWork).intents).toMatchObject([{ deadline: NOW + patienceMs }])
  })

  it('count their tries by what they are for', async () => {
    const earlier = [
      intent('enter', place('BUY'), accepted('t1b1', 60_000)),
      intent('protect', place('SELL'), refused('rate_limited', 2_000)),
    ]
    expect(plan(await ledgerOf({ ...bare, intents: earlier })).intents).toMatchObject([{ kind: 'protect', attempt: 2 }])
  })
})

describe('the books of a trade', () => {
  it.each<[what: string, stage: Fixture, reads: string[]]>([
    ['are read while a fill of a position is missing', { ...resting, fills: [] }, ['trades']],
    ['are not read while all is there', resting, []],
    ['are not read for what is not held', { ...toCancel, fills: paid }, []],
  ])('%s', async (_what, fixture, reads) => expect(plan(await ledgerOf(fixture)).reads).toEqual(reads))
})

describe('the best bid', () => {
  it.each([
    [200, 200],
    [140, 150],
  ])('of a position after %j is %j', async (bid, best) => {
    account.quote = bidOf(bid)
    const unitOfWork = await ledgerOf(resting)
    plan(unitOfWork)
    expect(unitOfWork.state.trade('t1')).toMatchObject({ bestBid: rs(best) })
    expect(unitOfWork.isDirty).toBe(false)
  })
})

describe('the notifications of a trade', () => {
  it('is its purchase, once', async () => {
    const unitOfWork = await ledgerOf({ trade: ENTERING, orders: [BOUGHT], fills: [{ ...paid[0]!, at: NOW }] })
    plan(unitOfWork)
    await unitOfWork.commit(false)
    expect(account.store.notifications.map(({ kind }) => kind)).toEqual(['trade_opened'])
  })

  it('is nothing when its stop moves', async () => {
    account.quote = bidOf(200)
    const unitOfWork = await ledgerOf({
      ...resting,
      trade: { ...OPEN, entrySettings: { ...OPEN.entrySettings, trailing: true } },
    })
    plan(unitOfWork)
    await unitOfWork.commit(false)
    expect(account.store.notifications).toEqual([])
  })
})

describe('the day', () => {
  const lost = (n: number, net: number): Fixture => ({
    trade: {
      ...CLOSED,
      id: `c${n}`,
      decisionId: `c${n}`,
      closedAt: ago(1_000 - n),
      result: {
        entryValue: 0 as Paise,
        exitValue: 0 as Paise,
        gross: net as Paise,
        charges: 0 as Paise,
        net: net as Paise,
      },
    },
  })
  const losses = [1, 2, 3].map((n) => lost(n, -100))
  const wins = [1, 2, 3].map((n) => lost(n, 100))
  const held = (reason: DayLock['reason']): DayLock => ({ on: DAY, mode: 'paper', reason, at: ago(9_000) })
  const locks = async (unitOfWork: AccountUnitOfWork) =>
    (await account.written(unitOfWork)).flatMap((change) => (change.type === 'lock' ? [change.lock.reason] : []))

  /** Half of 130 units is sold at ₹130, ₹20 under what they cost. */
  const HALF = { ...BOUGHT, quantity: 130, filled: 130 }
  const SOLD = order('s1', { kind: 'LIMIT', phase: 'open', quantity: 130, filled: 65 })
  const halfSold: Fixture = {
    trade: { ...EXITING, id: 't2', decisionId: 't2', lots: 2, quantity: 130 },
    orders: [HALF, SOLD],
    fills: [fillOf(HALF, rs(150)), fillOf(SOLD, rs(130))],
  }

  it.each<
    [
      what: string,
      stages: Fixture[],
      lock: DayLock | undefined,
      bid: number,
      dailyLossLimit: Paise | undefined,
      locked: string[],
      state: string,
    ]
  >([
    ['goes on while nothing was lost', [...wins, resting], undefined, 150, rs(1_000), [], 'open'],
    ['is over after three losses in a row', losses, undefined, 150, rs(1_000), ['losing_streak'], 'none'],
    ['is over for entries alone then', [...losses, resting], undefined, 150, rs(1_000), ['losing_streak'], 'open'],
    ['is over once for a streak', [...losses, resting], held('losing_streak'), 150, rs(1_000), [], 'open'],
    [
      'is over already when an invariant broke',
      [...losses, resting],
      held('invariant_broken'),
      150,
      rs(1_000),
      [],
      'open',
    ],
    [
      'is over for positions too when its cap is reached',
      [resting],
      undefined,
      130,
      rs(1_000),
      ['loss_cap'],
      'exiting',
    ],
    [
      'is over for positions too when a streak came first',
      [...losses, resting],
      held('losing_streak'),
      130,
      rs(1_000),
      ['loss_cap'],
      'exiting',
    ],
    ['stays over when the price comes back', [resting], held('loss_cap'), 150, rs(1_000), [], 'exiting'],
    [
      'counts the part of an exit that is sold already',
      [halfSold, resting],
      undefined,
      150,
      rs(1_400),
      ['loss_cap'],
      'exiting',
    ],
    ['has room for a part that was sold', [halfSold, resting], undefined, 150, rs(2_000), [], 'open'],
    ['has no cap while the capital is unknown', [resting], undefined, 130, undefined, [], 'open'],
  ])('%s', async (_what, stages, lock, bid, dailyLossLimit, locked, state) => {
    account.quote = bidOf(bid)
    const unitOfWork = await ledgerOf(...stages)
    if (lock !== undefined) unitOfWork.state.apply({ type: 'lock', lock })
    plan(unitOfWork, { dailyLossLimit })
    expect(unitOfWork.state.trade('t1')?.state ?? 'none').toBe(state)
    expect(await locks(unitOfWork)).toEqual(locked)
  })
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
    plan(await ledgerOf(fixture))
    expect(unprotectedSince.get('t1')).toBe(since)
  })

  it.each([
    [8_999, [], 1],
    [9_000, [alarmLine({ code: 'alarm.unprotected', contract: contractRef(OPEN.contract), units: 65 })], 29 * 60_000],
  ])('is notified after %j ms', async (ms, notified, poll) => {
    unprotectedSince.set('t1', ago(ms))
    const { wakeAt } = plan(await ledgerOf({ ...bare, fills: [] }))
    expect(account.alarms).toEqual(notified)
    expect(wakeAt).toBe(NOW + poll)
  })

  it('is bare from its fill on once that is read, though not alarmed about before a stop could be confirmed', async () => {
    unprotectedSince.set('t1', ago(1_000))
    plan(await ledgerOf(bare))
    expect(unprotectedSince.get('t1')).toBe(ago(7_000))
    expect(account.alarms).toEqual([])
  })

  it('is bare from when its order filled where the trade book does not answer', async () => {
    unprotectedSince.set('t1', ago(1_000))
    plan(await ledgerOf({ ...bare, fills: [] }))
    expect(unprotectedSince.get('t1')).toBe(ago(7_000))
  })

  it('is looked at again when the time of its exit is over', async () => {
    const { wakeAt } = plan(await ledgerOf({ ...bare, trade: EXITING, intents: [exit(sending, 6_600)] }))
    expect(wakeAt).toBe(NOW + 400)
  })

  it('is forgotten once it has one', async () => {
    unprotectedSince.set('t1', ago(8_000))
    plan(await ledgerOf(resting))
    expect(unprotectedSince.has('t1')).toBe(false)
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
    plan(await ledgerOf(fixture), at(now))
    expect(account.alarms.filter((alarm) => alarm.startsWith('not_flat'))).toHaveLength(notified)
  })
})

describe('three losing trades in a row', () => {
  const lost = (id: string): Fixture => ({ trade: { ...CLOSED, id, result: tradePnlOf(rs(-1_000)) } })
  const soldByOrder = (averagePrice: Paise): Fixture => ({
    ...leaving,
    orders: [BOUGHT, order('x1', { phase: 'complete', filled: 65, averagePrice })],
  })
  const soldAt = (price: Paise, filled = 65): Fixture => {
    const sale = order('x1', { phase: 'complete', filled })
    return {
      ...leaving,
      orders: [BOUGHT, order('s1', { phase: 'cancelling' }), sale],
      fills: [...paid, fillOf(sale, price)],
    }
  }

  it.each<[what: string, third: Fixture, reason: string | undefined]>([
    ['the third is sold out and waits for a cancel', soldAt(rs(105)), 'losing_streak'],
    ['the third is sold out, which the trade book does not show yet', soldByOrder(rs(105)), 'losing_streak'],
    ['the third is sold out for more than was paid', soldAt(rs(200)), undefined],
    ['a part of the third is still held', soldAt(rs(105), 30), undefined],
  ])('stop entries: %s', async (_what, third, reason) => {
    const unitOfWork = await ledgerOf(lost('t1'), lost('t2'), as('t3', third))
    plan(unitOfWork)
    expect(unitOfWork.state.lockOf(OPEN.mode)?.reason).toBe(reason)
  })
})

it.each<[reason: string | undefined, price: Paise]>([
  ['loss_cap', rs(45)],
  [undefined, rs(105)],
])('takes %s for what a sale lost that the trade book does not show yet', async (reason, averagePrice) => {
  const sale = order('s1', { phase: 'open', filled: 40, averagePrice })
  const unitOfWork = await ledgerOf({ ...leaving, orders: [BOUGHT, sale] })
  plan(unitOfWork, { dailyLossLimit: rs(4_000) })
  expect(unitOfWork.state.lockOf(OPEN.mode)?.reason).toBe(reason)
})

describe('an account in order', () => {
  it('asks for nothing, and knows when it must look again', async () => {
    const { intents, reads, wakeAt } = plan(await ledgerOf(resting, as('t2', toCancel)), { canCallBroker: false })
    expect([intents, reads]).toEqual([[], []])
    expect(wakeAt).toBe(OPEN.enteredAt + 30 * 60_000)
  })
})
