import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * SHA-256 (FIPS 180-4) of a text's UTF-8 bytes, in hex. Not the platform's: a browser's can only be awaited, and the
 * decision engine hashes in the middle of a decision.
 */
export function sha256(text: string): string {
  return bytesToHex(digest(utf8ToBytes(text)))
}
