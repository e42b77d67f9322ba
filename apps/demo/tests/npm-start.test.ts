import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
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

const READY = 'Stop: Ctrl-C'

// A whole product is started in each, on a machine that other tests share.
vi.setConfig({ testTimeout: 240_000 })

afterEach(clearProcesses)

it.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  'ends everything it started when npm itself receives %s',
  async (signal) => {
    const npm = npmStart(PROJECT)
    await npm.prints(READY)
    const family = [npm.pid, ...descendantsOf(npm.pid)]
    // npm, the launcher, the task, sandbox, server, PostgreSQL and its workers, demo accounts.
    expect(family.length).toBeGreaterThan(8)
    process.kill(npm.pid, signal)
    await expectAllRemoved(family)
  },
)

it('ends everything when the signal comes while the server is still starting', async () => {
  const npm = npmStart(PROJECT)
  await expect.poll(() => commandsBelow(npm.pid).some((command) => command.includes('postgres')), POLL).toBe(true)
  const family = [npm.pid, ...descendantsOf(npm.pid)]
  process.kill(npm.pid, 'SIGTERM')
  await expectAllRemoved(family)
})

it('ends the sandbox when the app does not build, and shows what failed', async () => {
  const project = projectWithCopied('web')
  writeFileSync(join(project, 'apps/web/src/main.tsx'), 'this is no program {')
  const npm = npmStart(project)
  const seen = new Set<number>()
  while (npm.exitCode() === undefined) {
    for (const pid of descendantsOf(npm.pid)) seen.add(pid)
    await delay(50)
  }
  expect(npm.exitCode()).toBe(1)
  expect(npm.output()).toContain('The app did not build')
  expect(npm.output()).not.toContain('is ready')
  await expectAllRemoved([...seen])
})

/** `npm start` in `project`, on free ports and a data folder of its own. */
function npmStart(project: string): NpmProcess {
  const data = newFolder('strikewise-start-')
  return runNpm(project, ['start', '--', '--port', '0', '--start', '2026-09-16T10:00'], data)
}
