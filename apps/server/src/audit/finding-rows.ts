import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import { split } from '@strikewise/messages/split.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { findingCode, type AuditFinding } from './audit-snapshot.ts'

/** Stores findings and returns those that are new: each is reported once a day. */
export async function writeFindings(
  db: Kysely<Database>,
  account: string,
  on: IstDate,
  at: EpochMs,
  findings: readonly AuditFinding[],
): Promise<AuditFinding[]> {
  if (findings.length === 0) return []
  const written = await db
    .insertInto('audit_findings')
    .values(
      findings.map((finding) => ({
        account_id: account,
        on_day: on,
        found_at: at,
        code: findingCode(finding),
        subject: finding.subject,
        text: null,
        message: split(finding.message),
      })),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'on_day', 'code', 'subject']).doNothing())
    .returning(['code', 'subject'])
    .execute()
  return findings.filter((finding) =>
    written.some((row) => row.code === findingCode(finding) && row.subject === finding.subject),
  )
}
