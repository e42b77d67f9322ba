import { sql, type RawBuilder } from 'kysely'

/** One statement of the schema. It has no parameters. */
export type Statement = RawBuilder<unknown>

/** Makes `table` refuse every change of its rows: a correction is a new row. Needs the function `refuse_change`. */
export function insertOnly(table: string): Statement[] {
  return [
    sql`create trigger ${sql.raw(`${table}_insert_only`)} before update or delete on ${sql.table(table)}
        for each row execute function refuse_change()`,
    sql`create trigger ${sql.raw(`${table}_no_truncate`)} before truncate on ${sql.table(table)}
        for each statement execute function refuse_change()`,
  ]
}

/**
 * A column with a message: its code and parameters. Its readers show a message of another form as nothing, so the store
 * refuses one.
 */
export function message(column: string): Statement {
  return sql`${sql.ref(column)} jsonb check (
    ${sql.ref(column)} is null
    or coalesce(jsonb_typeof(${sql.ref(column)} -> 'code') = 'string', false)
    and coalesce(jsonb_typeof(${sql.ref(column)} -> 'params') = 'object', false)
  )`
}
