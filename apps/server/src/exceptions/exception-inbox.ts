import { DAY_MS, istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { messageOf } from '@strikewise/messages/split.ts'
import type { ExceptionRow, ExceptionStep } from '@strikewise/wire/exceptions.ts'
import type { Kysely, Selectable } from 'kysely'
import { DomainError } from '../domain-error.ts'
import type { Database } from '../store/database.ts'

const MAX_OPEN = 200
const MAX_RESOLVED = 100
const RESOLVED_SHOWN_MS = 7 * DAY_MS
/** Codes of the auditor's findings begin with this. */
const FINDING = 'audit_'

/** Exceptions that are not resolved, the newest first, then those that were in the last seven days. */
export async function exceptionsAt(db: Kysely<Database>, now: EpochMs, language: Language): Promise<ExceptionRow[]> {
  const open = await shownRows(db)
    .where('resolved_at', 'is', null)
    .orderBy('last_at', 'desc')
    .orderBy('exceptions.id', 'desc')
    .limit(MAX_OPEN)
    .execute()
  const resolved = await shownRows(db)
    .where('resolved_at', '>', now - RESOLVED_SHOWN_MS)
    .orderBy('resolved_at', 'desc')
    .limit(MAX_RESOLVED)
    .execute()
  return withSteps(db, [...open, ...resolved], language)
}

/** How many exceptions are not resolved, as far as the list shows them. */
export async function openExceptionCount(db: Kysely<Database>): Promise<number> {
  const rows = await db.selectFrom('exceptions').select('id').where('resolved_at', 'is', null).limit(MAX_OPEN).execute()
  return rows.length
}

/** One exception. Throws DomainError `not_found.exception`. */
export async function exceptionById(db: Kysely<Database>, id: number, language: Language): Promise<ExceptionRow> {
  const row = await shownRows(db).where('exceptions.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new DomainError({ code: 'problem.not_found.exception' })
  const [shown] = await withSteps(db, [row], language)
  return shown!
}

function shownRows(db: Kysely<Database>) {
  return db
    .selectFrom('exceptions')
    .leftJoin('identity_users', 'identity_users.id', 'exceptions.account_id')
    .selectAll('exceptions')
    .select('identity_users.email')
}

type Row = Selectable<Database['exceptions']> & { readonly email: string | null }

interface Step {
  readonly exception_id: number
  readonly step: ExceptionStep
  readonly note: string | null
  readonly by: string
  readonly at: number
}

async function withSteps(db: Kysely<Database>, rows: readonly Row[], language: Language): Promise<ExceptionRow[]> {
  if (rows.length === 0) return []
  const steps = await db
    .selectFrom('exception_steps')
    .leftJoin('identity_users', 'identity_users.id', 'taken_by')
    .select(['exception_id', 'step', 'note', 'at'])
    .select((is) => is.fn.coalesce('identity_users.email', 'taken_by').as('by'))
    .where(
      'exception_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('exception_steps.id')
    .execute()
  const byException = Map.groupBy(steps as readonly Step[], (one) => one.exception_id)
  const { text } = rendererOf(language)
  return rows.map((row) => shown(row, byException.get(row.id) ?? [], (stored) => text(messageOf(stored))))
}

function shown(
  row: Row,
  steps: readonly Step[],
  textOf: (stored: { message: unknown; text: null }) => string,
): ExceptionRow {
  const state = stateOf(row, steps)
  return {
    id: row.id,
    user_id: row.account_id,
    email: row.email,
    code: row.code,
    is_finding: row.code.startsWith(FINDING),
    text: textOf({ message: row.message, text: null }),
    day: row.on_day,
    first_at: istIso(row.first_at as EpochMs),
    last_at: istIso(row.last_at as EpochMs),
    occurrences: row.occurrences,
    state,
    owner: state === 'taken' ? steps.at(-1)!.by : null,
    steps: steps.map(({ step, by, at, note }) => ({ step, by, at: istIso(at as EpochMs), note })),
  }
}

function stateOf({ resolved_at }: Row, steps: readonly Step[]): ExceptionRow['state'] {
  if (resolved_at !== null) return 'resolved'
  const newest = steps.at(-1)?.step
  if (newest === 'resolved') return 'recurred'
  return newest === 'taken' ? 'taken' : 'open'
}
