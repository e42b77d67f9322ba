import { once } from 'node:events'
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { FaultConditions, type MessageId } from './fault-plan.ts'

export interface TcpFaultProxy {
  readonly port: number
  readonly faultConditions: FaultConditions
  /** Answers in the server's place whatever it wants to; undefined lets the message through. */
  answerInstead: ((message: Buffer) => Buffer | undefined) | undefined
  close(): Promise<void>
}

/**
 * A proxy for any protocol in which the client speaks and the server answers: PostgreSQL, SMTP. What the client sends in
 * one piece is a message; the faults of its fate touch it and what comes back before the next one.
 */
export async function startTcpFaultProxy(target: { host: string; port: number }): Promise<TcpFaultProxy> {
  const faultConditions = new FaultConditions()
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((client) => {
    const upstream = createConnection(target)
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true)
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    new Line(client, upstream, proxy).open((connections += 1))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: TcpFaultProxy = {
    port: (server.address() as AddressInfo).port,
    faultConditions,
    answerInstead: undefined,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}

/** One connection. Messages pass in order: one that waits holds back those behind it. */
class Line {
  readonly #client: Socket
  readonly #upstream: Socket
  readonly #proxy: TcpFaultProxy
  #messages = 0
  #queue: Promise<void> = Promise.resolve()
  /** What to do with the server's next bytes. */
  #replies: 'pass' | 'drop' | 'swallow' | { readonly cutAfter: number } = 'pass'

  constructor(client: Socket, upstream: Socket, proxy: TcpFaultProxy) {
    this.#client = client
    this.#upstream = upstream
    this.#proxy = proxy
  }

  open(connection: number): void {
    const [client, upstream] = [this.#client, this.#upstream]
    client.on('data', (message: Buffer) => {
      const id = { connection, message: (this.#messages += 1) }
      this.#queue = this.#queue.then(() => this.#pass(message, id))
    })
    upstream.on('data', (reply: Buffer) => this.#reply(reply))
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    client.on('end', () => {
      this.#queue = this.#queue.then(() => void upstream.end())
    })
    upstream.on('end', () => client.end())
  }

  async #pass(message: Buffer, id: MessageId): Promise<void> {
    const instead = this.#proxy.answerInstead?.(message)
    if (instead !== undefined) {
      this.#client.write(instead)
      return
    }
    const fault = this.#proxy.faultConditions.draw(id)
    switch (fault?.kind) {
      case 'reset':
        this.#reset()
        return
      case 'black_hole':
        this.#replies = 'swallow'
        return this.#silence()
      case 'silent_reply':
        this.#replies = 'swallow'
        this.#upstream.write(message)
        return this.#silence()
      case 'drop_reply':
        this.#replies = 'drop'
        break
      case 'cut':
        this.#replies = { cutAfter: fault.bytes }
        break
      case 'repeat':
        this.#upstream.write(message)
        break
      case 'delay':
        await delay(fault.ms)
        break
      case undefined:
        break
    }
    this.#upstream.write(message)
  }

  #reply(reply: Buffer): void {
    if (this.#replies === 'swallow') return
    if (this.#replies === 'pass') {
      this.#client.write(reply)
      return
    }
    const passed = this.#replies === 'drop' ? 0 : this.#replies.cutAfter
    this.#replies = 'swallow'
    this.#client.write(reply.subarray(0, passed), () => this.#reset())
  }

  /** Nothing passes any more; when the storm is over the line breaks, as a router that comes back would break it. */
  async #silence(): Promise<void> {
    const closed = once(this.#client, 'close').catch(() => undefined)
    await Promise.race([this.#proxy.faultConditions.ended, closed])
    this.#reset()
  }

  #reset(): void {
    this.#client.resetAndDestroy()
    this.#upstream.destroy()
  }
}
