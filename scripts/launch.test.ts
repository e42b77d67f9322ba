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

it.each(['commands', 'production'])('docs/%s.md names only commands that exist', (name) => {
  const file = join('docs', `${name}.md`)
  const named = [...readFileSync(join(ROOT, file), 'utf8').matchAll(/npm run ([a-z][a-z:-]*)/g)].map(
    ([, name]) => name!,
  )
  expect(named.length).toBeGreaterThan(0)
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named))
})

it('docs/commands.md has every command', () => {
  const text = readFileSync(join(ROOT, 'docs', 'commands.md'), 'utf8')
  const described = Object.keys(scripts).filter((name) => !['start', 'test', 'dev'].includes(name))
  expect(described.filter((name) => !text.includes(`\`npm run ${name}`))).toEqual([])
})
