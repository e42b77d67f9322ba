import type { Queryable } from '@strikewise/postgres-store/statement.ts'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Database } from './database.ts'

/** A transaction as the statements of the execution core's store run on it: with the rights of the session that opened it. */
export function queryableOf(db: Kysely<Database>): Queryable {
  const query = ({ text, values }: { text: string; values: unknown[] }) =>
    db.executeQuery(CompiledQuery.raw(text, values))
  // Of the driver's overloads the store uses the one that takes a statement.
  return { query } as unknown as Queryable
}
