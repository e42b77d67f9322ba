import { createCipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, type ECDH } from 'node:crypto'

/** Keys of a browser's subscription, as its browser gives them (RFC 8291, 3.1 and 3.2): Base64url. */
export interface SubscriptionKeys {
  /** Public key: an uncompressed point of P-256. */
  readonly p256dh: string
  readonly auth: string
}

const CURVE = 'prime256v1'
const POINT_BYTES = 65
const COORDINATE_BYTES = 32
const UNCOMPRESSED = 4
const AUTH_BYTES = 16
const SALT_BYTES = 16
const KEY_BYTES = 16
const NONCE_BYTES = 12
/** One record holds all of a message: push services take 4,096 bytes in all. */
const RECORD_BYTES = 4096
/** Marks the last record (RFC 8188, 2). */
const LAST_RECORD = Buffer.of(2)

/** Whether a message can be encrypted for `keys`: a point of the curve, and 16 bytes. */
export function areKeysUsable({ p256dh, auth }: SubscriptionKeys): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  return isPoint(point) && Buffer.from(auth, 'base64url').length === AUTH_BYTES
}

/** The body of a push message (RFC 8291 with the encoding `aes128gcm` of RFC 8188). Throws where `keys` are no usable keys. */
export function encryptPush(text: string, keys: SubscriptionKeys): Buffer {
  const sender = createECDH(CURVE)
  sender.generateKeys()
  return encryptWith(text, keys, sender, randomBytes(SALT_BYTES))
}

/** As `encryptPush` with the key pair and the salt of one message, which must be used once. */
export function encryptWith(text: string, keys: SubscriptionKeys, sender: ECDH, salt: Buffer): Buffer {
  const receiver = Buffer.from(keys.p256dh, 'base64url')
  const own = sender.getPublicKey()
  const context = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, own])
  const shared = derive(sender.computeSecret(receiver), Buffer.from(keys.auth, 'base64url'), context, 32)
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), KEY_BYTES)
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), NONCE_BYTES)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sealed = [cipher.update(Buffer.concat([Buffer.from(text), LAST_RECORD])), cipher.final(), cipher.getAuthTag()]
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([salt, size, Buffer.of(own.length), own, ...sealed])
}

function derive(key: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, bytes))
}

function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== POINT_BYTES || bytes[0] !== UNCOMPRESSED) return false
  const [x, y] = [bytes.subarray(1, 1 + COORDINATE_BYTES), bytes.subarray(1 + COORDINATE_BYTES)]
  const key = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') }
  try {
    createPublicKey({ format: 'jwk', key })
    return true
  } catch {
    // Not on the curve.
    return false
  }
}
