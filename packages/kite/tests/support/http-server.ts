import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as the broker would see it. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A small HTTP server that remembers what it was asked. */
export interface TestServer {
  readonly url: string
  readonly seen: Seen[]
  close(): Promise<void>
}

export async function startHttpServer(answer: (seen: Seen, reply: ServerResponse) => void): Promise<TestServer> {
  const seen: Seen[] = []
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://x')
      const one: Seen = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      seen.push(one)
      answer(one, reply)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export function sendJson(reply: ServerResponse, status: number, body: string | object): void {
  reply.writeHead(status, { 'content-type': 'application/json' })
  reply.end(typeof body === 'string' ? body : JSON.stringify(body))
}
