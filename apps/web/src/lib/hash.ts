/** SHA-256 of a text's UTF-8 bytes, in hex, by the browser. Throws on a page that did not come over a secure connection. */
export async function sha256(text: string): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether the browser lets this page hash: over HTTPS, or from this machine. */
export const canHash = (): boolean => globalThis.crypto?.subtle !== undefined
