import { request } from 'undici'
import { boundedText } from '../bounded-text.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 2 * 1024 * 1024

/** The text at `url`, no redirects followed, refused above a size no feed has. */
export async function fetchText(url: string, stop: AbortSignal): Promise<string> {
  const { statusCode, body } = await request(url, {
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  if (statusCode !== 200) {
    await body.dump()
    throw new Error(`HTTP ${statusCode}`)
  }
  return boundedText(body, MAX_BYTES)
}
