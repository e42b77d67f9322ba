import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'

/** Longer than any client waits; then the line is cut all the same. */
const LONGEST_SILENCE_MS = 60_000

/** The answer that never comes: the connection stays open and silent until the client aborts. */
export async function abortConnection(c: Context): Promise<Response> {
  const { socket } = (c.env as { incoming: IncomingMessage }).incoming
  const disconnected = new AbortController()
  socket.once('close', () => disconnected.abort())
  await sleep(LONGEST_SILENCE_MS, undefined, { signal: disconnected.signal, ref: false }).catch(() => undefined)
  socket.destroy()
  return RESPONSE_ALREADY_SENT
}

/** What a proxy in front of the broker sends when it is in trouble: a page, not JSON. */
export function htmlFailure(c: Context, status: 200 | 500 | 502 | 503 | 504): Response {
  return c.html(`<html><head><title>${status}</title></head><body></body></html>`, status)
}
