import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './command.ts'

const MODULE = JSON.stringify(join(ROOT, 'scripts/child-processes.ts'))

/** A program with a channel to this one, as launch.mjs starts each task. */
const task = (code: string) =>
  spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })

it('a task that has done its work ends, though the process that started it goes on', async () => {
  const child = task(`import { shutdownOnSignals } from ${MODULE}; shutdownOnSignals()`)
  expect(await once(child, 'exit')).toEqual([0, null])
})

it('a task ends when the process that started it is gone', async () => {
  const child = task(
    `import { shutdownOnSignals } from ${MODULE}; shutdownOnSignals(); setInterval(() => {}, 1000); console.log('ready')`,
  )
  await once(child.stdout!, 'data')
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([1, null])
})
