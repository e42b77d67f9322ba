import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { StoredMessage } from '@strikewise/messages/split.ts'
import type { ExceptionStep } from '@strikewise/wire/exceptions.ts'
import type { ProcessFigures, ServiceRole } from '@strikewise/wire/service-health.ts'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** What an audit found wrong. The values are stored: never rename one. */
export type FindingCode =
  | 'tag_twice'
  | 'order_without_intent'
  | 'order_unknown'
  | 'order_missing'
  | 'intent_denied'
  | 'fill_missing'
  | 'fill_differs'
  | 'fill_foreign'
  | 'result_differs'
  | 'cover_differs'
  | 'quantity_differs'
  | 'position_short'
  | 'unprotected'
  | 'oversold'
  | 'stray_order'
  | 'not_flat'
  | 'row_differs'
  | 'row_unjournaled'
  | 'journal_broken'

export interface AuditTables {
  /** Alarms of trading and findings of the auditor, one row a code and subject an account has on a day. */
  exceptions: {
    id: GeneratedAlways<number>
    account_id: string
    on_day: IstDate
    code: string
    subject: string
    /** Of the newest occurrence. */
    message: JSONColumnType<StoredMessage>
    first_at: number
    last_at: number
    occurrences: number
    /** Null: it is open, or it has occurred again. */
    resolved_at: Generated<number | null>
  }
  /** Insert only. What operators did about an exception. */
  exception_steps: {
    id: GeneratedAlways<number>
    exception_id: number
    step: ExceptionStep
    note: string | null
    taken_by: string
    at: number
  }
  /** One row a role of a process, written by it every few seconds. */
  process_health: {
    process_id: string
    role: ServiceRole
    host: string
    pid: number
    version: string
    /** As holder of shards' leases; null: it takes none. */
    holder: string | null
    /** By the store's clock, as `seen_at`. */
    started_at: Generated<Date>
    seen_at: Generated<Date>
    figures: JSONColumnType<ProcessFigures>
  }
  /** Insert only. */
  audit_findings: {
    id: GeneratedAlways<number>
    account_id: string
    on_day: IstDate
    found_at: number
    code: FindingCode
    subject: string
    /** Of rows from before messages were data; newer ones have `message`. */
    text: string | null
    message: Generated<StoredMessage | null>
  }
}
