import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import {
  clearProcesses,
  commandsBelow,
  descendantsOf,
  expectAllRemoved,
  newFolder,
  POLL,
  PROJECT,
  projectWithCopied,
  runNpm,
  type NpmProcess,
} from './npm-process.ts'

const SERVER = 'apps/server/src/main.ts'
const SCREEN = 'apps/web/src/routes/NotFound.tsx'

// A whole product is started, on a machine that other tests share.
vi.setConfig({ testTimeout: 300_000 })

afterEach(clearProcesses)

it('brings changes of a screen and of the server to life, and leaves no process behind after Ctrl-C', async () => {
  const project = projectWithCopied('web', 'server')
  const npm = npmRunDev(project)
  const app = await addressOf(npm)
  const updates = await hotUpdatesOf(app)
  expect(await moduleOf(app, SCREEN)).not.toContain('a changed screen')

  appendFileSync(join(project, SCREEN), "\nconsole.log('a changed screen')\n")
  await expect.poll(() => updates, POLL).toContain('/src/routes/NotFound.tsx')
  expect(await moduleOf(app, SCREEN)).toContain('a changed screen')

  const source = readFileSync(join(project, SERVER), 'utf8')
  writeFileSync(join(project, SERVER), 'this is no program {')
  await npm.prints('It starts again at the next change.')
  writeFileSync(join(project, SERVER), `${source}\nconsole.log('a changed server')\n`)
  await npm.prints('server  │ a changed server')
  expect((await fetch(`${app}/api/status`)).status).toBe(200)

  const family = [npm.pid, ...descendantsOf(npm.pid)]
  // npm, the launcher, the task, sandbox, store, PostgreSQL and its workers, Vite, server.
  expect(family.length).toBeGreaterThan(8)
  process.kill(npm.pid, 'SIGINT')
  await expectAllRemoved(family)
  // The kernel has removed npm a moment before this process has its exit code.
  await expect.poll(() => npm.exitCode(), POLL).toBe(0)
})

it('ends everything when SIGTERM comes while the store is still starting', async () => {
  const npm = npmRunDev(PROJECT)
  await expect.poll(() => commandsBelow(npm.pid).some((command) => command.includes('postgres')), POLL).toBe(true)
  const family = [npm.pid, ...descendantsOf(npm.pid)]
  process.kill(npm.pid, 'SIGTERM')
  await expectAllRemoved(family)
})

/** `npm run dev` in `project`, on free ports and a data folder of its own. */
function npmRunDev(project: string): NpmProcess {
  const data = newFolder('strikewise-dev-')
  return runNpm(project, ['run', 'dev', '--', '--port', '0', '--server-port', '0'], data)
}

/** Where Vite serves the app, once the server is ready too. */
async function addressOf(npm: NpmProcess): Promise<string> {
  await npm.prints('the app: ')
  return /the app: (http:\S+)/.exec(npm.output())![1]!
}

/** The app's module as the browser gets it. */
async function moduleOf(app: string, path: string): Promise<string> {
  const response = await fetch(`${app}/${path.replace('apps/web/', '')}`)
  expect(response.status).toBe(200)
  return response.text()
}

/** Paths of the modules that Vite asks an open page to replace, as they come. */
async function hotUpdatesOf(app: string): Promise<readonly string[]> {
  const client = await (await fetch(`${app}/@vite/client`)).text()
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1]
  const socket = new WebSocket(`${app.replace('http', 'ws')}/?token=${token}`, 'vite-hmr')
  const updates: string[] = []
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as { type: string; updates?: { path: string }[] }
    updates.push(...(message.updates ?? []).map(({ path }) => path))
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  return updates
}
