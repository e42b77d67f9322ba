import { championOn, type ChampionChange } from '@strikewise/signals/learning/champions.ts'
import type { NamedWeights } from '@strikewise/signals/learning/voter-weights.ts'
import { artefactHash, readArtefact, type WeightsArtefact } from '@strikewise/signals/learning/weights-artefact.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** A stored artefact with the hash of its text. */
export interface StoredArtefact {
  readonly hash: string
  readonly artefact: WeightsArtefact
}

/** Weights that bear on one session. */
export interface WeightsOfDay {
  /** Undefined: the weights as written decide. */
  readonly champion: NamedWeights | undefined
  /** The newest weights that have not seen the day; they are logged and never acted on. */
  readonly challenger: NamedWeights | undefined
}

/** What decides on `day` and what is logged beside it. The answer for a day never changes once its session has begun. */
export async function weightsOn(db: Kysely<Database>, day: IstDate): Promise<WeightsOfDay> {
  const { version } = championOn(await championChanges(db), day)
  const champion = version === null ? undefined : await artefactOf(db, version)
  const challenger = await newestArtefact(db, day)
  return {
    champion: champion?.artefact,
    challenger: challenger?.artefact.version === version ? undefined : challenger?.artefact,
  }
}

/** The newest version, made from sessions before `day`; undefined `day`: the newest of all. */
export async function newestArtefact(db: Kysely<Database>, day?: IstDate): Promise<StoredArtefact | undefined> {
  let rows = db.selectFrom('weights_artefacts').select(['hash', 'body']).orderBy('version', 'desc').limit(1)
  if (day !== undefined) rows = rows.where('version', '<', day)
  const row = await rows.executeTakeFirst()
  return row && checked(row)
}

/** Throws RangeError when there is no such version: a change names only versions that are stored. */
export async function artefactOf(db: Kysely<Database>, version: IstDate): Promise<StoredArtefact> {
  const row = await db
    .selectFrom('weights_artefacts')
    .select(['hash', 'body'])
    .where('version', '=', version)
    .executeTakeFirst()
  if (row === undefined) throw new RangeError(`no weights of version ${version}`)
  return checked(row)
}

/** Every change of the weights that decide, in the order they were made. */
export async function championChanges(db: Kysely<Database>): Promise<ChampionChange[]> {
  return db.selectFrom('weights_changes').select(['kind', 'version', 'from_day as from']).orderBy('id').execute()
}

/** Until the transaction ends, no other transaction changes which weights decide. */
export async function lockChanges(trx: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('weights_changes'))`.execute(trx)
}

function checked({ hash, body }: { readonly hash: string; readonly body: string }): StoredArtefact {
  const artefact = readArtefact(body)
  if (artefactHash(body) !== hash)
    throw new RangeError(`weights of version ${artefact.version} are not what was stored`)
  return { hash, artefact }
}
