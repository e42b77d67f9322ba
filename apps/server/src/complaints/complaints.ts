// @invariant complaints-audited A complaint that an operator enters or closes is recorded in the operators' log by the transaction that does it.
import { istDateAt, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { ComplaintOutcome, ComplaintRow, ComplaintSource, ComplaintTable } from '@strikewise/wire/complaints.ts'
import { type Kysely, type Transaction } from 'kysely'
import { DomainError } from '../domain-error.ts'
import { recordAction } from '../operator/actions.ts'
import type { Database } from '../store/database.ts'
import { complaintTable, type CountedComplaint } from './complaint-table.ts'

const MAX_SHOWN = 200

const SHOWN = ['id', 'source', 'reference', 'received_on', 'closed_on', 'outcome'] as const

/** The table of the last complete month at `now`. What was no complaint is not counted. */
export async function publishedComplaints(db: Kysely<Database>, now: EpochMs): Promise<ComplaintTable> {
  return complaintTable(await countedComplaints(db), istDateAt(now))
}

/** The complaints that the table counts, of all time. */
export async function countedComplaints(db: Kysely<Database>): Promise<CountedComplaint[]> {
  const rows = await db
    .selectFrom('complaints')
    .select(['source', 'received_on', 'closed_on'])
    .where((where) => where.or([where('outcome', 'is', null), where('outcome', '=', 'resolved')]))
    .execute()
  return rows.map(({ source, received_on, closed_on }) => ({
    source,
    receivedOn: received_on,
    resolvedOn: closed_on,
  }))
}

/** The pending complaints, oldest first, then the newest of those that were closed. */
export async function complaintsOf(db: Kysely<Database>): Promise<ComplaintRow[]> {
  const pending = await db
    .selectFrom('complaints')
    .select(SHOWN)
    .where('outcome', 'is', null)
    .orderBy('received_on')
    .orderBy('id')
    .limit(MAX_SHOWN)
    .execute()
  const closed = await db
    .selectFrom('complaints')
    .select(SHOWN)
    .where('outcome', 'is not', null)
    .orderBy('closed_on', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN)
    .execute()
  return [...pending, ...closed]
}

interface NewComplaint {
  readonly source: ComplaintSource
  readonly reference: string
  readonly received_on: IstDate
}

/** Enters a complaint that did not come by the form. Throws DomainError on a day after `now`, and on a reference that was entered. */
export async function enterComplaint(
  tx: Transaction<Database>,
  complaint: NewComplaint,
  { by, now }: { readonly by: string; readonly now: EpochMs },
): Promise<ComplaintRow> {
  if (complaint.received_on > istDateAt(now)) throw new DomainError({ code: 'problem.invalid_input.complaint_day' })
  const row = await tx
    .insertInto('complaints')
    .values({ ...complaint, entered_by: by })
    .onConflict((conflict) => conflict.columns(['source', 'reference']).doNothing())
    .returning(SHOWN)
    .executeTakeFirst()
  if (row === undefined) throw new DomainError({ code: 'problem.invalid_input.complaint_entered' })
  const { source, reference, received_on: day } = row
  await recordAction(tx, { by, action: 'complaint_entered', details: { complaint: reference, source, day } })
  return row
}

/** Closes a pending complaint. Throws DomainError where none of this id is pending, and on a day before its receipt or after `now`. */
export async function closeComplaint(
  tx: Transaction<Database>,
  id: number,
  { outcome, closed_on }: { readonly outcome: ComplaintOutcome; readonly closed_on: IstDate },
  { by, now }: { readonly by: string; readonly now: EpochMs },
): Promise<ComplaintRow> {
  const pending = await tx
    .selectFrom('complaints')
    .select('received_on')
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (pending === undefined) throw new DomainError({ code: 'problem.not_found.complaint' })
  if (closed_on > istDateAt(now) || closed_on < pending.received_on)
    throw new DomainError({ code: 'problem.invalid_input.complaint_day' })
  const row = await tx
    .updateTable('complaints')
    .set({ outcome, closed_on, closed_by: by })
    .where('id', '=', id)
    .returning(SHOWN)
    .executeTakeFirstOrThrow()
  const { source, reference } = row
  const details = { complaint: reference, source, outcome, day: closed_on }
  await recordAction(tx, { by, action: 'complaint_closed', details })
  return row
}
