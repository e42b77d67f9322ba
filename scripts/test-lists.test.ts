import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { ROOT } from './command.ts'
import { LONGEST } from './longest-first.ts'
import { ONE_CONNECTION } from './one-connection-tests.ts'

const files = spawnSync('git', ['ls-files', '*.test.ts', '*.test.tsx'], { cwd: ROOT, encoding: 'utf8' }).stdout.split(
  '\n',
)

it.each(LONGEST)('%s, which is started early, is the beginning of a test file', (start) => {
  expect(files.some((file) => file.startsWith(start))).toBe(true)
})

it.each(ONE_CONNECTION)('%s, which also runs with one connection, is a test file', (file) => {
  expect(files).toContain(file)
})
