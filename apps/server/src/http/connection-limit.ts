// @invariant stop-answered-under-load A stop button is answered while every ordinary connection, to the store or to
//   the server, is taken.
import type { Server, ServerResponse, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Keeps at most `most` connections and always takes a new one: the one that has been silent longest makes room. So no client is
 * shut out by connections that show nothing, a stop button least of all. One with a request under way, or a socket of the
 * product, is not silent; while all are busy the newest is dropped.
 *
 * `endSilent` ends the silent ones now, and each other as soon as its request is answered.
 */
export function limitConnections(server: Server, most: number): { endSilent(): void } {
  /** In the order in which they fell silent. */
  const silent = new Set<Socket>()
  let open = 0
  let isEnding = false
  server.on('connection', (socket) => {
    open += 1
    socket.once('close', () => {
      open -= 1
      silent.delete(socket)
    })
    if (open > most) {
      const [oldest] = silent
      ;(oldest ?? socket).destroy()
      if (oldest === undefined) return
    }
    silent.add(socket)
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    silent.delete(socket)
    response.once('close', () => {
      if (isEnding) socket.end()
      else if (!socket.destroyed) silent.add(socket)
    })
  })
  server.on('upgrade', ({ socket }: IncomingMessage) => silent.delete(socket))
  return {
    endSilent() {
      isEnding = true
      for (const socket of silent) socket.destroy()
    },
  }
}
