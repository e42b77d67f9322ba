import type { IncomingMessage } from 'node:http'
import { DomainError } from '../domain-error.ts'

/** The longest body of any call. */
const MAX_BODY_BYTES = 64 * 1024
/** How long what a refused client goes on sending is thrown away before its connection ends. */
const DISCARD_MS = 500

/** Throws DomainError `body_too_large` for a request that says it is longer than any call may be. */
export function requireShortBody({ headers }: IncomingMessage): void {
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge()
}

/** The whole body as text. Throws DomainError `body_too_large`, and what Node throws when the client hangs up. */
export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Not destroyed when it is left: that would take the connection away before the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** The body as text where it says that it is JSON. Throws DomainError `not_json` otherwise. */
export async function readJsonText(request: IncomingMessage): Promise<string> {
  if (!isJson(request)) throw new DomainError({ code: 'problem.not_json' })
  return readText(request)
}

export function isJson({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'
}

/** After an answer that did not need the whole body: the rest is thrown away, and its connection soon ends. */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  request.resume()
  setTimeout(() => {
    if (!request.complete) request.socket.destroySoon()
  }, DISCARD_MS).unref()
}

function tooLarge(): DomainError {
  return new DomainError({ code: 'problem.body_too_large', bytes: MAX_BODY_BYTES })
}
