import type { Paise } from '@strikewise/domain/money/paise.ts'
import { NO_ACCOUNT_LIMITS } from '@strikewise/domain/trading/account-limits.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DayLock } from '../store/account-changes.ts'
import { DAY, rs } from '../testing/scenario.ts'
import { ago, bidOf, BOUGHT, EXITING, fillOf, OPEN, order, type Fixture } from '../testing/trade-fixture.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import { PlanAccountFixture, paid, resting, leaving, CLOSED, tradePnlOf, as } from '../testing/plan-account-fixture.ts'

let setup: PlanAccountFixture
beforeEach(() => {
  setup = new PlanAccountFixture()
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
  const held = (reason: 'loss_cap' | 'losing_streak' | 'invariant_broken'): DayLock => ({
    on: DAY,
    mode: 'paper',
    reason,
    at: ago(9_000),
  })
  const locks = async (unitOfWork: AccountUnitOfWork) =>
    (await setup.account.written(unitOfWork)).flatMap((change) => (change.type === 'lock' ? [change.lock.reason] : []))

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
    setup.account.quote = bidOf(bid)
    const unitOfWork = await setup.ledgerOf(...stages)
    if (lock !== undefined) unitOfWork.state.apply({ type: 'lock', lock })
    setup.plan(unitOfWork, { dailyLossLimit })
    expect(unitOfWork.state.trade('t1')?.state ?? 'none').toBe(state)
    expect(await locks(unitOfWork)).toEqual(locked)
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
    const unitOfWork = await setup.ledgerOf(lost('t1'), lost('t2'), as('t3', third))
    setup.plan(unitOfWork)
    expect(unitOfWork.state.lockOf(OPEN.mode)?.reason).toBe(reason)
  })

  it('are two where their user set two, which the lock then shows', async () => {
    const unitOfWork = await setup.ledgerOf(lost('t1'), lost('t2'))
    setup.plan(unitOfWork)
    expect(unitOfWork.state.lockOf(OPEN.mode)).toBeUndefined()
    setup.plan(unitOfWork, { accountLimits: { ...NO_ACCOUNT_LIMITS, lossesInRow: 2 } })
    expect(unitOfWork.state.lockOf(OPEN.mode)).toMatchObject({ reason: 'losing_streak', figures: { losses: 2 } })
  })
})

it.each<[reason: string | undefined, price: Paise]>([
  ['loss_cap', rs(45)],
  [undefined, rs(105)],
])('takes %s for what a sale lost that the trade book does not show yet', async (reason, averagePrice) => {
  const sale = order('s1', { phase: 'open', filled: 40, averagePrice })
  const unitOfWork = await setup.ledgerOf({ ...leaving, orders: [BOUGHT, sale] })
  setup.plan(unitOfWork, { dailyLossLimit: rs(4_000) })
  expect(unitOfWork.state.lockOf(OPEN.mode)?.reason).toBe(reason)
})
