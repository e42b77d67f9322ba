import { hash, randomBytes } from 'node:crypto'
import type { TimeStamp } from '@strikewise/public-log/time-stamp-token.ts'
import { request } from 'undici'
import { boundedBytes } from '../bounded-text.ts'

const TIMEOUT_MS = 20_000
/** A reply with its certificates is some kilobytes. */
const MAX_BYTES = 256 * 1024
const NONCE_BYTES = 8
const QUERY_TYPE = 'application/timestamp-query'
const REPLY_TYPE = 'application/timestamp-reply'

interface TimeStampRequest {
  /** The time-stamp authority. */
  readonly url: string
  readonly text: string
  /** Certificates in DER that the signer must lead to. */
  readonly authorities: readonly Uint8Array[]
  readonly signal: AbortSignal
  /** For the whole call, in real milliseconds. */
  readonly timeoutMs?: number
}

/**
 * Asks a time-stamp authority (RFC 3161, 3.4) for a token over `text`, and verifies it. Redirects are not followed. Throws
 * TimeStampError for a reply that proves nothing, and an error of the network.
 */
export async function requestTimeStamp({
  url,
  text,
  authorities,
  signal,
  timeoutMs = TIMEOUT_MS,
}: TimeStampRequest): Promise<{ readonly token: Uint8Array; readonly stamp: TimeStamp }> {
  // Loaded with the first request: most processes verify no token.
  const { timeStampQuery, tokenOfReply, verifyTimeStamp } = await import('@strikewise/public-log/time-stamp-token.ts')
  const bytes = Buffer.from(text)
  const nonce = randomBytes(NONCE_BYTES)
  const query = timeStampQuery(hash('sha256', bytes, 'buffer'), nonce)
  const { statusCode, headers, body } = await request(url, {
    method: 'POST',
    headers: { 'content-type': QUERY_TYPE, accept: REPLY_TYPE },
    body: query,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  const type = String(headers['content-type']).split(';')[0]!.trim().toLowerCase()
  if (statusCode !== 200 || type !== REPLY_TYPE) {
    await body.dump({ limit: MAX_BYTES })
    throw new Error(statusCode === 200 ? `the reply is of type ${type}` : `HTTP ${statusCode}`)
  }
  const token = tokenOfReply(await boundedBytes(body, MAX_BYTES))
  return { token, stamp: await verifyTimeStamp(token, bytes, { nonce, authorities }) }
}
