// The product for those who work on it: Vite for the app, the server restarted at each change, the sandbox and the demo
// accounts, in one terminal. Ends completely by Ctrl-C, as `npm start` does.
import { mkdirSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { COMPILED, ROOT } from '../command.ts'
import { readable } from '../log-line.ts'
import { PORTS } from '../ports.ts'
import { ProgramGroup } from '../program-group.ts'
import { rerunOnChange, sourceFolders } from '../rerun-on-change.ts'
import { sandboxEnv, startDemo, startSandbox, startServer, startStore, startVite } from '../dev-stack.ts'

const HELP = `npm run dev -- [options]

  --port N             where the app is, served by Vite (${PORTS.app})
  --server-port N      where the server listens (${PORTS.server})
  --sandbox-port N     where the sandbox listens (${PORTS.sandbox}); its console is the page at that address
  --speed N            how fast the sandbox's market runs, 1 to 600 (10)
  --inspect [PORT]     the server listens for a debugger (${PORTS.debugger})
  --data DIR           where everything is kept (.data/dev)
  --fresh              delete what is kept there first
  --help               this text

Port 0 takes a free one. A change of a screen is sent to the browser; a change of the server or of a package it uses restarts
the server; the sandbox and the demo accounts keep the code they were started with.`

const DEMO_RETRY_MS = 3000
/** The server starts in two thirds of the time with code that was compiled before. */
const KEEP_COMPILED = pathToFileURL(join(ROOT, 'scripts/keep-compiled.ts')).href

const { values } = parseArgs({
  args: withInspectPort(process.argv.slice(2)),
  options: {
    port: { type: 'string', default: String(PORTS.app) },
    'server-port': { type: 'string', default: String(PORTS.server) },
    'sandbox-port': { type: 'string', default: String(PORTS.sandbox) },
    speed: { type: 'string' },
    inspect: { type: 'string' },
    data: { type: 'string', default: join(ROOT, '.data', 'dev') },
    fresh: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(HELP)
  process.exit(0)
}

const startedAt = performance.now()
const data = resolve(values.data)
const logs = join(data, 'logs')
if (values.fresh) rmSync(data, { recursive: true, force: true })
mkdirSync(data, { recursive: true, mode: 0o700 })

const group = new ProgramGroup(logs)
await group.run(main)

async function main(): Promise<void> {
  const place = { data, onLine: show }
  const [appPort, serverPort] = [await portOf(values.port), await portOf(values['server-port'])]
  const [sandbox, store, web] = await Promise.all([
    startSandbox(place, sandboxArgs()),
    startStore(place),
    startVite(place, { port: appPort, server: `http://127.0.0.1:${serverPort}` }),
  ] as const)
  for (const { program } of [sandbox, store, web]) group.add(program)

  const start = async () => {
    const env = {
      ...sandboxEnv(sandbox),
      DATABASE_URL: store.address,
      PORT: String(serverPort),
      PUBLIC_URL: web.url,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? COMPILED,
      RECORD_KEEP_DAYS: process.env['RECORD_KEEP_DAYS'] || '3',
    }
    const inspect = values.inspect === undefined ? [] : [`--inspect=127.0.0.1:${values.inspect}`]
    return (await startServer(place, env, ['--import', KEEP_COMPILED, ...inspect])).program
  }
  const folders = sourceFolders('apps/server')
  const server = await rerunOnChange({ folders, start, report: (line) => show('server', line) })
  group.add({ name: 'server', ...server })

  show('dev', `the app: ${web.url}   (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
  show('dev', `the sandbox's console: ${sandbox.http}`)
  const demo = await demoAccounts(() => startDemo(place, { server: web.url, sandbox: sandbox.http }))
  group.add(demo.program)
  for (const { plan, email } of demo.accounts) show('dev', `${plan.padEnd(8)} ${email}   password ${demo.password}`)
  show('dev', `operator ${demo.operator.email}   authenticator key ${demo.operator.key}`)
  show('dev', `logs: ${logs}   Stop: Ctrl-C`)
}

/** They cannot be made while the server restarts, or has an error that the next change corrects. */
async function demoAccounts<Demo>(start: () => Promise<Demo>): Promise<Demo> {
  for (;;) {
    try {
      return await start()
    } catch (error) {
      if (group.stopping) throw error
      await delay(DEMO_RETRY_MS)
    }
  }
}

function sandboxArgs(): string[] {
  const places = ['--clock-file', join(data, 'market-day'), '--data', join(data, 'sandbox')]
  const speed = values.speed === undefined ? [] : ['--speed', values.speed]
  return ['--port', values['sandbox-port'], ...places, ...speed]
}

function show(program: string, text: string): void {
  if (group.stopping) return
  for (const line of text.split('\n').flatMap((raw) => readable(raw)?.split('\n') ?? []))
    console.log(`${program.padEnd(8)}│ ${line}`)
}

/** `--inspect` may stand alone. */
function withInspectPort(args: readonly string[]): string[] {
  return args.flatMap((arg, at) =>
    arg === '--inspect' && !/^\d+$/.test(args[at + 1] ?? '') ? [`--inspect=${PORTS.debugger}`] : [arg],
  )
}

/** A port number; for 0 a free one, which stays the same when the server restarts. */
async function portOf(text: string): Promise<number> {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${text} is not a port, 0 to 65535.`)
  if (port !== 0) return port
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => probe.once('listening', listening))
  const { port: free } = probe.address() as AddressInfo
  await new Promise((closed) => probe.close(closed))
  return free
}
