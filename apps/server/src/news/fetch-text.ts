import { request } from 'undici'

const TIMEOUT_MS = 10_000
const MOST_BYTES = 2 * 1024 * 1024

/** The text at `url`, no redirects followed, cut off at a size no feed has. */
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
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MOST_BYTES) throw new Error(`longer than ${MOST_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
