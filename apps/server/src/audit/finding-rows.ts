import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import type { AuditFinding } from './audit-snapshot.ts'

/** Writes findings down and answers those that are new: each is told once a day. */
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
    .values(findings.map((finding) => ({ account_id: account, on_day: on, found_at: at, ...finding })))
    .onConflict((conflict) => conflict.columns(['account_id', 'on_day', 'code', 'subject']).doNothing())
    .returning(['code', 'subject'])
    .execute()
  return findings.filter(({ code, subject }) => written.some((row) => row.code === code && row.subject === subject))
}
