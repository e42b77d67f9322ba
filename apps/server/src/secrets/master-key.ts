import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { Secret } from '../secret.ts'

const BYTES = 32
const ID_BYTES = 4
const HEX_KEY = new RegExp(`^[0-9a-f]{${BYTES * 2}}$`, 'i')

/**
 * The key above all others, kept outside the store: `MASTER_KEY`, else a file only its owner can read in the data folder,
 * made on the first start. Without it no stored broker secret can be read again.
 *
 * While it is being rotated there are two: the first seals, both open (`rotate-keys`).
 */
export class MasterKey {
  readonly #keys: readonly Buffer[]

  /** `text`: 64 hexadecimal digits; behind a comma or on the next line the previous key. Throws an Error for anything else. */
  constructor(text: Secret) {
    const keys = text.reveal().trim().split(/[,\n]/)
    if (keys.length > 2 || keys.some((key) => !HEX_KEY.test(key)))
      throw new Error(
        `the master key must be ${BYTES} bytes, written as ${BYTES * 2} hexadecimal digits, and at most one previous key`,
      )
    this.#keys = keys.map((key) => Buffer.from(key, 'hex'))
    if (this.#keys[1]?.equals(this.#keys[0]!) === true) throw new Error('the previous master key must be another one')
  }

  static open(config: Pick<Config, 'masterKey' | 'dataDir'>): MasterKey {
    return new MasterKey(config.masterKey ?? readKeyFile(config.dataDir))
  }

  /** A key of its own for each purpose, so that none can stand in for another. */
  derive(purpose: string): Buffer {
    return derived(this.#keys[0]!, purpose, BYTES)
  }

  /** Of the present master key, then of the previous one where there is one. */
  deriveAll(purpose: string): readonly Buffer[] {
    return this.#keys.map((key) => derived(key, purpose, BYTES))
  }

  /** A number for each key, the present one's first: identifies the key something was sealed with, and discloses nothing about the key. */
  get ids(): readonly number[] {
    return this.#keys.map((key) => derived(key, 'key-id', ID_BYTES).readUInt32BE() & 0x7fffffff)
  }
}

/** Where the key lies when `MASTER_KEY` is not set. */
export function keyFileOf(dataDir: string): string {
  return join(dataDir, 'master.key')
}

/** A master key in the form of `MASTER_KEY`. */
export function newMasterKey(): Secret {
  return new Secret(randomBytes(BYTES).toString('hex'))
}

function derived(key: Buffer, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `strikewise:${purpose}`, bytes))
}

function readKeyFile(dataDir: string): Secret {
  const path = keyFileOf(dataDir)
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // `wx`: of several starting at once the first one's key stands.
    writeFileSync(path, newMasterKey().reveal(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return new Secret(readFileSync(path, 'utf8').trim())
}
