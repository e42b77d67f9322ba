import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import type { MasterKey } from './master-key.ts'
import { keyVersionOf, seal, unseal } from './sealed.ts'
import { Secret } from '../secret.ts'

const DATA_KEY_BYTES = 32

/** Owner of the operator's own secrets. No user has this id. */
export const OPERATOR = 'operator'

interface DataKey {
  readonly key: Buffer
  readonly version: number
  /** Wrapped with the present master key, not with the previous one. */
  readonly isCurrent: boolean
}

/** Seals and opens the secrets of one owner under that owner's data key, which the master key wraps. */
export class Vault {
  readonly #db: Kysely<Database>
  /** Of the present master key, then of the previous one. */
  readonly #wrappingKeys: readonly Buffer[]

  constructor(db: Kysely<Database>, master: MasterKey) {
    this.#db = db
    this.#wrappingKeys = master.deriveAll('data-key-wrapping')
  }

  /** `field` names what the value is, such as `api_secret`; only the same name opens it again. */
  async seal(owner: string, field: string, plain: string): Promise<Buffer> {
    const { key, version } = (await this.#newestKey(owner)) ?? (await this.#addKey(owner, 1))
    return seal(key, Buffer.from(plain), { owner, field, keyVersion: version })
  }

  async open(owner: string, field: string, sealed: Buffer): Promise<Secret> {
    const version = keyVersionOf(sealed)
    const row = await this.#db
      .selectFrom('data_keys')
      .select('wrapped')
      .where('owner', '=', owner)
      .where('version', '=', version)
      .executeTakeFirst()
    if (row === undefined) throw new Error(`no data key ${version} of ${owner}`)
    const { key } = this.#unwrap(owner, version, row.wrapped)
    return new Secret(unseal(key, sealed, { owner, field, keyVersion: version }).toString())
  }

  /**
   * Gives an owner a next data key where the newest one is wrapped with the previous master key: what is sealed from now on
   * needs the present one alone. Returns the newest version.
   */
  async renewKey(owner: string): Promise<number> {
    const newest = await this.#newestKey(owner)
    if (newest?.isCurrent === true) return newest.version
    return (await this.#addKey(owner, (newest?.version ?? 0) + 1)).version
  }

  async #newestKey(owner: string): Promise<DataKey | undefined> {
    const row = await this.#db
      .selectFrom('data_keys')
      .select(['version', 'wrapped'])
      .where('owner', '=', owner)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row === undefined ? undefined : this.#unwrap(owner, row.version, row.wrapped)
  }

  async #addKey(owner: string, version: number): Promise<DataKey> {
    const wrapped = seal(this.#wrappingKeys[0]!, randomBytes(DATA_KEY_BYTES), placeOf(owner, version))
    // Of several first uses at once one key stands, and all read that one.
    await this.#db
      .insertInto('data_keys')
      .values({ owner, version, wrapped })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const made = await this.#newestKey(owner)
    if (made === undefined) throw new Error(`the data key of ${owner} vanished`)
    return made
  }

  #unwrap(owner: string, version: number, wrapped: Buffer): DataKey {
    const place = placeOf(owner, version)
    let refused: unknown
    for (const [at, wrappingKey] of this.#wrappingKeys.entries())
      try {
        return { key: unseal(wrappingKey, wrapped, place), version, isCurrent: at === 0 }
      } catch (error) {
        // Authenticated encryption: a key that is not the right one is refused, so the next one is tried.
        refused = error
      }
    throw new Error(`the master key does not open data key ${version} of ${owner}`, { cause: refused })
  }
}

function placeOf(owner: string, version: number) {
  return { owner, field: 'data_key', keyVersion: version }
}
