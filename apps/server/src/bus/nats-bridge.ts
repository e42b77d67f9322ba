import { connect } from '@nats-io/transport-node'
import type { Logger } from '../logging/logger.ts'
import type { Secret } from '../secret.ts'
import { decodeEnvelope, encodeEnvelope } from './envelope-codec.ts'
import type { ThreadBus } from './thread-bus.ts'

/** Ours among what else the server carries. The number is that of the form of messages: another form, another number. */
const ROOT = 'strikewise2'
const RECONNECT_MS = 500
const PING_MS = 5_000
/** After so many unanswered pings the server counts as gone. */
const MAX_PINGS_OUT = 2

/**
 * Joins the buses of server processes on any number of machines through NATS, on core subjects: what is lost while the
 * server is away or slow is a hint, and a consumer that missed it reads rows. Resolves once connected. Returns a function that
 * leaves. `addresses`: servers of one cluster, any of which will do; another is taken when one goes away. Throws with the
 * remedy when none can be reached at the start.
 */
export async function bridgeByNats(
  bus: ThreadBus,
  addresses: readonly Secret[],
  processId: string,
  logger: Pick<Logger, 'info' | 'warn'>,
): Promise<() => Promise<void>> {
  const { servers, ...login } = clusterOf(addresses)
  const connection = await connect({
    servers,
    ...login,
    name: `strikewise ${processId}`,
    // Own messages are delivered already, on the bus they were published to.
    noEcho: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    pingInterval: PING_MS,
    maxPingOut: MAX_PINGS_OUT,
  }).catch((cause: unknown) => {
    throw new Error(
      `NATS_URL: no server answers at ${servers.join(', ')}. Start one, or leave NATS_URL out on a single machine.`,
      {
        cause,
      },
    )
  })
  const largest = connection.info?.max_payload ?? Number.POSITIVE_INFINITY
  const untap = bus.tap((envelope) => {
    if (envelope.from !== processId || connection.isClosed()) return
    const body = encodeEnvelope(envelope)
    if (body.length <= largest) connection.publish(subjectOf(envelope.subject), body)
    else logger.warn({ subject: envelope.subject, bytes: body.length, largest }, 'too large for NATS, left out')
  })
  connection.subscribe(`${ROOT}.>`, {
    callback: (error, message) => {
      if (error !== null) {
        logger.warn({ err: error }, 'NATS')
        return
      }
      const envelope = decodeEnvelope(message.data)
      if (envelope !== undefined) bus.inject(envelope)
      else logger.warn({ subject: message.subject, bytes: message.data.length }, 'not a message of ours, left out')
    },
  })
  void (async () => {
    for await (const status of connection.status())
      if (status.type === 'disconnect' || status.type === 'reconnect') logger.info({ status: status.type }, 'NATS')
  })()
  return async () => {
    untap()
    await connection.close()
  }
}

/** Parts of a subject are separated by dots, as NATS has it; what it would read as a wildcard or an end is escaped. */
function subjectOf(subject: string): string {
  return `${ROOT}.${subject.replaceAll(/[^A-Za-z0-9._-]/g, (character) => `=${character.charCodeAt(0).toString(16)}`)}`
}

interface NatsCluster {
  readonly servers: string[]
  /** Nothing leaves before the connection is encrypted. */
  readonly tls?: object
  readonly user?: string
  readonly pass?: string
  readonly token?: string
}

/** The addresses without their login, which the library takes apart from them. It is the same in each. */
function clusterOf(addresses: readonly Secret[]): NatsCluster {
  const urls = addresses.map((address) => new URL(address.reveal()))
  const { protocol, username, password } = urls[0]!
  const servers = urls.map(({ host }) => `${protocol}//${host}`)
  const at = protocol === 'tls:' ? { servers, tls: {} } : { servers }
  if (username === '') return at
  if (password === '') return { ...at, token: decodeURIComponent(username) }
  return { ...at, user: decodeURIComponent(username), pass: decodeURIComponent(password) }
}
