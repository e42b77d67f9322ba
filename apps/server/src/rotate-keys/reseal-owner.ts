import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../store/database.ts'
import type { MasterKey } from '../secrets/master-key.ts'
import { keyVersionOf } from '../secrets/sealed.ts'
import { Vault } from '../secrets/vault.ts'
import { SEALED_TABLES, type SealedTable } from './sealed-columns.ts'

type Row = Readonly<Record<string, Buffer | null>>

/** Gives an owner a data key of the present master key; sealed values from now on are sealed with it. One transaction. */
export async function renewOwner(db: Kysely<Database>, master: MasterKey, owner: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if ((await lockOwner(tx, owner)) !== undefined) await new Vault(tx, master).renewKey(owner)
  })
}

/** Seals an owner's values again that an older data key sealed. One transaction; returns how many there were. */
export async function resealOwner(db: Kysely<Database>, master: MasterKey, owner: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const held = await lockOwner(tx, owner)
    if (held === undefined) return 0
    const vault = new Vault(tx, master)
    const newest = await vault.renewKey(owner)
    let resealed = 0
    for (const { place, row } of held)
      for (const [column, field] of Object.entries(place.columns)) {
        const value = row[column]
        if (value == null || keyVersionOf(value) === newest) continue
        const plain = await vault.open(owner, field, value)
        await writeValue(tx, place, owner, column, await vault.seal(owner, field, plain.reveal()))
        resealed += 1
      }
    return resealed
  })
}

/** Deletes an owner's older data keys once no value needs one. Returns false while one does. */
export async function retireOldKeys(db: Kysely<Database>, owner: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const held = await lockOwner(tx, owner)
    if (held === undefined) return true
    const { version } = await tx
      .selectFrom('data_keys')
      .select((is) => is.fn.max('version').as('version'))
      .where('owner', '=', owner)
      .executeTakeFirstOrThrow()
    const values = held.flatMap(({ row }) => Object.values(row))
    if (values.some((value) => value !== null && keyVersionOf(value) !== version)) return false
    await tx.deleteFrom('data_keys').where('owner', '=', owner).where('version', '<', version).execute()
    return true
  })
}

/**
 * The rows with an owner's sealed values, which no other transaction writes until the transaction ends. Undefined: the owner has no data
 * key any more. Locked in the order in which an erasure deletes them.
 */
async function lockOwner(
  tx: Transaction<Database>,
  owner: string,
): Promise<readonly { place: SealedTable; row: Row }[] | undefined> {
  const held: { place: SealedTable; row: Row }[] = []
  for (const place of SEALED_TABLES) {
    const row = await lockedRow(tx, place, owner)
    if (row !== undefined) held.push({ place, row })
  }
  const keys = await tx.selectFrom('data_keys').select('version').where('owner', '=', owner).forUpdate().execute()
  return keys.length === 0 ? undefined : held
}

/** The sealed values of an owner's row in `place`, locked. An owner has one row at most. */
async function lockedRow(tx: Transaction<Database>, place: SealedTable, owner: string): Promise<Row | undefined> {
  if ('id' in place.owner && place.owner.id !== owner) return undefined
  const columns = Object.keys(place.columns).map((column) => sql.ref(column))
  const { rows } = await sql<Row>`
    select ${sql.join(columns)} from ${sql.table(place.table)} where ${isOf(place, owner)} for update`.execute(tx)
  return rows[0]
}

async function writeValue(
  tx: Transaction<Database>,
  place: SealedTable,
  owner: string,
  column: string,
  value: Buffer,
): Promise<void> {
  await sql`update ${sql.table(place.table)} set ${sql.ref(column)} = ${value} where ${isOf(place, owner)}`.execute(tx)
}

function isOf({ owner: named }: SealedTable, owner: string) {
  return 'column' in named ? sql<boolean>`${sql.ref(named.column)} = ${owner}` : sql<boolean>`true`
}
