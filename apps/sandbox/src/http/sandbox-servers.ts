import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SandboxOptions } from '../options.ts'

/** Connections that may wait to be taken: all accounts of a deployment may call in the same moment. */
const BACKLOG = 4096
/** How long an idle connection is kept, as servers in front of public services do. */
const KEEP_ALIVE_MS = 75_000
/** The broker takes 1,000 instruments in the address of one call, which may be some 40 kB. */
const MAX_HEADER_BYTES = 128 * 1024

/** The HTTP servers of a sandbox: one for everything, and the broker's own. */
export class SandboxServers {
  readonly main = newServer()
  readonly broker = newServer()

  /** Throws a system error when a port is taken. */
  async listen(options: Pick<SandboxOptions, 'host' | 'port' | 'brokerPort'>): Promise<void> {
    await listening(this.main, options.port, options.host)
    await listeningForBroker(this.broker, this.main, options)
  }

  get port(): number {
    return portOf(this.main)
  }

  get brokerPort(): number {
    return portOf(this.broker)
  }

  /** Cuts every connection; servers that do not listen are closed already. */
  async close(): Promise<void> {
    const servers = [this.main, this.broker]
    for (const one of servers) one.closeAllConnections()
    await Promise.all(servers.map((one) => new Promise((resolve) => void one.close(resolve))))
  }
}

function newServer(): Server {
  return createServer({ keepAliveTimeout: KEEP_ALIVE_MS, maxHeaderSize: MAX_HEADER_BYTES })
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

/** Takes the broker's own port: the one that was asked for, else the one after the sandbox's, else any. */
async function listeningForBroker(
  broker: Server,
  sandbox: Server,
  { brokerPort, port, host }: Pick<SandboxOptions, 'host' | 'port' | 'brokerPort'>,
): Promise<void> {
  if (brokerPort !== null) return listening(broker, brokerPort, host)
  if (port === 0) return listening(broker, 0, host)
  try {
    await listening(broker, portOf(sandbox) + 1, host)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EADDRINUSE' && code !== 'ERR_SOCKET_BAD_PORT') throw error
    await listening(broker, 0, host)
  }
}

async function listening(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
