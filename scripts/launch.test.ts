import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './command.ts'

const LAUNCH = join(ROOT, 'scripts', 'launch.mjs')
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

it('refuses a task it does not know, naming every one it does', () => {
  const { status, stderr } = spawnSync(process.execPath, [LAUNCH, 'fly'], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain("Unknown task 'fly'")
  const named = stderr.slice(stderr.indexOf('One of: ') + 'One of: '.length, stderr.lastIndexOf('.')).split(', ')
  const tasks = Object.values(scripts).map((script) => script.split(' ')[3])
  expect(named).toEqual(expect.arrayContaining(tasks))
})

it.each(Object.entries(scripts))('npm run %s leads to a task', (_name, script) => {
  // `exec`: the shell between npm and the command would keep npm's signals to itself.
  const task = /^exec node scripts\/launch\.mjs ([a-z-]+)/.exec(script)?.[1]
  expect(readdirSync(join(ROOT, 'scripts', 'tasks'))).toContain(`${task}.ts`)
})

it.each(['README.md', join('docs', 'production.md')])('%s names only commands that exist', (file) => {
  const named = [...readFileSync(join(ROOT, file), 'utf8').matchAll(/npm run ([a-z][a-z:-]*)/g)].map(
    ([, name]) => name!,
  )
  expect(named.length).toBeGreaterThan(0)
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named))
})
