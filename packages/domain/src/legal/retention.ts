// @invariant retention The clean-up deletes what the privacy page promises to delete.
/** What happens to one kind of stored data, and by when. */
export interface Retention {
  readonly what: string
  /** Days after which a job deletes it; null: no job does, see `until`. */
  readonly days: number | null
  /** The same in words. */
  readonly until: string
  readonly why: string
  /** What an erasure does to it. */
  readonly onErasure: 'deleted' | 'kept without name' | 'kept'
}

/**
 * How long each kind of data is kept: the table of the privacy page, and where the clean-up job takes its days from. Sources
 * of the years: India sheet §14 (tax, research records, processing logs).
 */
export const RETENTION = {
  account: {
    what: 'Name, email, password (as a hash)',
    days: null,
    until: 'the account is erased',
    why: 'To sign you in',
    onErasure: 'deleted',
  },
  sign_ups: {
    what: 'Sign-ups whose email address was never confirmed',
    days: 7,
    until: '7 days',
    why: 'To open the account by the mailed link',
    onErasure: 'deleted',
  },
  sessions: {
    what: 'Signed-in devices with their network address',
    days: 0,
    until: 'they run out or are signed out',
    why: 'To keep you signed in and show you where',
    onErasure: 'deleted',
  },
  ended_sessions: {
    what: 'Why a login ended, without device and address',
    days: 7,
    until: '7 days',
    why: 'To tell that device why it was logged out',
    onErasure: 'deleted',
  },
  broker_secrets: {
    what: 'Broker keys and tokens, encrypted',
    days: null,
    until: 'you disconnect or replace them, or the account is erased',
    why: 'To trade for you',
    onErasure: 'deleted',
  },
  broker_logins: {
    what: 'Started broker logins',
    days: 0,
    until: 'they run out, minutes later',
    why: 'To know that a login is yours',
    onErasure: 'deleted',
  },
  settings: {
    what: 'Trade and risk settings, alert switches, chat id',
    days: null,
    until: 'the account is erased',
    why: 'To act as you set',
    onErasure: 'deleted',
  },
  repeated_calls: {
    what: 'Answers to calls that may be repeated',
    days: 2,
    until: '2 days',
    why: 'To charge once',
    onErasure: 'deleted',
  },
  mail: {
    what: 'Mails that were sent, without their text',
    days: 30,
    until: '30 days',
    why: 'To find lost mail',
    onErasure: 'deleted',
  },
  notices: {
    what: 'Notices and messages to your chat',
    days: 90,
    until: '90 days',
    why: 'To show you what you were told',
    onErasure: 'deleted',
  },
  chat_codes: {
    what: 'Codes and questions of the Telegram chat',
    days: 1,
    until: '1 day after they run out',
    why: 'To know that a chat is yours',
    onErasure: 'deleted',
  },
  rate_counts: {
    what: 'Counts of tries by network address',
    days: 1,
    until: '1 day',
    why: 'Against guessing of passwords',
    onErasure: 'deleted',
  },
  tickets: {
    what: 'Messages to support',
    days: 365,
    until: '1 year',
    why: 'To answer, and to answer again',
    onErasure: 'deleted',
  },
  status: {
    what: 'Status of the service, of nobody',
    days: 400,
    until: '400 days',
    why: 'To show its history',
    onErasure: 'kept without name',
  },
  trading: {
    what: 'Orders, fills, trades, refusals, reports and their journal',
    days: null,
    until: 'at least 8 years; nothing deletes them by itself',
    why: 'Tax and trading records',
    onErasure: 'kept without name',
  },
  consents: {
    what: 'Consents with text, version and time',
    days: null,
    until: 'at least 8 years; nothing deletes them by itself',
    why: 'Proof of what was agreed to',
    onErasure: 'kept without name',
  },
  payments: {
    what: 'Payments, refunds and begun checkouts',
    days: null,
    until: 'at least 8 years; nothing deletes them by itself',
    why: 'Tax records',
    onErasure: 'kept without name',
  },
  receipts: {
    what: 'Receipts with the buyer’s name and address',
    days: null,
    until: 'at least 8 years; nothing deletes them by itself',
    why: 'Tax law asks for them as they were written',
    onErasure: 'kept',
  },
} as const satisfies Record<string, Retention>

export type RetentionKind = keyof typeof RETENTION

/** The kinds a job deletes by age. */
export type AgedKind = { [K in RetentionKind]: (typeof RETENTION)[K]['days'] extends number ? K : never }[RetentionKind]
