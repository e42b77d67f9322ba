import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './command.ts'
import { LONGEST } from './longest-first.ts'
import { ONE_CONNECTION, ONE_CONNECTION_ONLY } from './one-connection-tests.ts'

const files = spawnSync('git', ['ls-files', '*.test.ts', '*.test.tsx'], { cwd: ROOT, encoding: 'utf8' }).stdout.split(
  '\n',
)

it.each(LONGEST)('%s, which is started early, is the beginning of a test file', (start) => {
  expect(files.some((file) => file.startsWith(start))).toBe(true)
})

it.each(ONE_CONNECTION)('%s, which also runs with one connection, is a test file', (file) => {
  expect(files).toContain(file)
})

it.each(ONE_CONNECTION_ONLY)('%s, which runs with one connection only, has no requests that race', (file) => {
  expect(readFileSync(join(ROOT, file), 'utf8')).not.toContain('Promise.all')
})
