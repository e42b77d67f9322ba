import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import type { MasterKey } from './master-key.ts'
import { keyVersionOf, seal, unseal } from './sealed.ts'
import { Secret } from './secret.ts'

const DATA_KEY_BYTES = 32

/** Owner of the operator's own secrets. No user has this id. */
export const OPERATOR = 'operator'

/** Seals and opens the secrets of one owner under that owner's data key, which the master key wraps. */
export class Vault {
  readonly #db: Kysely<Database>
  readonly #wrappingKey: Buffer

  constructor(db: Kysely<Database>, master: MasterKey) {
    this.#db = db
    this.#wrappingKey = master.derive('data-key-wrapping')
  }

  /** `field` names what the value is, such as `api_secret`; only the same name opens it again. */
  async seal(owner: string, field: string, plain: string): Promise<Buffer> {
    const { key, version } = await this.#newestKey(owner)
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
    const key = this.#unwrap(owner, version, row.wrapped)
    return new Secret(unseal(key, sealed, { owner, field, keyVersion: version }).toString())
  }

  async #newestKey(owner: string): Promise<{ key: Buffer; version: number }> {
    const found = await this.#newestRow(owner)
    if (found !== undefined) return { key: this.#unwrap(owner, found.version, found.wrapped), version: found.version }
    const wrapped = seal(this.#wrappingKey, randomBytes(DATA_KEY_BYTES), placeOf(owner, 1))
    // Of several first uses at once one key stands, and all read that one.
    await this.#db
      .insertInto('data_keys')
      .values({ owner, version: 1, wrapped })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const made = await this.#newestRow(owner)
    if (made === undefined) throw new Error(`the data key of ${owner} vanished`)
    return { key: this.#unwrap(owner, made.version, made.wrapped), version: made.version }
  }

  #newestRow(owner: string) {
    return this.#db
      .selectFrom('data_keys')
      .select(['version', 'wrapped'])
      .where('owner', '=', owner)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
  }

  #unwrap(owner: string, version: number, wrapped: Buffer): Buffer {
    return unseal(this.#wrappingKey, wrapped, placeOf(owner, version))
  }
}

function placeOf(owner: string, version: number) {
  return { owner, field: 'data_key', keyVersion: version }
}
