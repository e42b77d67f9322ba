import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { expressionBuilder, type Expression, type Kysely, type SqlBool } from 'kysely'
import type { Database } from '../store/database.ts'

/** A source whose cursor is an instant is read at least this often. Product time, or real time where the cursor is. */
const MAX_CURSOR_AGE_MS = MINUTE_MS

/** What a check goes by. */
export interface DueContext {
  /** Only for building conditions: nothing is read with it. */
  readonly db: Kysely<Database>
  readonly now: EpochMs
  /** How far each source has been read, by the name of its cursor. */
  readonly cursors: ReadonlyMap<string, number>
}

/** Whether there may be something to do: known at once, or a condition that the store answers. */
export type Due = boolean | Expression<SqlBool>

/** One that is true without need costs a transaction, one that is false leaves its work undone: in doubt it is true. */
export type DueCheck = (context: DueContext) => Due

/**
 * The names of the checks that are true at `now`, by one statement for the cursors and one for all conditions: no transaction
 * is opened for what has nothing to do. Each statement sees what is committed when it begins, inside a transaction too, so a
 * check finds what the reading after it would.
 */
export async function dueNames(
  db: Kysely<Database>,
  checks: Readonly<Record<string, { readonly isDue: DueCheck }>>,
  now: EpochMs,
): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('alert_cursors').select(['name', 'cursor']).execute()
  const context = { db, now, cursors: new Map(rows.map(({ name, cursor }) => [name, cursor])) }
  const due = new Set<string>()
  const conditions: [name: string, condition: Expression<SqlBool>][] = []
  for (const [name, { isDue }] of Object.entries(checks)) {
    const answer = isDue(context)
    if (typeof answer !== 'boolean') conditions.push([name, answer])
    else if (answer) due.add(name)
  }
  if (conditions.length === 0) return due
  const { eb } = expressionBuilder<Database>()
  const answers = await db
    .selectNoFrom(conditions.map(([name, condition]) => eb.parens(condition).as(name)))
    .executeTakeFirstOrThrow()
  for (const [name, answer] of Object.entries(answers)) if (answer === true) due.add(name)
  return due
}

/** The condition that `query` finds a row. */
export function finds(query: Expression<unknown>): Expression<SqlBool> {
  return expressionBuilder<Database>().exists(query)
}

/** The condition that one of `queries` finds a row. */
export function findsAny(queries: readonly Expression<unknown>[]): Expression<SqlBool> {
  return expressionBuilder<Database>().or(queries.map(finds))
}

/**
 * Of a source whose cursor is an instant: `find` of the cursor, or true where there is none yet or it is a minute from `at`,
 * before it or (after a clock was set back) after it. So what a source finds is never from before a minute and its overlap.
 */
export function isDueSince(cursor: number | undefined, at: number, find: (cursor: number) => Expression<SqlBool>): Due {
  return cursor === undefined || Math.abs(at - cursor) >= MAX_CURSOR_AGE_MS || find(cursor)
}
