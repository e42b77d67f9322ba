import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { Secret } from './secret.ts'

const BYTES = 32

/**
 * The key above all others, kept outside the store: `MASTER_KEY`, else a file only its owner can read in the data folder,
 * made on the first start. Without it no stored broker secret can be read again.
 */
export class MasterKey {
  readonly #key: Buffer

  private constructor(hex: Secret) {
    this.#key = Buffer.from(hex.reveal(), 'hex')
    if (this.#key.length !== BYTES)
      throw new Error(`the master key must be ${BYTES} bytes, written as ${BYTES * 2} hexadecimal digits`)
  }

  static open(config: Pick<Config, 'masterKey' | 'dataDir'>): MasterKey {
    return new MasterKey(config.masterKey ?? keyFile(join(config.dataDir, 'master.key')))
  }

  /** A key of its own for each purpose, so that none can stand in for another. */
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#key, '', `strikewise:${purpose}`, BYTES))
  }
}

function keyFile(path: string): Secret {
  try {
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
    // `wx`: of several starting at once the first one's key stands.
    writeFileSync(path, randomBytes(BYTES).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return new Secret(readFileSync(path, 'utf8').trim())
}
