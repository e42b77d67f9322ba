import type { FlattenConfirmation } from '@strikewise/wire/flatten.ts'
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { Intent, IntentKind, Outcome } from '@strikewise/execution/intent/intent.ts'
import type { OrderRecord } from '@strikewise/execution/order/order.ts'
import type { Notification } from '@strikewise/execution/store/notification.ts'
import type { Change, DayLock } from '@strikewise/execution/store/account-changes.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import type { ApprovalAnswer, ApprovalChannel } from '@strikewise/execution/pre-trade/approval.ts'
import type { ClosedForeignTrade } from '@strikewise/execution/trade/foreign-trades.ts'
import type { EntryTicket } from '@strikewise/execution/pre-trade/entry-ticket.ts'
import type { InstructionChannel, InstructionKind } from '@strikewise/execution/trade/trade-instruction.ts'
import type { StoredMessage } from '@strikewise/messages/split.ts'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** Instants are epoch ms, money is paise. An account is its user: one broker link a user. */
export interface ExecutionTables {
  execution_accounts: {
    account_id: string
    epoch: Generated<number>
    journal_seq: Generated<number>
    journal_hash: string
  }
  /** Insert only. */
  account_journal: {
    account_id: string
    seq: number
    at: number
    batch_id: string
    kind: Change['type']
    change: JSONColumnType<Change>
    hash: string
    prev_hash: string
  }
  trades: {
    id: string
    account_id: string
    on_day: IstDate
    symbol: IndexSymbol
    decision_id: string
    state: Trade['state']
    created_at: number
    net_paise: number | null
    mode: GeneratedAlways<LinkMode>
    body: JSONColumnType<Trade>
  }
  intents: {
    id: string
    account_id: string
    trade_id: string
    kind: IntentKind
    outcome: Outcome['state']
    tag: string | null
    created_at: number
    body: JSONColumnType<Intent>
  }
  broker_orders: {
    account_id: string
    on_day: IstDate
    order_id: string
    trade_id: string
    phase: OrderRecord['phase']
    body: JSONColumnType<OrderRecord>
  }
  /** Insert only. */
  fills: {
    account_id: string
    on_day: IstDate
    trade_id: string
    order_id: string
    fill_id: string
    side: OrderSide
    quantity: number
    price_paise: number
    filled_at: number
    is_manual: boolean
    tradingsymbol: string
    product: string
  }
  /** Insert only. What users, and operators for them, ask for live trades. */
  trade_instructions: {
    /** A UUID. */
    id: string
    user_id: string
    account_id: string
    trade_id: string
    kind: InstructionKind
    /** Of `stop` the lowest trigger, of `target` the highest target, a unit; null for the others. */
    price_paise: number | null
    /** Of `reduce` the most units that are held on; null for the others. */
    units: number | null
    channel: InstructionChannel
    /** The user, or the operator who acted for them. */
    given_by: string
    at: number
  }
  /** Insert only. Entries that users ask for; answered by a trade or a refusal of the same `decision_id`. */
  entry_tickets: {
    /** A UUID; of an approved entry the id that its decision gives it. */
    id: string
    user_id: string
    account_id: string
    on_day: IstDate
    symbol: IndexSymbol
    /** Kind of the account it was sent for. */
    mode: LinkMode
    contract: JSONColumnType<EntryTicket['contract']>
    lots: number
    limit_paise: number
    stop_distance_paise: number
    sl_buffer_paise: number
    /** Whether its stop trails. */
    trails: boolean
    /** Index value when it was sent, in paise of points. */
    spot_paise: number
    asked_at: number
    valid_until: number
    channel: EntryTicket['channel']
  }
  /** Insert only. What users answered to entries that waited for their approval. */
  entry_approvals: {
    user_id: string
    account_id: string
    symbol: IndexSymbol
    decision_id: string
    answer: ApprovalAnswer
    channel: ApprovalChannel
    at: number
  }
  /** Insert only. Of operators, to exit all trades of one account or of all. */
  flatten_requests: {
    /** A UUID. */
    id: string
    /** Null: all accounts. */
    user_id: string | null
    reason: string
    asked_by: string
    asked_at: number
  }
  /** Insert only. */
  flatten_confirmations: { request_id: string; confirmed_by: string; how: FlattenConfirmation; at: number }
  /** Insert only. The trades that a request exits. */
  flatten_exits: { request_id: string; trade_id: string; user_id: string }
  /** Insert only. Every live trade of the request has its instruction. */
  flatten_completions: { request_id: string; at: number }
  /** Insert only. */
  entry_refusals: {
    account_id: string
    symbol: IndexSymbol
    decision_id: string
    on_day: IstDate
    at: number
    code: string
    /** Null in rows that have a message. */
    text: Generated<string | null>
    /** Null in rows from before messages were data; those have `text`. */
    message: Generated<StoredMessage | null>
  }
  day_locks: {
    account_id: string
    on_day: IstDate
    mode: LinkMode
    reason: DayLock['reason']
    at: number
    figures: Generated<{ readonly losses?: number; readonly peak?: Paise; readonly floor?: Paise } | null>
  }
  /** Kept by a trigger of `trades`. */
  daily_results: { account_id: string; mode: LinkMode; on_day: IstDate; net_paise: number }
  foreign_trade_days: {
    account_id: string
    on_day: IstDate
    begun: number
    closed: JSONColumnType<ClosedForeignTrade[]>
    open_at_last_paise: number
    exit_charges_paise: number
    net_paise: number
    at: number
  }
  day_peaks: { account_id: string; on_day: IstDate; mode: LinkMode; peak_paise: number; at: number }
  trade_notifications: {
    id: GeneratedAlways<number>
    user_id: string
    kind: Notification['kind']
    key: string
    at: number
    symbol: IndexSymbol | null
    /** Null in rows that have a message. */
    text: Generated<string | null>
    /** Null in rows from before messages were data; those have `text`. */
    message: Generated<StoredMessage | null>
    notified_at: Date | null
  }
}
