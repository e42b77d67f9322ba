import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Scanners of published code find a key by its prefix, and by its checksum that it is one. */
const PREFIX = 'swk_'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_BYTES = 32
/** Characters that hold 32 bytes, and those that hold a CRC-32. */
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6
const FORM = new RegExp(`^${PREFIX}([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`)

/** A new key: the prefix, 256 random bits, and the checksum of what stands before it. */
export function newKey(random: Buffer = randomBytes(SECRET_BYTES)): string {
  const start = PREFIX + base62(BigInt(`0x${random.toString('hex')}`), SECRET_LENGTH)
  return start + checksumOf(start)
}

/** Whether `text` can be a key: prefix, length and checksum are right. */
export function isKey(text: string): boolean {
  const checksum = FORM.exec(text)?.[2]
  return checksum !== undefined && checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === checksum
}

/** What is stored of a key. Its 256 bits cannot be guessed, so a plain hash keeps it. */
export function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** The key that a request shows; undefined: it shows none, whatever else it shows. */
export function keyIn(authorization: string | undefined): string | undefined {
  const token = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  return token?.startsWith(PREFIX) === true ? token : undefined
}

function checksumOf(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_LENGTH)
}

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = ALPHABET[Number(rest % 62n)]! + text
  return text
}
