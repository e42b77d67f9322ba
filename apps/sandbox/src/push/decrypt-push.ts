import { createDecipheriv, hkdfSync, type ECDH } from 'node:crypto'

/** Of the header of a body (RFC 8188, 2.1): salt, size of the records, length of the key's id. */
const SALT_END = 16
const SIZE_END = 20
const HEADER_BYTES = 21
const TAG_BYTES = 16
/** Ends the text of the last record; zeros may follow it. */
const LAST_RECORD = 2

/** What a browser reads of a body in `aes128gcm` for its keys (RFC 8291); undefined: it is none, or is for another browser. */
export function decryptPush(body: Buffer, receiver: ECDH, auth: Buffer): string | undefined {
  if (body.length < HEADER_BYTES) return undefined
  const salt = body.subarray(0, SALT_END)
  const keyEnd = HEADER_BYTES + body[SIZE_END]!
  const [sender, sealed] = [body.subarray(HEADER_BYTES, keyEnd), body.subarray(keyEnd)]
  if (sealed.length <= TAG_BYTES || sealed.length > body.readUInt32BE(SALT_END)) return undefined
  try {
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver.getPublicKey(), sender])
    const secret = Buffer.from(hkdfSync('sha256', receiver.computeSecret(sender), auth, info, 32))
    const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
    const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
    const end = plain.lastIndexOf(LAST_RECORD)
    return end === -1 || plain.subarray(end + 1).some((byte) => byte !== 0) ? undefined : plain.toString('utf8', 0, end)
  } catch {
    // A point that is none, or a tag that does not fit.
    return undefined
  }
}
