// @invariant key-rotation The master key can be rotated, and no stored secret is lost whenever the rotation ends.
import { setTimeout as delay } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { APPLICATION } from '../store/open-store.ts'
import type { MasterKey } from '../secrets/master-key.ts'
import { resealFactors } from './reseal-factors.ts'
import { renewOwner, resealOwner, retireOldKeys } from './reseal-owner.ts'

/**
 * How long a value may be on its way from being sealed to being stored: a request ends after 15 s, a statement after
 * another 15. Real milliseconds.
 */
const ON_ITS_WAY_MS = 35_000

export interface Rotation {
  readonly db: Kysely<Database>
  /** With the previous key. */
  readonly master: MasterKey
  /** Shorter in tests. */
  readonly onItsWayMs?: number
  readonly progress?: (line: string) => void
}

/** Raised with one line for the operator: what must be done before the keys can be rotated. */
export class RotationRefused extends Error {
  override readonly name = 'RotationRefused'
}

/**
 * Seals everything again under the present master key, until the previous one is not needed. Each step is a transaction of
 * its own and is found done when the rotation is started again, so it may be killed at any point; all values stay readable
 * for processes that hold both keys. Throws RotationRefused while a process runs that lacks the present key.
 */
export async function rotateKeys({ db, master, onItsWayMs = ON_ITS_WAY_MS, progress }: Rotation): Promise<void> {
  const tell = progress ?? (() => {})
  await refuseOldProcesses(db, master)
  const owners = await ownersOf(db)
  // First of all: whatever is sealed from here on is sealed with a key of the present master key.
  for (const owner of owners) await renewOwner(db, master, owner)
  tell(`${owners.length} owners have a new data key`)

  let isFirst = true
  let waiting = owners
  do {
    let values = 0
    for (const owner of waiting) values += await resealOwner(db, master, owner)
    const factors = await resealFactors(db, master)
    tell(`${values} broker secrets and ${factors} authenticator apps were sealed again`)
    // A request that sealed a value before its owner had the new key may still be about to store it.
    if (isFirst) await delay(onItsWayMs)
    isFirst = false
    const left: string[] = []
    for (const owner of waiting) if (!(await retireOldKeys(db, owner))) left.push(owner)
    waiting = left
  } while (waiting.length > 0)
  await resealFactors(db, master)
  tell('the previous master key opens nothing any more')
}

/** A process that was started before the new key was there could not read what is sealed with it, exits included. */
async function refuseOldProcesses(db: Kysely<Database>, master: MasterKey): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select application_name as name from pg_stat_activity
    where datname = current_database() and application_name like ${`${APPLICATION} %`}`.execute(db)
  const current = String(master.ids[0]!)
  const lacking = rows.filter(({ name }) => !name.split(' ').includes(current))
  if (lacking.length > 0)
    throw new RotationRefused(
      'A server is running that was started without the new key. Restart every process with both keys, then run this again.',
    )
}

async function ownersOf(db: Kysely<Database>): Promise<readonly string[]> {
  const rows = await db.selectFrom('data_keys').select('owner').distinct().orderBy('owner').execute()
  return rows.map(({ owner }) => owner)
}
