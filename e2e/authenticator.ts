import { totpAt } from '../apps/sandbox/src/broker/totp.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app shows now for the key a person typed into it (RFC 4648 without padding, spaces allowed). */
export function codeOf(key: string): string {
  const bits = Array.from(key.replaceAll(/\s/g, ''), (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return totpAt(
    Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2)),
    Date.now(),
  )
}
