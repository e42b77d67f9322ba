import type { ClientBase, QueryConfig } from 'pg'

/** What a statement runs on: a pool, or one connection inside a transaction. */
export type Queryable = Pick<ClientBase, 'query'>

/**
 * A statement each connection prepares once, under its name. It answers with one column `row` of text or JSON, so that
 * numbers and days arrive the same whatever types the pool parses.
 */
export interface Statement {
  readonly name: string
  readonly text: string
}

/**
 * The server gives a statement up after this long: an exit must not wait for a store that hangs. A connection that says
 * nothing at all is given up a little later.
 */
export const STATEMENT_TIMEOUT_MS = 3_000
const SILENCE_MS = STATEMENT_TIMEOUT_MS + 1_000

/** Runs a statement and returns its rows, in its own order. */
export async function rowsOf<Row>(
  db: Queryable,
  { name, text }: Statement,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const { rows } = await db.query<{ row: Row }>(bounded({ name, text, values: [...values] }))
  return rows.map(({ row }) => row)
}

/** A query that rejects when the connection stays silent. The connection is then not fit for another. */
export function bounded(query: QueryConfig, silenceMs = SILENCE_MS): QueryConfig & { query_timeout: number } {
  return { ...query, query_timeout: silenceMs }
}
