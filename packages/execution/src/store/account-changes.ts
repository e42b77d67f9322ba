import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { LegacyText } from '@strikewise/domain/text/legacy-text.ts'
import type { TradeRecord } from '@strikewise/domain/trading/kelly.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { Alarm } from '../alarms/alarm.ts'
import type { AccountFacts } from '../account-facts.ts'
import type { EntryRefusalReason } from '../refusal.ts'
import type { Intent } from '../intent/intent.ts'
import type { OrderRecord } from '../order/order.ts'
import type { Notification } from './notification.ts'
import type { Fill } from '../trade/fill.ts'
import type { ForeignTrades } from '../trade/foreign-trades.ts'
import type { Trade } from '../trade/trade.ts'

/** Why a decision did not become a trade of an account. One row for each (account, symbol, decision). */
export interface EntryRefusal {
  readonly accountId: string
  readonly userId: string
  readonly decisionId: string
  readonly symbol: IndexSymbol
  readonly on: IstDate
  readonly at: EpochMs
  /** The short code of `message`. */
  readonly code: string
  readonly message: EntryRefusalReason | LegacyText
}

/** The most that a day has come to for a kind of link, in the steps in which a profit lock counts it. Never falls. */
export interface DayPeak {
  readonly on: IstDate
  readonly mode: LinkMode
  readonly peak: Paise
  readonly at: EpochMs
}

/** What the user of a live link traded on a day without the product. Trades of a day do not grow fewer. */
export interface ForeignTradeDay {
  readonly on: IstDate
  readonly at: EpochMs
  readonly trades: ForeignTrades
}

/**
 * No entries of one kind of link until the next session: what was lost on paper locks paper alone. `invariant_broken`:
 * something held that must never be (reliability guide §3.14), which locks either kind; exits go on.
 */
export type DayLock = {
  readonly on: IstDate
  readonly mode: LinkMode
  readonly at: EpochMs
} & DayLockCause

/** Why a day is locked, with the figures that it was locked by: settings may change after it. */
export type DayLockCause =
  | { readonly reason: 'loss_cap' }
  | { readonly reason: 'profit_lock'; readonly figures: { readonly peak: Paise; readonly floor: Paise } }
  /** Losing trades in a row; missing in locks from before a user could set them. */
  | { readonly reason: 'losing_streak'; readonly figures?: { readonly losses: number } }
  | { readonly reason: 'invariant_broken' }

/**
 * One thing that happened to an account, as it is stored. Every change becomes a row of the account's journal
 * (insert only, numbered without gaps, hash-chained) and brings the current state beside it up to date.
 */
export type Change =
  | { readonly type: 'trade'; readonly trade: Trade }
  | { readonly type: 'intent'; readonly intent: Intent }
  | { readonly type: 'order'; readonly order: OrderRecord; readonly on: IstDate }
  | { readonly type: 'fill'; readonly fill: Fill; readonly on: IstDate }
  | { readonly type: 'refusal'; readonly refusal: EntryRefusal }
  | { readonly type: 'lock'; readonly lock: DayLock }
  | { readonly type: 'peak'; readonly peak: DayPeak }
  | { readonly type: 'foreign_trades'; readonly day: ForeignTradeDay }
  /** `code`: the short code of `message`. */
  | {
      readonly type: 'alarm'
      readonly code: string
      readonly tradeId: string | null
      readonly message: Alarm | LegacyText
    }

/** Rows that a process has written, or is about to, as it knows them. */
export interface KnownRows {
  /** The day they are of. */
  readonly on: IstDate
  /** Number of the newest journal row that the store is known to have had; null: it has turned out to lack rows. */
  readonly journalSeq: number | null
  readonly changes: readonly Change[]
}

/** Changes written together. The id makes writing it twice the same as writing it once. */
export interface Batch {
  readonly id: string
  readonly at: EpochMs
  /** The lease it was drawn up under. */
  readonly epoch: number
  readonly changes: readonly Change[]
  /** Notifications that leave with these changes; none when left out. */
  readonly notes?: readonly Notification[]
  /** In the offline journal: the rows of its trades, for a store that has lost them; none where an earlier batch has them. */
  readonly known?: KnownRows
}

/** What an executor needs of an account to go on where the last one stopped. */
export interface AccountRecords {
  readonly trades: readonly Trade[]
  readonly intents: readonly Intent[]
  readonly orders: readonly OrderRecord[]
  readonly fills: readonly Fill[]
  /** Of the day, at most one for each kind of link. */
  readonly locks: readonly DayLock[]
  /** Of the day, at most one for each kind of link. */
  readonly peaks: readonly DayPeak[]
  /** Of the day; null: none were seen. */
  readonly foreignTrades: ForeignTradeDay | null
  /** The day's decisions that this account was refused. */
  readonly refused: readonly string[]
}

/** What the pre-trade check asks the store about one account. */
export interface EntryRows extends Pick<AccountRecords, 'trades' | 'locks'> {
  readonly userId: string
  /** Null where they cannot be read. */
  readonly facts: AccountFacts | null
}

/** What the account's past shows to an entry of one kind of link, for the capital engine. */
export interface AccountHistory {
  /** Net result of each past trading day with trades of that kind, oldest first. */
  readonly dailyResults: readonly Paise[]
  /** Trades of one kind of link, never of both. */
  readonly record: TradeRecord
}
