import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startManagedProcess, type ManagedProcess } from './child-process.ts'

/** Who operates a service that runs on the sandbox: the address the demo signs up with. */
export const DEMO_OPERATOR = 'operator@demo.example'

/** Whose closed days `/trade-logs` shows unless `SHOWCASE_ACCOUNT` names another: a demo account that trades on paper by itself. */
const DEMO_SHOWCASE = 'elite@demo.example'

/** The server's environment on a sandbox; every other outside address follows from these. */
export function sandboxEnv(sandboxReady: SandboxReady): Record<string, string> {
  return {
    SANDBOX_URL: sandboxReady.http,
    SMTP_URL: sandboxReady.smtp,
    OPERATOR_EMAILS: DEMO_OPERATOR,
    SHOWCASE_ACCOUNT: process.env['SHOWCASE_ACCOUNT'] ?? DEMO_SHOWCASE,
  }
}

export interface DataFolder {
  /** Folder of data and logs. */
  readonly data: string
  /** Warnings and errors a program prints. */
  readonly onProblem?: (line: string) => void
  /** Every line a program prints, after the program's name. */
  readonly onLine?: (program: string, line: string) => void
}

export interface SandboxReady {
  readonly http: string
  readonly smtp: string
}

/** Starts the outside world. `args` as in docs/sandbox.md. */
export async function startSandbox(
  place: DataFolder,
  args: readonly string[],
): Promise<SandboxReady & { program: ManagedProcess }> {
  const { program, ready } = await startManagedProcess<{ url: string; smtp: number }>({
    name: 'sandbox',
    args: ['apps/sandbox/src/main.ts', ...args],
    logFile: join(place.data, 'logs', 'sandbox.log'),
    ...hooks(place, 'sandbox'),
  })
  return { http: ready.url, smtp: `smtp://127.0.0.1:${ready.smtp}`, program }
}

/**
 * Starts the server with `env` on top of this environment, and with options for Node such as `--inspect`. `name`: of its log and
 * in messages, where there are several.
 */
export async function startServer(
  place: DataFolder,
  env: Record<string, string>,
  nodeOptions: readonly string[] = [],
  name = 'server',
): Promise<{ url: string; program: ManagedProcess }> {
  const { program, ready } = await startManagedProcess<{ url: string }>({
    name,
    args: [...nodeOptions, 'apps/server/src/main.ts'],
    env: { ...process.env, STRIKEWISE_DATA: place.data, ...env },
    logFile: join(place.data, 'logs', `${name}.log`),
    ...hooks(place, name),
  })
  return { url: ready.url, program }
}

/** Starts the server's own PostgreSQL by itself, so that it goes on while the server restarts. Its address is a secret. */
export async function startStore(place: DataFolder): Promise<{ address: string; program: ManagedProcess }> {
  const addressFile = join(place.data, 'store-address')
  const { program } = await startManagedProcess({
    name: 'store',
    args: ['apps/server/src/store/serve-store.ts', place.data, addressFile],
    logFile: join(place.data, 'logs', 'store.log'),
    ...hooks(place, 'store'),
  })
  return { address: readFileSync(addressFile, 'utf8'), program }
}

/** Starts Vite on `port`, with the app's sources and a proxy to the API at `server`. */
export async function startVite(
  place: DataFolder,
  { port, server }: { port: number; server: string },
): Promise<{ url: string; program: ManagedProcess }> {
  const { program, ready } = await startManagedProcess<{ url: string }>({
    name: 'web',
    args: ['apps/web/dev-server.ts', '--port', String(port), '--server', server, '--cache', join(place.data, 'vite')],
    logFile: join(place.data, 'logs', 'web.log'),
    ...hooks(place, 'web'),
  })
  return { url: ready.url, program }
}

export interface DemoReady {
  readonly password: string
  /** Its login asks for a code of an authenticator app with this key. */
  readonly operator: { readonly email: string; readonly key: string }
  readonly accounts: readonly { readonly plan: string; readonly email: string; readonly connected: boolean }[]
}

/** Starts the program that makes the demo accounts and logs them in to the broker each market morning. */
export async function startDemo(
  place: DataFolder,
  urls: { server: string; sandbox: string },
): Promise<DemoReady & { program: ManagedProcess }> {
  const { program, ready } = await startManagedProcess<DemoReady>({
    name: 'demo accounts',
    args: ['apps/demo/src/main.ts'],
    env: {
      ...process.env,
      SERVER_URL: urls.server,
      SANDBOX_URL: urls.sandbox,
      OPERATOR_EMAIL: DEMO_OPERATOR,
      OPERATOR_KEY_FILE: join(place.data, 'demo', 'operator-authenticator.key'),
    },
    logFile: join(place.data, 'logs', 'demo.log'),
    ...hooks(place, 'demo'),
  })
  return { ...ready, program }
}

function hooks({ onProblem, onLine }: DataFolder, program: string) {
  return {
    ...(onProblem === undefined ? {} : { onProblem }),
    ...(onLine === undefined ? {} : { onLine: (line: string) => onLine(program, line) }),
  }
}
