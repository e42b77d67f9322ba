import type { Weekday } from '@strikewise/domain/trading/entry-hours.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { GstState } from '@strikewise/plans/gst-states.ts'
import type { BillingPeriod, Plan } from '@strikewise/domain/plans/plan.ts'
import type { PendingValue } from '@strikewise/domain/trading/pending-settings.ts'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Seller } from '@strikewise/plans/seller.ts'

export type ConsentKind = 'terms' | 'privacy' | 'adult' | 'zerodha_disclosure' | 'auto_execute' | 'live_edge'

/** Who bought, as the receipt names them. Without a state the place of supply is the seller's (IGST Act, section 12). */
export interface Buyer {
  readonly name: string
  readonly email: string
  readonly state: GstState | null
}

export interface AccountTables {
  profiles: {
    user_id: string
    /** Null: a record that came without one. It has the rights of starter. */
    plan: Plan | null
    plan_expiry: Date | null
    /** The plan that was bought to begin when this one ends. */
    next_plan: Generated<Plan | null>
    next_plan_expiry: Generated<Date | null>
    joined_at: Date
    /** Where alerts go, once `telegram_paired_at` shows that its owner agreed in that chat. */
    telegram_chat_id: string | null
    telegram_paired_at: Generated<Date | null>
    /** Since when the chat takes no messages of ours: the bot was blocked, or the chat is gone. */
    telegram_unreachable_at: Generated<Date | null>
  }
  /** Insert only; the newest row of a kind is what holds. */
  consents: {
    id: GeneratedAlways<number>
    user_id: string
    kind: ConsentKind
    version: string
    given: boolean
    at: Date
    /** SHA-256 of the words, where they had to be typed. */
    text_hash: Generated<string | null>
  }
  data_keys: { owner: string; version: number; wrapped: Buffer }
  /** `bytea` columns hold sealed values: see secrets/sealed.ts. */
  broker_links: {
    user_id: string
    mode: LinkMode
    api_key: Buffer | null
    api_key_last4: string | null
    api_secret: Buffer | null
    access_token: Buffer | null
    /** The token of a link the user disconnected: good for exits of open trades until it dies, never for an entry. */
    exit_token: Buffer | null
    broker_user_id: string | null
    /** The address order calls leave from, registered at the broker. Null: none assigned. */
    egress_address: string | null
    connected: Generated<boolean>
    login_at: Date | null
    token_expires_at: Date | null
  }
  broker_login_states: {
    digest: string
    user_id: string
    session_id: string
    expires_at: Date
    used: Generated<boolean>
  }
  trade_settings: { user_id: string; consent_given: boolean; updated_at: Date }
  strategies: {
    user_id: string
    symbol: IndexSymbol
    lots: number
    auto_execute: boolean
    /** Null: entries are made without asking. */
    approval_seconds: number | null
    tsl_enabled: boolean
    sl_buffer_rupees: number
  }
  risk_settings: {
    user_id: string
    /** Null: the day's opening balance stands in. */
    capital_paise: number | null
    daily_loss_cap_bp: number
    max_entries_per_symbol: number
    max_positions_per_symbol: Generated<number>
    /** A short position that took a sale of the user's own is bought back as well. */
    cover_manual_shorts: Generated<boolean>
    /** When entries are allowed; minutes of the day in India. All three null: no restriction. */
    entry_days: Generated<Weekday[] | null>
    entry_from_minute: Generated<number | null>
    entry_to_minute: Generated<number | null>
    /** Over all indices; null: no limit. */
    max_trades_per_day: Generated<number | null>
    /** Without an entry after a trade that lost. */
    pause_after_loss_minutes: Generated<number | null>
    /** After which the day is over for entries; null: as many as for everyone. */
    max_losses_in_row: Generated<number | null>
    /** The day's profit from which on a share of its peak is kept. Both null: none is. */
    profit_lock_from_paise: Generated<number | null>
    profit_lock_keep_pct: Generated<number | null>
    weekly_loss_paise: Generated<number | null>
    /** Both null: no limit of the fall from the account's peak. */
    drawdown_paise: Generated<number | null>
    drawdown_since: Generated<IstDate | null>
  }
  /** Values that settings take later. Instants are epoch ms of the market's clock. */
  pending_settings: {
    user_id: string
    setting: PendingValue['setting']
    /** Null: a limit of the account. */
    symbol: IndexSymbol | null
    value: ColumnType<PendingValue['value'], string, never>
    effective_at: number
    asked_at: number
  }
  /** `scope` is a user id, or `global`. */
  kill_switches: {
    scope: string
    engaged: boolean
    changed_at: Date
    changed_by: string
    reason: string | null
    resume_at: Generated<Date | null>
  }
  /** Insert only. */
  payments: {
    id: string
    user_id: string
    plan: Plan
    billing: BillingPeriod
    amount_paise: number
    provider: string
    provider_reference: string
    plan_expiry: Date
    paid_at: Date
    checkout_id: Generated<string | null>
  }
  /** Insert only. */
  receipts: {
    payment_id: string
    series: string
    serial: number
    starts_at: Date
    price_paise: number
    credit_paise: number
    taxable_paise: number
    gst_paise: number
    seller: JSONColumnType<Seller>
    buyer: JSONColumnType<Buyer>
  }
  idempotency_keys: {
    user_id: string
    route: string
    key: string
    body_hash: string
    status: number
    reply: string
    created_at: Generated<Date>
  }
  rate_buckets: { key: string; window_start: number; count: number }
  outbox: {
    id: GeneratedAlways<number>
    channel: 'mail'
    recipient: string
    subject: string
    body: string
    /** The same as HTML; null: text alone. */
    html: Generated<string | null>
    /** Of its text, for its header; null: not kept. */
    language: Generated<Language | null>
    created_at: Generated<Date>
    due_at: Generated<Date>
    attempts: Generated<number>
    /** The notice it belongs to; null: of none, or one that is gone. */
    notice_id: Generated<number | null>
    /** Of quiet hours, epoch ms of the product's clock; null: not held. */
    held_until: Generated<number | null>
    sent_at: Date | null
    given_up_at: Date | null
    last_error: string | null
  }
}
