import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { parseJson } from '@strikewise/domain/text/parse-json.ts'
import * as z from 'zod'

const HEADER = /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), ?k=([\w-]+)$/
const POINT_BYTES = 65
const COORDINATE_BYTES = 32
/** Longest life of a token (RFC 8292, 2). Seconds. */
const MAX_LIFE_S = 24 * 3600

const tokenHead = z.object({ typ: z.literal('JWT'), alg: z.literal('ES256') })
const tokenClaims = z.object({ aud: z.string(), exp: z.number(), sub: z.string().regex(/^(mailto:|https:)/) })

export interface VapidExpectation {
  /** The only sender the subscription takes messages from. */
  readonly senderKey: string
  /** Of the push service. */
  readonly origin: string
  /** Real seconds since 1970. */
  readonly nowS: number
}

/** Why a header `Authorization` does not show that the sender may send (RFC 8292); undefined: it does. */
export function vapidFault(
  header: string | undefined,
  { senderKey, origin, nowS }: VapidExpectation,
): string | undefined {
  const [, content, signature, key] = HEADER.exec(header ?? '') ?? []
  if (content === undefined || signature === undefined || key === undefined) return 'no VAPID token'
  if (key !== senderKey) return 'the key is not the one the browser subscribed with'
  const [head, claims] = content.split('.').map((part) => parseJson(Buffer.from(part, 'base64url').toString()))
  if (!tokenHead.safeParse(head).success) return 'the token is not signed with ES256'
  const read = tokenClaims.safeParse(claims)
  if (!read.success) return 'the token lacks aud, exp or sub'
  if (read.data.aud !== origin) return 'the token is for another push service'
  if (read.data.exp <= nowS || read.data.exp > nowS + MAX_LIFE_S)
    return 'the token has expired, or is good for too long'
  const publicKey = keyOf(key)
  if (publicKey === undefined) return 'the key is no point of P-256'
  const signer = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  const isSigned = verify('sha256', Buffer.from(content), signer, Buffer.from(signature, 'base64url'))
  return isSigned ? undefined : 'the signature does not fit the key'
}

function keyOf(text: string): KeyObject | undefined {
  const point = Buffer.from(text, 'base64url')
  if (point.length !== POINT_BYTES) return undefined
  const [x, y] = [point.subarray(1, 1 + COORDINATE_BYTES), point.subarray(1 + COORDINATE_BYTES)]
  const key = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') }
  try {
    return createPublicKey({ format: 'jwk', key })
  } catch {
    return undefined
  }
}
