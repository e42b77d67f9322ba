import { RowRejected } from '@strikewise/execution/ports.ts'
import pg from 'pg'

/**
 * SQLSTATE classes of errors that lie in the values of a statement and never go away by repeating it: data exception,
 * integrity constraint violation, program limit exceeded.
 */
const OF_VALUES = new Set(['22', '23', '54'])

/** What `writing` comes to; RowRejected in place of an error that lies in its values. */
export async function translateRejection<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code === undefined) throw error
    if (!OF_VALUES.has(error.code.slice(0, 2))) throw error
    // The error's own words and detail quote values; the name of the constraint does not.
    const place = error.constraint ?? error.column ?? error.table
    throw new RowRejected(place === undefined ? `SQLSTATE ${error.code}` : `SQLSTATE ${error.code}, ${place}`, {
      cause: error,
    })
  }
}
