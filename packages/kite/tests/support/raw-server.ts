import { once } from 'node:events'
import { type AddressInfo, type Socket, createServer } from 'node:net'

/** A TCP server that misbehaves exactly as configured: HTTP is written out. */
export interface RawServer {
  readonly port: number
  readonly url: string
  /** Whole requests, as they came. */
  readonly requests: string[]
  /** The address each connection came from. */
  readonly peers: string[]
  close(): Promise<void>
}

/** Calls `answer` for each whole request; it writes to the socket, breaks it, or leaves it hanging. */
export async function startRawServer(answer: (socket: Socket, request: string) => void): Promise<RawServer> {
  const requests: string[] = []
  const peers: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    peers.push(socket.remoteAddress ?? '')
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      for (let whole = firstRequest(text); whole !== undefined; whole = firstRequest(text)) {
        text = text.slice(whole.length)
        requests.push(whole)
        answer(socket, whole)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    requests,
    peers,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function firstRequest(text: string): string | undefined {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0)
  const end = head + 4 + length
  return text.length >= end ? text.slice(0, end) : undefined
}

/** A response with a right Content-Length unless `headers` shows otherwise. */
export function response(status: string, contentType: string, body: string | Buffer, headers = ''): Buffer {
  const bytes = Buffer.from(body)
  const length = /content-length/i.test(headers) ? '' : `Content-Length: ${bytes.length}\r\n`
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\nContent-Type: ${contentType}\r\n${length}${headers}\r\n`),
    bytes,
  ])
}
