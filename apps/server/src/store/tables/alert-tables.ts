import type { AlertChannel, AlertKind } from '@strikewise/domain/alerts/alert-kinds.ts'
import type {
  CrossingSide,
  CustomAlertRepeat,
  CustomAlertType,
  FlipDirection,
} from '@strikewise/domain/alerts/custom-alert.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Weekday } from '@strikewise/domain/trading/entry-hours.ts'
import type { StoredMessage } from '@strikewise/messages/split.ts'
import type { Generated, GeneratedAlways } from 'kysely'

/** A change that lets more be traded or lost, or by which another could trade. */
export type LimitChange = 'broker_key_replaced' | 'limits_raised' | 'program_key_created'

/** Why a notice was not sent on a channel. */
export type NotSentReason =
  | 'not_in_plan'
  | 'switched_off'
  | 'not_linked'
  | 'chat_waiting'
  | 'chat_unreachable'
  | 'no_device'
  | 'quiet_hours'
export type NotSentReasons = { readonly [Channel in AlertChannel]?: NotSentReason }

/** `at` and `expires_at` of alerts are epoch ms of the product's clock; what people and networks take is real time. */
export interface AlertTables {
  notices: {
    id: GeneratedAlways<number>
    user_id: string
    kind: AlertKind
    key: string
    at: number
    /** Null in rows that have a message. */
    text: Generated<string | null>
    /** Null in rows from before messages were data; those have `text`. */
    message: Generated<StoredMessage | null>
    /** A path of the app. */
    link: string | null
    /** What it is about with others: the list shows them as one; null: it stands alone. */
    thread: Generated<string | null>
    /** Channels on which it was not sent, with the reason; empty in rows from before. */
    not_sent: Generated<NotSentReasons>
    read_at: Generated<Date | null>
    created_at: Generated<Date>
  }
  chat_outbox: {
    id: GeneratedAlways<number>
    user_id: string
    chat_id: string
    notice_id: number
    expires_at: number
    due_at: Generated<Date>
    attempts: Generated<number>
    /** Of quiet hours, epoch ms of the product's clock; null: not held. */
    held_until: Generated<number | null>
    sent_at: Generated<Date | null>
    given_up_at: Generated<Date | null>
    last_error: Generated<string | null>
    /** Why the last attempt failed; null in rows from before, which have `last_error`. */
    problem: Generated<StoredMessage | null>
  }
  /** A browser that takes notifications: `endpoint` is its address at its push service, `p256dh` and `auth` are its keys. */
  push_subscriptions: {
    id: GeneratedAlways<number>
    user_id: string
    endpoint: string
    p256dh: string
    auth: string
    user_agent: string | null
    created_at: Generated<Date>
    delivered_at: Generated<Date | null>
    /** Failed attempts since the last delivery. */
    failures: Generated<number>
    /** Of the last attempt; null: it was delivered, or there was none. */
    problem: Generated<StoredMessage | null>
  }
  push_outbox: {
    id: GeneratedAlways<number>
    user_id: string
    /** Null once the device is gone. */
    subscription_id: number | null
    notice_id: number
    expires_at: number
    due_at: Generated<Date>
    attempts: Generated<number>
    held_until: Generated<number | null>
    sent_at: Generated<Date | null>
    given_up_at: Generated<Date | null>
    problem: Generated<StoredMessage | null>
  }
  /** One row: `private_key` is a sealed value. */
  vapid_keys: { id: 'vapid'; public_key: string; private_key: Buffer }
  alert_switches: { user_id: string; kind: AlertKind; channel: AlertChannel; is_on: boolean }
  quiet_hours: { user_id: string; days: Weekday[]; from_minute: number; to_minute: number }
  /** Alerts that users define; which columns a type has is checked by the table. */
  custom_alerts: {
    id: GeneratedAlways<number>
    user_id: string
    type: CustomAlertType
    symbol: IndexSymbol | null
    side: CrossingSide | null
    /** Index points times 100, or percent. */
    level: number | null
    agent: string | null
    flip_to: FlipDirection | null
    repeat: CustomAlertRepeat
    paused: Generated<boolean>
    /** Null: no value has been seen since it was created or resumed. */
    is_armed: Generated<boolean | null>
    fired_count: Generated<number>
    /** Epoch ms of the product's clock. */
    last_fired_at: Generated<number | null>
    changed_at: Generated<Date>
  }
  /** The last direction of each agent, as far as the alerts of one delay have read the decisions. */
  agent_directions: { delay_s: number; symbol: IndexSymbol; agent: string; direction: FlipDirection }
  /** What its owner is yet to be notified of. */
  account_changes: { id: GeneratedAlways<number>; user_id: string; change: LimitChange; at: Generated<Date> }
  alert_cursors: { name: string; cursor: number }
  stop_notifications: { trade_id: string; trigger_paise: number; notified_at: number }
  chat_codes: { digest: string; user_id: string; expires_at: Date; used_at: Generated<Date | null> }
  chat_questions: {
    digest: string
    user_id: string
    chat_id: string
    question: 'stop' | 'pause' | 'pair' | 'exit' | 'exit_all'
    /** Of `exit` the trade, else null. */
    trade_id: Generated<string | null>
    expires_at: Date
    answered_at: Generated<Date | null>
  }
  /** Insert only: who changed which kill switch, and from where. */
  kill_switch_changes: {
    id: GeneratedAlways<number>
    scope: string
    engaged: boolean
    channel: 'web' | 'telegram' | 'schedule'
    changed_by: string
    at: Date
    resume_at: Date | null
    reason: string | null
  }
}
