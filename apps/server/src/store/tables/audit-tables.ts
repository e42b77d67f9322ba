import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { StoredMessage } from '@strikewise/messages/split.ts'
import type { Generated, GeneratedAlways } from 'kysely'

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
