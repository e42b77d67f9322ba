import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './command.ts'
import { matching, seedOptions, STAGES, testSelection } from './test-arguments.ts'

const FILE = 'scripts/log-line.test.ts'

it('runs every stage without arguments', () => {
  expect(testSelection([])).toEqual({ stages: STAGES, patterns: [] })
})

it('runs the named stages', () => {
  expect(testSelection(['unit', 'browser'])).toEqual({ stages: ['unit', 'browser'], patterns: [] })
})

it.each(STAGES)('runs a part of the stage %s', (stage) => {
  expect(testSelection([stage, 'part', 'other'])).toEqual({ stages: [stage], patterns: ['part', 'other'] })
})

it.each([[['fly']], [['log-line', 'unit']], [['unit', 'system', 'log-line']]])(
  'refuses %j, naming every stage',
  (args) => {
    expect(() => testSelection(args)).toThrow(STAGES.join(', '))
  },
)

it.each([
  ['7', '7..7'],
  ['1..300', '1..300'],
])('takes %s as seeds %s', (pattern, seeds) => {
  expect(seedOptions([pattern])).toEqual(['--seeds', seeds])
})

it.each([[['x']], [['1..']], [['1', '2']], [['..3']]])('refuses the seeds %j', (patterns) => {
  expect(() => seedOptions(patterns)).toThrow('is not a seed')
})

it('names what there is when nothing matches', () => {
  expect(matching(['lint', 'types'], ['in'], (name) => name)).toEqual(['lint'])
  expect(() => matching(['lint', 'types'], ['fly'], (name) => name)).toThrow('One of: lint, types.')
})

it('ends with 2 and the stages when an argument names none', () => {
  const { status, stderr } = npmTest('fly')
  expect(status).toBe(2)
  expect(stderr).toContain("Unknown stage 'fly'. The stages: verify, unit, system, one-connection, simulate, browser.")
})

/** A stage may start PostgreSQL before it looks for its files: on a busy machine that takes a while. */
const START_MS = 120_000

it.each([
  ['unit', FILE, /^unit: [1-9]\d* passed, 0 failed in/m],
  ['simulate', '7', /^simulate: 1 passed, 0 failed in/m],
])('runs one part: npm test -- %s %s', { timeout: START_MS }, (stage, pattern, summary) => {
  const { status, stdout } = npmTest(stage, pattern)
  expect(stdout).toMatch(summary)
  expect(status).toBe(0)
})

it.each(['verify', 'unit', 'one-connection', 'simulate'])(
  'fails when nothing of the stage %s matches',
  { timeout: START_MS },
  (stage) => {
    expect(npmTest(stage, 'nothing-of-this-name').status).not.toBe(0)
  },
)

/** `npm test -- …args`, in the environment of a shell: a run of Vitest marks its own. */
function npmTest(...args: string[]) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$|TEST$)/.test(name)),
  )
  return spawnSync(process.execPath, [join(ROOT, 'scripts/tasks/test.ts'), ...args], { encoding: 'utf8', env })
}
