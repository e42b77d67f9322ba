import { chmodSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { decodeEnvelope, encodeEnvelope } from './envelope-codec.ts'
import type { Envelope, ThreadBus } from './thread-bus.ts'

const RETRY_MS = 500
/** A process that reads too slowly loses hints instead of holding memory; it reads rows to catch up. */
const MAX_QUEUED_BYTES = 8 * 1024 * 1024
const MAX_FRAME_BYTES = 16 * 1024 * 1024

/**
 * Joins the buses of several server processes on one machine through a Unix socket. The process that binds the socket is the hub
 * and hands messages on; when it goes, the next one to try becomes the hub. Returns a function that leaves.
 */
export function bridgeProcesses(bus: ThreadBus, socketPath: string, processId: string): () => void {
  const peers = new Set<Socket>()
  let server: Server | undefined
  let upstream: Socket | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  const send = (envelope: Envelope, except?: Socket) => {
    const frame = encode(envelope)
    for (const peer of peers) if (peer !== except && peer.writableLength < MAX_QUEUED_BYTES) peer.write(frame)
  }
  const untap = bus.tap((envelope) => {
    if (envelope.from !== processId) return
    send(envelope)
  })
  const adopt = (socket: Socket) => {
    peers.add(socket)
    readFrames(socket, (envelope) => {
      if (server !== undefined) send(envelope, socket)
      if (envelope.from !== processId) bus.inject(envelope)
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      peers.delete(socket)
      if (socket === upstream) join()
    })
  }

  function join() {
    if (closed) return
    upstream = createConnection(socketPath)
    const attempt = upstream
    attempt.once('connect', () => adopt(attempt))
    attempt.once('error', (error: NodeJS.ErrnoException) => {
      if (peers.has(attempt)) return
      attempt.destroy()
      // No process listens: the path is free or was left by a process that died.
      if (error.code === 'ECONNREFUSED') rmSync(socketPath, { force: true })
      host()
    })
  }
  function host() {
    if (closed) return
    const candidate = createServer(adopt)
    candidate.once('error', () => {
      retry = setTimeout(join, RETRY_MS)
    })
    candidate.listen(socketPath, () => {
      // Only this user's processes may send hints.
      chmodSync(socketPath, 0o600)
      server = candidate
      upstream = undefined
    })
  }
  join()

  return () => {
    closed = true
    untap()
    clearTimeout(retry)
    for (const peer of peers) peer.destroy()
    upstream?.destroy()
    server?.close()
  }
}

function encode(envelope: Envelope): Buffer {
  const body = encodeEnvelope(envelope)
  const frame = Buffer.allocUnsafe(4 + body.length)
  frame.writeUInt32BE(body.length, 0)
  body.copy(frame, 4)
  return frame
}

function readFrames(socket: Socket, onEnvelope: (envelope: Envelope) => void) {
  let pending: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
    while (pending.length >= 4) {
      const length = pending.readUInt32BE(0)
      if (length > MAX_FRAME_BYTES) {
        socket.destroy()
        return
      }
      if (pending.length < 4 + length) return
      const envelope = decodeEnvelope(pending.subarray(4, 4 + length))
      if (envelope === undefined) {
        socket.destroy()
        return
      }
      onEnvelope(envelope)
      pending = pending.subarray(4 + length)
    }
  })
}
