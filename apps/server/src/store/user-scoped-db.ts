// @invariant foreign-id-unknown Another user's id is answered like one that never existed, and changes nothing.
// @invariant row-security The store itself shows and accepts only a user's own rows on that user's request.
import { Kysely, type Transaction } from 'kysely'
import type pg from 'pg'
import type { Database } from './database.ts'
import { userDialect } from './user-driver.ts'

const OWNER = Symbol('owner')

/** A transaction in which the store itself shows and takes the rows of one user alone. Nothing but a `UserScopedDb` makes one. */
export type UserScopedRow = Transaction<Database> & { readonly [OWNER]: string }

/**
 * The database session through which a user's own requests reach the store. Row-level security is a second check, beneath
 * queries that name their user.
 */
export interface UserScopedDb {
  /** One moment of the store, read only. Costs one round trip more than its queries. */
  readonly read: <T>(work: (rows: UserScopedRow) => Promise<T>) => Promise<T>
  /** One transaction; what `work` throws undoes it. */
  readonly write: <T>(work: (rows: UserScopedRow) => Promise<T>) => Promise<T>
}

/** A user's session. `work` must not wait for another connection of the pool, as for no transaction's. */
export type UserScopedDbs = (userId: string) => UserScopedDb

export function userScopedDbs(pool: pg.Pool): UserScopedDbs {
  return (userId) => {
    const begin = () => new Kysely<Database>({ dialect: userDialect(pool, userId) }).transaction()
    const inside =
      <T>(work: (rows: UserScopedRow) => Promise<T>) =>
      (tx: Transaction<Database>) =>
        work(Object.assign(tx, { [OWNER]: userId } as const))
    return {
      read: (work) => begin().setIsolationLevel('repeatable read').setAccessMode('read only').execute(inside(work)),
      write: (work) => begin().execute(inside(work)),
    }
  }
}
