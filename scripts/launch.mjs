// The first step of every command: brings the pinned runtime and the dependencies, then hands over to the task.
// Plain JavaScript in the syntax of Node 20, built-ins only, because nothing else is there yet.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const NEEDED_MAJOR = 26
const tasks = readdirSync(join(root, 'scripts', 'tasks')).map((file) => file.replace(/\.ts$/, ''))

const [task, ...options] = process.argv.slice(2)
if (!tasks.includes(task)) fail(`Unknown task '${task ?? ''}'. One of: ${tasks.join(', ')}.`)

const node = majorOf(process.version) >= NEEDED_MAJOR ? process.execPath : pinnedRuntime()
const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
installDependencies()
run()

function majorOf(version) {
  return Number(version.replace(/^v/, '').split('.')[0])
}

/** The Node of runtime/package.json, installed from the registry once; a machine with a new enough Node never pays for it. */
function pinnedRuntime() {
  const name = `node-${process.platform}-${process.arch}`
  const binary = join(root, 'runtime', 'node_modules', name, 'bin', 'node')
  const wanted = JSON.parse(readFileSync(join(root, 'runtime', 'package.json'), 'utf8')).optionalDependencies[name]
  if (wanted === undefined)
    fail(
      `Strikewise runs on Node ${NEEDED_MAJOR} or newer, this is ${process.version}, and there is no packaged Node for ${process.platform} ${process.arch}. Install Node ${NEEDED_MAJOR} and try again.`,
    )
  const manifest = join(root, 'runtime', 'node_modules', name, 'package.json')
  if (!existsSync(binary) || JSON.parse(readFileSync(manifest, 'utf8')).version !== wanted) {
    console.error(`Installing Node ${wanted} (this machine has ${process.version}) …`)
    npm(['ci', '--prefix', join(root, 'runtime'), '--ignore-scripts', '--loglevel=error'], process.env)
  }
  return binary
}

/** `npm ci` when the lock file is not the one last installed from. */
function installDependencies() {
  const stamp = join(root, 'node_modules', '.installed-from')
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.error('Installing dependencies …')
  npm(['ci', '--include=dev', '--loglevel=error'], env)
  writeFileSync(stamp, lock)
}

function npm(args, environment) {
  const done = spawnSync('npm', args, {
    cwd: root,
    env: environment,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (done.status !== 0) fail(`npm ${args[0]} failed (exit ${done.status ?? done.signal}). The lines above say why.`)
}

function run() {
  const child = spawn(node, [join(root, 'scripts', 'tasks', `${task}.ts`), ...options], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  // The terminal sends Ctrl-C to the whole group; a supervisor may signal this process alone.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)))
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
