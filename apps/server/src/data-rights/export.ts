import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { CallReply } from '@strikewise/wire/client.ts'
import { sql } from 'kysely'
import type { UserScopedRow } from '../store/user-scoped-db.ts'
import { PERSONAL_TABLES, type PersonalTable } from './personal-tables.ts'

/** Every row about a user as the store holds it, of one moment; what is secret is left out, column by column. */
export async function exportOf(db: UserScopedRow, userId: string, now: EpochMs): Promise<CallReply<'exportMyData'>> {
  const tables: [string, Record<string, unknown>[]][] = []
  for (const one of PERSONAL_TABLES) tables.push([one.table, await rowsOf(db, one, userId)])
  return {
    exported_at: istIso(now),
    user_id: userId,
    tables: Object.fromEntries(tables.filter(([, rows]) => rows.length > 0)),
  }
}

async function rowsOf(
  db: UserScopedRow,
  { table, owner, through, hidden = [] }: PersonalTable,
  userId: string,
): Promise<Record<string, unknown>[]> {
  const owns =
    through === undefined
      ? sql`= ${userId}`
      : sql`in (select ${sql.ref(through.key)} from ${sql.table(through.table)} where ${sql.ref(through.owner)} = ${userId})`
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(t) - ${hidden}::text[] as row from ${sql.table(table)} t where ${sql.ref(`t.${owner}`)} ${owns}
  `.execute(db)
  return rows.map(({ row }) => row)
}
