import { NO_FOREIGN_TRADES } from '../trade/foreign-trades.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { NO_ACCOUNT_LIMITS } from '@strikewise/domain/trading/account-limits.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { TEST_BROKER, TEST_CONFIG } from './test-broker.ts'
import { DAY, rs } from './scenario.ts'
import { changesOf, StagedAccount } from './account-fixture.ts'
import { ago, bidOf, BOUGHT, ENTERING, EXITING, fillOf, NOW, OPEN, order, type Fixture } from './trade-fixture.ts'
import type { Trade } from '../trade/trade.ts'
import { Alarms } from '../persist/alarms.ts'
import { OrderBudget } from '../order/order-budget.ts'
import { Invariants } from '../broker-view/invariants.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import { QuoteFilter } from '../quotes/quote-filter.ts'
import type { AccountInput } from '../plan/account-input.ts'
import { planAccount, type AccountPlan } from '../plan/plan-account.ts'

/** An account of which a test sets rows, quote and budget, to plan its next turn. */
export class PlanAccountFixture {
  readonly account = new StagedAccount()
  readonly budget = new OrderBudget(TEST_BROKER.orderLimits)
  readonly unprotectedSince = new Map<string, EpochMs>()

  constructor() {
    this.account.quote = bidOf(150)
  }

  /** Each stage under the name of its trade. */
  async ledgerOf(...stages: readonly Fixture[]): Promise<AccountUnitOfWork> {
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
    return this.account.unitOfWork(...changes)
  }

  /** The plan of the next turn; `change`: what differs from an account that is read and in order. */
  plan(unitOfWork: AccountUnitOfWork, change: Partial<AccountInput> = {}): AccountPlan {
    const { ports } = this.account
    const alarms = new Alarms(ports.observer)
    return planAccount({
      ports,
      config: TEST_CONFIG,
      unitOfWork,
      market: new QuoteFilter(ports.feed, ports.clock, () => undefined),
      budget: this.budget,
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
      instructions: [],
      dailyLossLimit: rs(15_000),
      accountLimits: NO_ACCOUNT_LIMITS,
      positions: undefined,
      trades: undefined,
      foreignTrades: () => NO_FOREIGN_TRADES,
      coverManualShorts: false,
      unprotectedSince: this.unprotectedSince,
      bidBelowStopLimitSince: new Map(),
      canCallBroker: true,
      ...change,
    })
  }
}

export const paid = [fillOf(BOUGHT, rs(150))]
export const resting: Fixture = { trade: OPEN, orders: [BOUGHT, order('s1')], fills: paid }
export const bare: Fixture = { trade: OPEN, orders: [BOUGHT], fills: paid }
export const leaving: Fixture = { trade: EXITING, orders: [BOUGHT, order('s1')], fills: paid }
export const as = (id: string, fixture: Fixture): Fixture => ({ ...fixture, trade: { ...fixture.trade, id } })
export const CLOSED = { ...EXITING, state: 'closed', closedAt: ago(5_000), traded: 65, result: null } satisfies Trade
export const tradePnlOf = (net: Paise) => ({
  entryValue: rs(9_750),
  exitValue: (rs(9_750) + net) as Paise,
  gross: net,
  charges: rs(0),
  net,
})
export const ABANDONED: Trade = { ...ENTERING, state: 'abandoned', abandonedAt: ago(5_000), why: 'in_doubt' }
export const toCancel: Fixture = { trade: ABANDONED, orders: [order('b1', { side: 'BUY', phase: 'open' })] }
