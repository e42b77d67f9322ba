import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { StoredMessage } from '@strikewise/messages/split.ts'
import type { Generated, GeneratedAlways } from 'kysely'
import type { FindingCode } from '../../audit/audit-snapshot.ts'

export interface AuditTables {
  /** Insert only. */
  audit_findings: {
    id: GeneratedAlways<number>
    account_id: string
    on_day: IstDate
    found_at: number
    code: FindingCode
    subject: string
    text: string
    /** Null in rows from before messages were data; those have `text`. */
    message: Generated<StoredMessage | null>
  }
}
