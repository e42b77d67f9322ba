import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * SHA-256 (FIPS 180-4) of a text's UTF-8 bytes, in hex. Not the platform's: a browser's can only be awaited, and the
 * decision engine hashes in the middle of a decision.
 */
export function sha256(text: string): string {
  return bytesToHex(digest(asciiBytes(text) ?? utf8ToBytes(text)))
}

/** The bytes of a text of ASCII alone, which an encoder takes much longer for; undefined: it has other characters. */
function asciiBytes(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code > 127) return undefined
    bytes[i] = code
  }
  return bytes
}
