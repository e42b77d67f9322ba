import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Passes every byte on to another port of this machine, and keeps what it saw. */
export interface RecordingRelay {
  readonly port: number
  /** All bytes of both directions so far, as Latin-1 text: protocols on the wire here are plain. */
  seen(): string
  close(): Promise<void>
}

export async function startRelay(to: number): Promise<RecordingRelay> {
  const chunks: Buffer[] = []
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    // It leaves from where it came from: the other side judges the caller's address.
    const far = connect({
      port: to,
      host: '127.0.0.1',
      ...(near.remoteAddress && { localAddress: near.remoteAddress }),
    })
    for (const [from, onto] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        onto.write(chunk)
      })
      from.on('end', () => onto.end())
      // Either side may break off: then both do.
      from.on('error', () => onto.destroy())
      from.on('close', () => sockets.delete(from))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    seen: () => Buffer.concat(chunks).toString('latin1'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
