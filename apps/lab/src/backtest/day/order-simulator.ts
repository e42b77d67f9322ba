import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { Session } from '@strikewise/domain/time/calendar.ts'
import { DAY_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { dayLock, dailyLossLimit, dayPnlNow, type DayPnl } from '@strikewise/domain/trading/daily-loss-limit.ts'
import { riskLimitsFrom } from '@strikewise/domain/trading/user-limits.ts'
import { DEFAULT_CONFIG, type ExecutionConfig } from '@strikewise/execution/config.ts'
import { closedNets, openWorstLoss, dayPnlFrom } from '@strikewise/execution/pre-trade/day-pnl.ts'
import type { AccountFacts } from '@strikewise/execution/account-facts.ts'
import { NO_FOREIGN_TRADES } from '@strikewise/execution/trade/foreign-trades.ts'
import { preTradeCheck, type PreTradeCheckResult } from '@strikewise/execution/pre-trade/pre-trade-check.ts'
import type { FeedQuote } from '@strikewise/execution/ports.ts'
import { isHeld, type Trade } from '@strikewise/execution/trade/trade.ts'
import type { TradeSettings } from './trade-settings.ts'

const CONFIG: ExecutionConfig = { ...DEFAULT_CONFIG, broker: BROKER.profile }

/** What one account may do on one day: the live gate, asked for an account that has everything in order and no record. */
export class OrderSimulator {
  readonly trades: Trade[] = []
  readonly #on: IstDate
  readonly #session: Session
  readonly #settings: TradeSettings
  readonly #facts: AccountFacts

  constructor(on: IstDate, session: Session, symbol: Decision['symbol'], settings: TradeSettings) {
    this.#on = on
    this.#session = session
    this.#settings = settings
    const { lots, slBuffer, trailing, capital } = settings
    const { coverManualShorts, entryHours, ...risk } = { ...riskLimitsFrom(undefined), capital }
    this.#facts = {
      userId: 'backtest',
      plan: 'master',
      planExpiresAt: (session.closesAt + DAY_MS) as EpochMs,
      consentGiven: true,
      strategies: [{ symbol, lots, autoExecute: true, approvalSeconds: null, trailing, slBuffer }],
      risk,
      coverManualShorts,
      entryHours,
      link: { mode: 'paper', connected: true, loginAt: session.preOpenAt, egressAddress: null },
      // Of paper, which any logic may trade.
      registeredLogic: [],
      killSwitch: { user: false, global: false },
    }
  }

  /** Whether, and how large, the decision's entry may leave. */
  ask(decision: Decision, entry: NonNullable<Decision['entry']>, quote: FeedQuote, now: EpochMs): PreTradeCheckResult {
    const standing = this.standing(undefined)
    const { capital } = this.#settings
    const reason = dayLock(dailyLossLimit(capital), standing, closedNets(this.trades, this.#on))
    const usable = (capital + Math.min(0, standing.realised)) as Paise
    return preTradeCheck({
      now,
      on: this.#on,
      config: CONFIG,
      session: this.#session,
      facts: this.#facts,
      decision,
      entry,
      reEntryOf: undefined,
      trades: this.trades,
      lock: reason === undefined ? null : { on: this.#on, mode: 'paper', reason, at: now },
      quote,
      funds: { usable, opening: capital, readAt: now },
      dayPnl: standing,
      foreignTrades: NO_FOREIGN_TRADES,
      isLosingExit: false,
      openWorstLoss: openWorstLoss(this.trades, CONFIG.broker.brokerage),
      history: { dailyResults: [], record: { wins: 0, losses: 0, payoff: 0 } },
      dailyResults: [],
      inDoubt: false,
      clockSkewMs: 0,
      isContractShort: false,
      budgetLeft: true,
    })
  }

  /** Whether the day's loss cap is reached with the open position at `bid`. */
  isDailyLossLimitReached(bid: Paise): boolean {
    return dayPnlNow(this.standing(bid)) + dailyLossLimit(this.#settings.capital) <= 0
  }

  standing(bid: Paise | undefined): DayPnl {
    const open = this.trades
      .filter(isHeld)
      .map((trade) => ({ trade, units: trade.quantity, bid, sold: { units: 0, value: 0 as Paise } }))
    return dayPnlFrom(closedNets(this.trades, this.#on), open, this.#on, CONFIG.broker.brokerage)
  }
}
