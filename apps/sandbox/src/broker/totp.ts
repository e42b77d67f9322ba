import { createHmac } from 'node:crypto'

const STEP_S = 30
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The six-digit code of RFC 6238 (SHA-1, 30 s) at a real instant. */
export function totpAt(secret: Uint8Array, epochMs: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(epochMs / 1000 / STEP_S)))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest[digest.length - 1]! & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Whether `code` is the code of now or of one step before or after: people type slowly and clocks differ. */
export function isTotp(secret: Uint8Array, code: string, epochMs: number): boolean {
  return [-1, 0, 1].some((steps) => totpAt(secret, epochMs + steps * STEP_S * 1000) === code)
}

/** The secret as authenticator apps take it (RFC 4648, no padding). */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}
