import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const FORMAT = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = 5

/** What a sealed value belongs to. A value moved to another row, field or key does not open. */
export interface SealedFor {
  readonly owner: string
  readonly field: string
  readonly keyVersion: number
}

/** AES-256-GCM. Layout: format (1), key version (4, big-endian), nonce (12), tag (16), ciphertext. */
export function seal(key: Buffer, plain: Buffer, place: SealedFor): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt8(FORMAT, 0)
  header.writeUInt32BE(place.keyVersion, 1)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(associatedData(place))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([header, nonce, cipher.getAuthTag(), body])
}

/** Throws when the value is not ours, was changed, or belongs elsewhere. */
export function unseal(key: Buffer, sealed: Buffer, place: SealedFor): Buffer {
  const bodyAt = HEADER_BYTES + NONCE_BYTES + TAG_BYTES
  if (sealed.length < bodyAt || sealed.readUInt8(0) !== FORMAT) throw new Error('not a sealed value')
  const nonce = sealed.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES)
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(associatedData(place))
    .setAuthTag(sealed.subarray(HEADER_BYTES + NONCE_BYTES, bodyAt))
  return Buffer.concat([decipher.update(sealed.subarray(bodyAt)), decipher.final()])
}

/** Which version of its owner's data key a value was sealed with. */
export function keyVersionOf(sealed: Buffer): number {
  if (sealed.length < HEADER_BYTES || sealed.readUInt8(0) !== FORMAT) throw new Error('not a sealed value')
  return sealed.readUInt32BE(1)
}

function associatedData({ owner, field, keyVersion }: SealedFor): Buffer {
  return Buffer.from(JSON.stringify([owner, field, keyVersion]))
}
