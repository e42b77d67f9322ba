import type { ClientBase } from 'pg'

/** What a statement runs on: a pool, or one connection inside a transaction. */
export type Queryable = Pick<ClientBase, 'query'>

/**
 * A statement each connection prepares once, under its name. It answers with one column `row` of text or JSON, so that
 * numbers and days arrive the same whatever types the pool parses.
 */
export interface PreparedStatement {
  readonly name: string
  readonly text: string
}

/** Runs a statement and returns its rows, in its own order. */
export async function rowsOf<Row>(
  db: Queryable,
  { name, text }: PreparedStatement,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const { rows } = await db.query<{ row: Row }>({ name, text, values: [...values] })
  return rows.map(({ row }) => row)
}
