import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import type { MasterKey } from '../secrets/master-key.ts'

/** DER of an Ed25519 private key (RFC 8410) up to its 32 bytes. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * The key days are signed with, derived from the master key: it exists where that one does and is never stored.
 * The private half stays in here.
 */
export class SigningKey {
  readonly #private: KeyObject
  /** The public half, 32 bytes in hex. */
  readonly publicHex: string

  constructor(master: MasterKey) {
    const der = Buffer.concat([PKCS8_HEAD, master.derive('record-signing')])
    this.#private = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    const { x } = createPublicKey(this.#private).export({ format: 'jwk' })
    this.publicHex = Buffer.from(x!, 'base64url').toString('hex')
  }

  /** Ed25519 signature of a text's UTF-8 bytes, 64 bytes in hex. */
  sign(text: string): string {
    return sign(null, Buffer.from(text), this.#private).toString('hex')
  }
}
