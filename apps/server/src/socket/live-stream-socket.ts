import { rendererOf } from '@strikewise/messages/node.ts'
import { LIVE_STREAM_PATH } from '@strikewise/wire/live-stream.ts'
import { WebSocketServer } from 'ws'
import { answerLanguage } from '../http/answer-language.ts'
import type { Principal } from '../http/principals.ts'
import type { WebDependencies } from '../http/web-dependencies.ts'
import type { SocketKind } from './active-trades-socket.ts'
import { closeClients, openAndRefuse, tooManyConnections, type SocketAdmission } from './socket-admission.ts'
import { frameOf } from './stream-channel.ts'
import { StreamConnection } from './stream-connection.ts'
import { StreamGroups } from './stream-groups.ts'
import { StreamSources } from './stream-sources.ts'
import { watchConnections } from './stream-watch.ts'

const MAX_FRAME_BYTES = 16 * 1024
/** At most four writes a second and connection: what changes within is one write. */
const ROUND_MS = 250
/** A page that gets nothing for longer than two heartbeats takes the stream for broken. */
const HEARTBEAT_MS = 5000
/** A user's record is read again this often without a hint. */
const RECHECK_MS = 60_000

/** What recognises the user of a connection again. */
type Authenticate = () => Promise<Principal | undefined>

/**
 * `/api/stream`: what the screens of a signed-in user otherwise poll, over one connection. Each topic begins with its whole
 * value, the JSON of its route, and goes on with what changed; each user of a plan gets the same bytes.
 */
export function liveStreamSocket(parts: WebDependencies, admission: SocketAdmission): SocketKind {
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_FRAME_BYTES })
  const sources = new StreamSources(parts)
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
  const endRounds = startRounds(parts, groups, { all: () => connections.keys(), recheck })

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
      endRounds()
      closeClients(server)
      for (const end of endSubscriptions) end()
      sources.close()
      await watch.close()
    },
  }
}

/** Brings all connections up to date four times a second, in one pass. */
function startRounds(
  { clock, logger }: WebDependencies,
  groups: StreamGroups,
  connections: {
    readonly all: () => Iterable<StreamConnection>
    readonly recheck: (connection: StreamConnection, isHinted: boolean) => Promise<void>
  },
): () => void {
  const started = performance.now()
  let heartbeats = 0
  let rechecks = 0
  const round = () => {
    const elapsed = performance.now() - started
    const isBeat = Math.floor(elapsed / HEARTBEAT_MS) > heartbeats
    const isRecheck = Math.floor(elapsed / RECHECK_MS) > rechecks
    if (isBeat) heartbeats = Math.floor(elapsed / HEARTBEAT_MS)
    if (isRecheck) rechecks = Math.floor(elapsed / RECHECK_MS)
    groups.advance()
    const reading = { now: clock.now(), speed: clock.running() ? clock.speed() : 0 }
    const heartbeat = isBeat ? frameOf([JSON.stringify({ clock: reading })]) : undefined
    for (const connection of connections.all()) {
      try {
        connection.round(heartbeat)
        if (isRecheck) void connections.recheck(connection, false)
      } catch (error) {
        // One connection must not end those of all others.
        logger.error({ err: error, user: connection.owner.userId }, 'a connection of the stream could not be served')
      }
    }
  }
  const timer = setInterval(round, ROUND_MS)
  return () => clearInterval(timer)
}
