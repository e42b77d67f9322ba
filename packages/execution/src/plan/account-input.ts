import type { Session } from '@strikewise/domain/time/calendar.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { PlanSettings } from '../account-facts.ts'
import type { ExecutionConfig } from '../config.ts'
import type { BrokerOrder, OrderRecord } from '../order/order.ts'
import type { Ports } from '../ports.ts'
import type { Alarms } from '../persist/alarms.ts'
import type { OrderBudget } from '../order/order-budget.ts'
import type { Invariants } from '../broker-view/invariants.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import type { QuoteFilter } from '../quotes/quote-filter.ts'
import type { RequiredSight, SalesVisibleFrom } from '../broker-view/foreign-sales.ts'
import type { PositionsRead, TradesRead } from '../broker-view/position-snapshot.ts'
import type { AccountState } from '../persist/state.ts'
import type { ForeignTrades } from '../trade/foreign-trades.ts'
import type { TradeInstruction } from '../trade/trade-instruction.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'

/** What the plan of an account is made from. */
export interface AccountInput extends PlanSettings {
  readonly ports: Ports
  readonly config: ExecutionConfig
  readonly unitOfWork: AccountUnitOfWork
  readonly market: QuoteFilter
  readonly budget: OrderBudget
  readonly alarms: Alarms
  readonly invariants: Invariants
  readonly session: Session | undefined
  /** False while only one clock gives the time: no position is exited, and no session is over, by it. */
  readonly isTimeSettled: boolean
  /** The wall clock stepped away and the broker has not shown its time since: ages may be longer than they seem. */
  readonly isTimeDisputed: boolean
  /** The account's own time. */
  readonly now: EpochMs
  /** The wall clock's, by which quotes are dated. */
  readonly wall: EpochMs
  /** Start of the newest reading of the order book that succeeded. */
  readonly snapshotsReadAt: EpochMs | undefined
  /** Since when this process reads the books of the account without having stood still. */
  readonly snapshotsRequestedSince: EpochMs
  /** Sell orders that are not ours and still work at the broker. */
  readonly foreignSellOrders: readonly BrokerOrder[]
  /** From when on positions show the sales in a contract and product (`keyOf`) that are not ours; undefined: there is none. */
  readonly foreignSalesVisibleFrom: (key: string) => SalesVisibleFrom | undefined
  /** From when on positions in a contract and product are as new as its fills of ours; undefined: no new one was shown. */
  readonly fillsShownAt: (key: string) => EpochMs | undefined
  /** Since when units in a contract and product have been missing that no trade book has judged yet; undefined: none are. */
  readonly unjudgedSince: (key: string) => EpochMs | undefined
  /** When the reading of the positions began that is under way; undefined: none is. */
  readonly positionsPendingSince: EpochMs | undefined
  /** Which sight of a trade's orders knows of what was last sold out of it manually; undefined: nothing was. */
  readonly requiredSight: (view: TradeSnapshot) => RequiredSight | undefined
  /** When the present state of an order of ours was learned. */
  readonly firstSeenAt: (order: OrderRecord) => EpochMs
  /** What was asked for the account's trades, as it was last read. */
  readonly instructions: readonly TradeInstruction[]
  /** The newest reading of the positions; undefined before the first. */
  readonly positions: PositionsRead | undefined
  /** The newest reading of the trade book; undefined before the first. */
  readonly trades: TradesRead | undefined
  /** What the user traded today without the product. */
  readonly foreignTrades: (state: AccountState) => ForeignTrades
  /** Since when each position has had no stop and no exit on its way. Kept by the caller. */
  readonly unprotectedSince: Map<string, EpochMs>
  /** Since when the bid has been under the limit of each position's armed stop. Kept by the caller. */
  readonly bidBelowStopLimitSince: Map<string, EpochMs>
  /** False while shutting down: the orders rest where they are. */
  readonly canCallBroker: boolean
}
