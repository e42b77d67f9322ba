import { BROKER } from '@strikewise/brokers/product-broker.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { DailyResult } from '@strikewise/domain/trading/period-limits.ts'
import { USER_LIMITS } from '@strikewise/domain/trading/user-limits.ts'
import type { AccountFacts } from '@strikewise/execution/account-facts.ts'
import { DEFAULT_CONFIG } from '@strikewise/execution/config.ts'
import { candidateOf, type EntryTicket } from '@strikewise/execution/pre-trade/entry-ticket.ts'
import type { FeedQuote } from '@strikewise/execution/ports.ts'
import { NO_FOREIGN_TRADES, type ForeignTrades } from '@strikewise/execution/trade/foreign-trades.ts'
import {
  dayPnlOf,
  isLeftAtLoss,
  openWorstLoss,
  withForeignTrades,
  type OpenPosition,
} from '@strikewise/execution/pre-trade/day-pnl.ts'
import { resultsFrom } from '@strikewise/execution/pre-trade/account-limits.ts'
import { preTradeChecks, type CheckName } from '@strikewise/execution/pre-trade/pre-trade-check.ts'
import type { EntryRefusalReason } from '@strikewise/execution/refusal.ts'
import type { DayLock } from '@strikewise/execution/store/account-changes.ts'
import { unitsOf, valueOf } from '@strikewise/execution/trade/fill.ts'
import { isHeld, ofMode, type Trade } from '@strikewise/execution/trade/trade.ts'
import { PLAN_POLICY } from '@strikewise/plans/policy.ts'
import { accountFacts } from '@strikewise/postgres-store/account-facts.ts'
import { loadDailyResults, loadEntryRecords, loadForeignTrades } from '@strikewise/postgres-store/load-records.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'
import { queryableOf } from '../store/queryable.ts'
import { fillsOf } from '../trades/fills-of.ts'

const PAISE_PER_RUPEE = 100
const NO_HISTORY = { dailyResults: [], record: { wins: 0, losses: 0, payoff: 0 } }

/** What the store shows of an account that a ticket would trade in. */
export interface TicketAccount {
  readonly facts: AccountFacts | null
  readonly trades: readonly Trade[]
  readonly locks: readonly DayLock[]
  readonly open: readonly Omit<OpenPosition, 'bid'>[]
  /** What the user traded today without the product, as it was last stored. */
  readonly foreignTrades: ForeignTrades
  /** What the limits over weeks and longer look back at. */
  readonly dailyResults: readonly DailyResult[]
}

/** Reads the account of a user as the claim of an entry does. */
export async function readTicketAccount(db: UserScopedRow, userId: string, now: EpochMs): Promise<TicketAccount> {
  const on = istDateAt(now)
  const queryable = queryableOf(db)
  const facts = (await accountFacts(queryable, [userId], now)).get(userId) ?? null
  const { trades, locks } = (await loadEntryRecords(queryable, [userId], on)).get(userId)!
  const held = trades.filter(isHeld)
  const fills = await fillsOf(
    db,
    held.map(({ id }) => id),
  )
  const open = held.map((trade) => {
    const own = fills.get(trade.id) ?? []
    const sold = unitsOf(own, 'SELL')
    const units = Math.max(0, unitsOf(own, 'BUY') - sold)
    return { trade, units, sold: { units: sold, value: valueOf(own, 'SELL') } }
  })
  const foreignTrades = (await loadForeignTrades(queryable, userId, on)) ?? NO_FOREIGN_TRADES
  const from = facts === null ? undefined : resultsFrom(facts.risk.account, on)
  const requested = from === undefined ? undefined : new Map([[userId, { mode: facts!.link.mode, from }]])
  const past = requested && (await loadDailyResults(queryable, requested, on))
  return { facts, trades, locks, open, foreignTrades, dailyResults: past?.get(userId) ?? [] }
}

/** What a ticket takes from the user's settings of the index: slack of the stop, and whether it trails. */
export function chosenSettings(
  facts: AccountFacts | null,
  symbol: IndexSymbol,
): { readonly lots: number; readonly slBuffer: Paise; readonly trailing: boolean } {
  const strategy = facts?.strategies.find((one) => one.symbol === symbol)
  const plan = facts?.plan ?? 'starter'
  return {
    lots: Math.max(USER_LIMITS.lots.min, strategy?.lots ?? 0),
    slBuffer: strategy?.slBuffer ?? ((USER_LIMITS.slBufferRupees.initial * PAISE_PER_RUPEE) as Paise),
    trailing: PLAN_POLICY[plan].trailingStop && (strategy?.trailing ?? true),
  }
}

/**
 * The pre-trade check of a ticket as it stands now. What only the executor knows (the broker's cash, its clock, orders in doubt)
 * passes here and is checked as the ticket is carried out.
 */
export function ticketChecks(
  ticket: EntryTicket,
  { facts, trades, locks, open, foreignTrades, dailyResults }: TicketAccount,
  market: {
    readonly now: EpochMs
    readonly quote: (token: number) => FeedQuote | undefined
    readonly liveTrading: boolean
  },
): ReadonlyMap<CheckName, EntryRefusalReason | undefined> {
  const { now, quote, liveTrading } = market
  const on = istDateAt(now)
  const mode = facts?.link.mode ?? 'paper'
  const { brokerage } = BROKER.profile
  const own = ofMode(trades, mode)
  const positions = open
    .filter(({ trade }) => trade.mode === mode)
    .map((one) => ({ ...one, bid: quote(one.trade.contract.token)?.bid }))
  const foreign = mode === 'live' ? foreignTrades : NO_FOREIGN_TRADES
  const cash = Number.MAX_SAFE_INTEGER as Paise
  return preTradeChecks({
    ...candidateOf(ticket),
    now,
    on,
    config: { ...DEFAULT_CONFIG, liveTrading, broker: BROKER.profile },
    session: nseCalendar.sessionOn(on),
    facts,
    reEntryOf: undefined,
    trades,
    lock: locks.find((lock) => lock.mode === mode) ?? null,
    quote: quote(ticket.contract.token),
    funds: { usable: cash, opening: cash, readAt: now },
    foreignTrades: foreign,
    dayPnl: withForeignTrades(dayPnlOf(own, positions, on, brokerage), foreign),
    openWorstLoss: openWorstLoss(own, brokerage),
    isLosingExit: positions.some((position) => isLeftAtLoss(position, on, brokerage)),
    history: NO_HISTORY,
    dailyResults,
    inDoubt: false,
    isContractShort: false,
    clockSkewMs: undefined,
    budgetLeft: true,
  })
}
