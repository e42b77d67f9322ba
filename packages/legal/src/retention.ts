// @invariant retention The clean-up deletes what the privacy page promises to delete.
/** What an erasure does to a kind of data. */
export type ErasureEffect = 'deleted' | 'kept_without_name' | 'kept'

/** What happens to one kind of stored data, and by when. */
interface Retention {
  /** Days after which a job deletes it; null: no job does; 0: it ends by itself, and a job deletes it then. */
  readonly days: number | null
  /** The term in years, where it is one: `days` of them, or the least that law asks for. */
  readonly years?: number
  readonly onErasure: ErasureEffect
}

const YEAR_DAYS = 365
/** India sheet §14: tax, research records, processing logs. */
const RECORD_YEARS = 8

/** How long each kind of data is kept: the table of the privacy page, and where the clean-up job takes its days from. */
export const RETENTION = {
  account: { days: null, onErasure: 'deleted' },
  sign_ups: { days: 7, onErasure: 'deleted' },
  sessions: { days: 0, onErasure: 'deleted' },
  ended_sessions: { days: 7, onErasure: 'deleted' },
  broker_secrets: { days: null, onErasure: 'deleted' },
  broker_logins: { days: 0, onErasure: 'deleted' },
  settings: { days: null, onErasure: 'deleted' },
  repeated_calls: { days: 2, onErasure: 'deleted' },
  mail: { days: 30, onErasure: 'deleted' },
  notices: { days: 90, onErasure: 'deleted' },
  chat_codes: { days: 1, onErasure: 'deleted' },
  rate_counts: { days: 1, onErasure: 'deleted' },
  tickets: { days: YEAR_DAYS, years: 1, onErasure: 'deleted' },
  status: { days: 400, onErasure: 'kept_without_name' },
  trading: { days: null, years: RECORD_YEARS, onErasure: 'kept_without_name' },
  consents: { days: null, years: RECORD_YEARS, onErasure: 'kept_without_name' },
  payments: { days: null, years: RECORD_YEARS, onErasure: 'kept_without_name' },
  receipts: { days: null, years: RECORD_YEARS, onErasure: 'kept' },
} as const satisfies Record<string, Retention>

export type RetentionKind = keyof typeof RETENTION
export const RETENTION_KINDS = Object.keys(RETENTION) as RetentionKind[]

/** The kinds a job deletes by age. */
export type AgedKind = { [K in RetentionKind]: (typeof RETENTION)[K]['days'] extends number ? K : never }[RetentionKind]

type YearsKind = { [K in RetentionKind]: (typeof RETENTION)[K] extends { years: number } ? K : never }[RetentionKind]
type DaysKind = {
  [K in Exclude<AgedKind, YearsKind>]: (typeof RETENTION)[K]['days'] extends 0 ? never : K
}[Exclude<AgedKind, YearsKind>]
type OpenKind = Exclude<RetentionKind, YearsKind | DaysKind>

/** What is stored, until when and why, as messages. */
export type RetentionText =
  | { readonly code: `retention.${RetentionKind}_${'what' | 'why'}` | `retention.${OpenKind}_until` }
  | { readonly code: `retention.${DaysKind}_until`; readonly days: number }
  | { readonly code: `retention.${YearsKind}_until`; readonly years: number }

/** Until when a kind is kept. */
export function retentionOf(kind: RetentionKind): RetentionText {
  const { days, years }: Retention = RETENTION[kind]
  if (years !== undefined) return { code: `retention.${kind as YearsKind}_until`, years }
  if (days !== null && days > 0) return { code: `retention.${kind as DaysKind}_until`, days }
  return { code: `retention.${kind as OpenKind}_until` }
}
