// The first step of every command: brings the pinned runtime and the dependencies, then hands over to the task.
// Plain JavaScript in the syntax of Node 20, built-ins only, because nothing else is there yet.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const NEEDED_MAJOR = 26
const PARENT_POLL_MS = 200
const tasks = readdirSync(join(root, 'scripts', 'tasks')).map((file) => file.replace(/\.ts$/, ''))

const [task, ...options] = process.argv.slice(2)
if (!tasks.includes(task)) fail(`Unknown task '${task ?? ''}'. One of: ${tasks.join(', ')}.`)

/** The step under way: an installation, then the task. */
let child
let asked
endWithParent()
const node = majorOf(process.version) >= NEEDED_MAJOR ? process.execPath : await pinnedRuntime()
const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
await installDependencies()
process.exit(await run())

function majorOf(version) {
  return Number(version.replace(/^v/, '').split('.')[0])
}

/** The Node of runtime/package.json, installed from the registry once; a machine with a new enough Node never pays for it. */
async function pinnedRuntime() {
  const name = `node-${process.platform}-${process.arch}`
  const binary = join(root, 'runtime', 'node_modules', name, 'bin', 'node')
  const version = JSON.parse(readFileSync(join(root, 'runtime', 'package.json'), 'utf8')).optionalDependencies[name]
  if (version === undefined)
    fail(
      `Strikewise runs on Node ${NEEDED_MAJOR} or newer, this is ${process.version}, and there is no packaged Node for ${process.platform} ${process.arch}. Install Node ${NEEDED_MAJOR} and try again.`,
    )
  const manifest = join(root, 'runtime', 'node_modules', name, 'package.json')
  if (!existsSync(binary) || JSON.parse(readFileSync(manifest, 'utf8')).version !== version) {
    console.error(`Installing Node ${version} (this machine has ${process.version}) …`)
    await npm(['ci', '--prefix', join(root, 'runtime'), '--ignore-scripts', '--loglevel=error'], process.env)
  }
  return binary
}

/** `npm ci` when the lock file is not the one last installed from. */
async function installDependencies() {
  const stamp = join(root, 'node_modules', '.installed-from')
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.error('Installing dependencies …')
  await npm(['ci', '--include=dev', '--loglevel=error'], env)
  writeFileSync(stamp, lock)
}

async function npm(args, environment) {
  const code = await ended(
    spawn('npm', args, {
      cwd: root,
      env: environment,
      stdio: ['ignore', 2, 2],
    }),
  )
  if (code !== 0) fail(`npm ${args[0]} failed (exit ${code}). The lines above say why.`)
}

function run() {
  return ended(
    spawn(node, [join(root, 'scripts', 'tasks', `${task}.ts`), ...options], {
      cwd: root,
      env,
      // The channel carries no messages: it closes when this process ends, and the task then ends in order.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    }),
  )
}

/** Resolves with the step's exit code, 128 for a signal; ends this process when it was asked to end meanwhile. */
function ended(started) {
  child = started
  if (asked !== undefined) child.kill(asked)
  return new Promise((resolve) => {
    child.on('error', (error) => fail(error.message))
    child.on('exit', (code) => {
      if (asked !== undefined) process.exit(code ?? 128)
      resolve(code ?? 128)
    })
  })
}

/**
 * Passes signals on to the step under way: the terminal sends Ctrl-C to the whole group, but a supervisor signals one
 * process. The loss of npm, which nothing announces, counts as SIGTERM.
 */
function endWithParent() {
  const end = (signal) => {
    asked = signal
    child?.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal))
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent && asked === undefined) end('SIGTERM')
  }, PARENT_POLL_MS).unref()
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
