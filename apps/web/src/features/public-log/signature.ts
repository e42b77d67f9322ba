import type { SignedRoot } from '@strikewise/public-log/day-root.ts'

/** Checks the Ed25519 signature of a root's statement, or undefined in a browser that does not know Ed25519. */
export async function signatureCheck(): Promise<((signed: SignedRoot, text: string) => Promise<boolean>) | undefined> {
  try {
    // The example key of RFC 8032: only to learn whether the browser can.
    await keyOf('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a')
  } catch {
    return undefined
  }
  return async ({ key, signature }, text) =>
    crypto.subtle.verify('Ed25519', await keyOf(key), bytesOf(signature), new TextEncoder().encode(text))
}

function keyOf(hex: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytesOf(hex), 'Ed25519', false, ['verify'])
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}
