import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { stopChild, trackChildProcess } from '../child-processes.ts'

/** Where Debian's package `nats-server` puts it. */
export const NATS_SERVER = '/usr/sbin/nats-server'
/** Of util-linux. */
const SETPRIV = '/usr/bin/setpriv'
const START_MS = 20_000
const POLL_MS = 20

export interface NatsLogin {
  readonly user: string
  readonly password: string
}

export interface NatsOptions {
  /** For its settings and logs; made when it is not there. */
  readonly folder: string
  readonly login: NatsLogin
  /** 0: any free port. */
  readonly port?: number
  /** Its place in a cluster: its own port there (0: a free one), and those of servers that run already. */
  readonly cluster?: { readonly port: number; readonly routes: readonly number[] }
}

export interface NatsServer {
  readonly port: number
  /** Where other servers of the cluster reach it; undefined: it is alone. */
  readonly clusterPort: number | undefined
  readonly pid: number
  /** Resolves with how it ended. */
  readonly ended: Promise<string>
  /** The address for `NATS_URL`, with the login. */
  url(): string
  /** kill -9. Resolves when it is gone. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Starts a NATS server on this machine that wants a login. Rejects when it does not get ready; its log is in the folder. */
export async function startNatsServer({ folder, login, port = 0, cluster }: NatsOptions): Promise<NatsServer> {
  rmSync(join(folder, 'ports'), { recursive: true, force: true })
  mkdirSync(join(folder, 'ports'), { recursive: true, mode: 0o700 })
  const file = join(folder, 'nats.conf')
  writeFileSync(file, settingsOf({ folder, login, port, ...(cluster === undefined ? {} : { cluster }) }), {
    mode: 0o600,
  })
  // The kernel ends it with this process, however this one ends: it has no channel whose end it would notice.
  const command = existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig', 'KILL', NATS_SERVER] : [NATS_SERVER]
  const child = spawn(command[0]!, [...command.slice(1), '-c', file], { stdio: 'ignore', detached: true })
  trackChildProcess(child)
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit ${code}`))
    child.once('error', (error) => resolve(error.message))
  })
  const ports = await Promise.race([portsOf(join(folder, 'ports')), ended])
  if (ports === undefined || typeof ports === 'string') {
    await stopChild(child, 0)
    throw new Error(
      `nats-server did not get ready (${ports ?? `silent for ${START_MS} ms`}); see ${join(folder, 'nats.log')}`,
    )
  }
  return {
    port: ports.nats,
    clusterPort: ports.cluster,
    pid: child.pid!,
    ended,
    url: () => `nats://${login.user}:${login.password}@127.0.0.1:${ports.nats}`,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      await stopChild(child, START_MS)
    },
  }
}

function settingsOf({ folder, login, port = 0, cluster }: NatsOptions): string {
  const quoted = (text: string) => JSON.stringify(text)
  const authorization = `authorization { user: ${quoted(login.user)}, password: ${quoted(login.password)} }`
  const place = (own: number) => `host: "127.0.0.1", port: ${own === 0 ? -1 : own}`
  const routes = cluster?.routes.map((route) => quoted(`nats://${login.user}:${login.password}@127.0.0.1:${route}`))
  return [
    place(port),
    authorization,
    `ports_file_dir: ${quoted(join(folder, 'ports'))}`,
    `log_file: ${quoted(join(folder, 'nats.log'))}`,
    ...(cluster === undefined
      ? []
      : [
          'cluster {',
          `  name: strikewise, ${place(cluster.port)}, ${authorization}, routes: [${routes!.join(', ')}]`,
          // Clients know every server by NATS_URL, and where a test stands between them and a server they go on doing so.
          '  no_advertise: true',
          '}',
        ]),
    '',
  ].join('\n')
}

/** The ports it has, as it writes them down once it is ready; undefined: it did not in time. */
async function portsOf(folder: string): Promise<{ nats: number; cluster: number | undefined } | undefined> {
  for (const end = performance.now() + START_MS; performance.now() < end; await delay(POLL_MS)) {
    const name = readdirSync(folder).find((one) => one.endsWith('.ports'))
    if (name === undefined) continue
    const text = readFileSync(join(folder, name), 'utf8')
    if (!text.trimEnd().endsWith('}')) continue
    const { nats, cluster } = JSON.parse(text) as { nats: string[]; cluster?: string[] }
    const portOf = (address: string) => Number(new URL(address).port)
    return { nats: portOf(nats[0]!), cluster: cluster?.[0] === undefined ? undefined : portOf(cluster[0]) }
  }
  return undefined
}
