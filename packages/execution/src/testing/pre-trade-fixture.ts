import { NO_FOREIGN_TRADES } from '../trade/foreign-trades.ts'
import type { Direction } from '@strikewise/domain/trading/direction.ts'
import { istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { TEST_CONFIG } from './test-broker.ts'
import type { PreTradeCheckInput } from '../pre-trade/pre-trade-check.ts'
import type { Trade } from '../trade/trade.ts'
import { CALL, DAY, decisionAt, goodFacts, rs } from './scenario.ts'

/** Ten in the morning of the staged day. */
export const now = istInstant(DAY, 10)
export const decision = decisionAt(now)

/** An entry that nothing speaks against. */
export const inOrder: PreTradeCheckInput = {
  now,
  on: DAY,
  config: TEST_CONFIG,
  session: TEST_CONFIG.calendar.sessionOn(DAY),
  facts: goodFacts(now),
  decision,
  entry: decision.entry!,
  reEntryOf: undefined,
  trades: [],
  lock: null,
  quote: { bid: rs(149.9), ask: rs(150.1), last: rs(150), askQuantity: 6_000, receivedAt: now },
  funds: { usable: rs(500_000), opening: rs(500_000), readAt: now },
  dayPnl: { realised: rs(0), openAtBid: rs(0), exitCharges: rs(0) },
  isLosingExit: false,
  openWorstLoss: rs(0),
  history: { dailyResults: [], record: { wins: 0, losses: 0, payoff: 0 } },
  dailyResults: [],
  inDoubt: false,
  isContractShort: false,
  foreignTrades: NO_FOREIGN_TRADES,
  clockSkewMs: 0,
  budgetLeft: true,
}

/** A trade of the day whose entry is on its way. */
export const entering: Trade = {
  state: 'entering',
  id: 't0',
  accountId: 'u1',
  userId: 'u1',
  mode: 'paper',
  on: DAY,
  decisionId: 'd0',
  direction: 'up',
  contract: CALL,
  product: 'MIS',
  lots: 1,
  quantity: 65,
  entrySettings: { slBuffer: rs(10), trailing: true, stopDistance: rs(30), firstMid: rs(150) },
  createdAt: now,
  manualExitQuantity: 0,
}

/** A trade of the day that ended `minutesAgo`, without a result. */
export const closed = (minutesAgo: number, exitReason: 'stop' | 'target', direction: Direction = 'up'): Trade => ({
  ...entering,
  state: 'closed',
  direction,
  enteredAt: now,
  entryPrice: rs(150),
  risk: rs(30),
  trigger: rs(120),
  bestBid: rs(150),
  exitReason,
  closedAt: (now - minutesAgo * 60_000) as EpochMs,
  traded: 65,
  result: null,
})
export const banknifty = { ...CALL, symbol: 'BANKNIFTY' as const }
