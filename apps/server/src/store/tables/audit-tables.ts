import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { GeneratedAlways } from 'kysely'
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
  }
}
