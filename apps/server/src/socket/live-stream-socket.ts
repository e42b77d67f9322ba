import { rendererOf } from '@strikewise/messages/node.ts'
import { LIVE_STREAM_PATH } from '@strikewise/wire/live-stream.ts'
import { WebSocketServer } from 'ws'
import { answerLanguage } from '../http/answer-language.ts'
import type { Principal } from '../http/principals.ts'
import type { WebDependencies } from '../http/web-dependencies.ts'
import type { SocketKind } from './active-trades-socket.ts'
import { closeClients, openAndRefuse, tooManyConnections, type SocketAdmission } from './socket-admission.ts'
import { StreamConnection } from './stream-connection.ts'
import { StreamGroups } from './stream-groups.ts'
import { startRounds } from './stream-rounds.ts'
import { StreamSources } from './stream-sources.ts'
import { watchConnections } from './stream-watch.ts'

const MAX_FRAME_BYTES = 16 * 1024

/** What recognises the user of a connection again. */
type Authenticate = () => Promise<Principal | undefined>

/**
 * `/api/stream`: what the screens of a signed-in user otherwise poll, over one connection. Each topic begins with its whole
 * value, the JSON of its route, and goes on with what changed; each user of a plan gets the same bytes.
 */
export function liveStreamSocket(parts: WebDependencies, admission: SocketAdmission): SocketKind {
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_FRAME_BYTES })
  const sources = new StreamSources(parts, () => rounds.changed())
  const groups = new StreamGroups(sources)
  const connections = new Map<StreamConnection, Authenticate>()
  const of = (userId: string) => [...connections.keys()].filter(({ owner }) => owner.userId === userId)

  const recheck = async (connection: StreamConnection, isHinted: boolean) => {
    // While the store is away a connection stays as it is.
    const principal = await connections
      .get(connection)?.()
      .catch(() => undefined)
    if (principal === undefined || !connections.has(connection)) return
    if (principal.profile.terms === 'never') connection.end()
    else if (connection.update(principal.profile) && !isHinted) connection.hint('account')
  }
  const endSubscriptions = [
    parts.bus.subscribe('account.*', (subject) => {
      for (const connection of of(subject.slice('account.'.length))) {
        void recheck(connection, true)
        connection.hint('account')
      }
    }),
    parts.bus.subscribe('trades.*', (subject) => {
      for (const connection of of(subject.slice('trades.'.length))) connection.hint('trades')
    }),
  ]
  const watch = watchConnections(parts, { all: () => connections.keys(), of })
  const rounds = startRounds(parts, groups, { all: () => connections.keys(), recheck })

  return {
    paths: [`/api${LIVE_STREAM_PATH}`],
    async open(_url, request, stream, head) {
      const { principal, authenticate } = await admission.admit(request)
      const { userId, sessionId } = principal.caller
      const { text } = rendererOf(answerLanguage(principal.caller, request.headers['accept-language']))
      // A client that hung up during the wait above has had its `close` event: it would be counted for ever.
      if (stream.destroyed) return
      if (!admission.takePlace(userId, stream)) {
        openAndRefuse(server, [request, stream, head], `[${JSON.stringify(tooManyConnections(text))}]`)
        return
      }
      server.handleUpgrade(request, stream, head, (socket) => {
        admission.opened(socket)
        socket.on('error', () => socket.terminate())
        const owner = { userId, sessionId, text }
        const connection = new StreamConnection(parts, groups, { owner, profile: principal.profile, socket, stream })
        connections.set(connection, authenticate)
        socket.once('close', () => connections.delete(connection))
      })
    },
    async close() {
      rounds.close()
      closeClients(server)
      for (const end of endSubscriptions) end()
      sources.close()
      await watch.close()
    },
  }
}
