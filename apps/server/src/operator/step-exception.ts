import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ExceptionStep } from '@strikewise/wire/exceptions.ts'
import type { Kysely } from 'kysely'
import { DomainError } from '../domain-error.ts'
import { recordAction } from './actions.ts'
import type { Database } from '../store/database.ts'

interface NewStep {
  readonly step: ExceptionStep
  readonly note: string | null
  readonly by: string
}

/** Adds an operator's step to an exception, and to the operators' log. Throws DomainError `not_found.exception`. */
export async function stepException(
  db: Kysely<Database>,
  id: number,
  { step, note, by }: NewStep,
  now: EpochMs,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Steps of two operators at once come one after the other.
    const exception = await tx
      .selectFrom('exceptions')
      .select(['account_id', 'code'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (exception === undefined) throw new DomainError({ code: 'problem.not_found.exception' })
    await tx
      .updateTable('exceptions')
      .set({ resolved_at: step === 'resolved' ? now : null })
      .where('id', '=', id)
      .execute()
    await tx.insertInto('exception_steps').values({ exception_id: id, step, note, taken_by: by, at: now }).execute()
    const details = { exception: id, code: exception.code, ...(note === null ? {} : { reason: note }) }
    await recordAction(tx, { by, action: `exception_${step}`, userId: exception.account_id, details })
  })
}
