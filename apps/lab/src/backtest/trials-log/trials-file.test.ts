// @invariant trials-counted
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { barFolder } from '../testing/bar-file.ts'
import type { LoggedTrial } from './logged-trial.ts'
import { appendTrials, readTrials } from './trials-file.ts'

const { folder, remove, write } = barFolder()
afterAll(remove)

const trial = (name: string): LoggedTrial => ({
  name,
  configHash: 'ab',
  seed: 'seed',
  period: { from: '2026-09-14', to: '2026-09-15' },
  sessions: 'cd',
  daily: [0.5, -1],
})

/** Reads and appends as a run does. */
function runOf(name: string, ...trials: LoggedTrial[]): readonly LoggedTrial[] {
  const earlier = readTrials(name)
  appendTrials(name, trials)
  return earlier
}

it('remembers every trial of every run, repeats too, and only ever grows', () => {
  const name = path.join(folder, 'results/trials.jsonl')
  expect(runOf(name, trial('a'), trial('b'))).toEqual([])
  const before = readFileSync(name, 'utf8')
  expect(runOf(name, trial('a'))).toEqual([trial('a'), trial('b')])
  expect(readFileSync(name, 'utf8').startsWith(before)).toBe(true)
  expect(runOf(name)).toEqual([trial('a'), trial('b'), trial('a')])
})

it('breaks where an entry was changed, removed or inserted', () => {
  const name = path.join(folder, 'chained.jsonl')
  for (const one of ['a', 'b', 'c']) runOf(name, trial(one))
  const lines = readFileSync(name, 'utf8').trimEnd().split('\n')
  const broken: [string, string[]][] = [
    ['changed', [lines[0]!, lines[1]!.replace('0.5', '0.9'), lines[2]!]],
    ['removed', [lines[0]!, lines[2]!]],
    ['inserted', [lines[0]!, lines[0]!, lines[1]!, lines[2]!]],
  ]
  for (const [what, left] of broken)
    expect(() => readTrials(write(`${what}.jsonl`, left))).toThrow('line 2: the chain of hashes breaks here')
})

it('goes on behind trials of before entries were chained, and covers them', () => {
  const name = write('unchained.jsonl', [JSON.stringify(trial('a')), JSON.stringify(trial('b'))])
  expect(runOf(name, trial('c'))).toEqual([trial('a'), trial('b')])
  expect(readTrials(name)).toEqual([trial('a'), trial('b'), trial('c')])
  const changed = write('uncovered.jsonl', [readFileSync(name, 'utf8').replace('"a"', '"z"').trimEnd()])
  expect(() => readTrials(changed)).toThrow('line 3: the chain of hashes breaks here')
})

it('lets one run write at a time', () => {
  const name = write('locked.jsonl', [JSON.stringify(trial('a'))])
  write('locked.jsonl.lock', [''])
  expect(() => appendTrials(name, [trial('b')])).toThrow('another run is writing to it')
  expect(readTrials(name)).toEqual([trial('a')])
})

it.each([
  ['a line that is none', [JSON.stringify(trial('a')), '{"name":"b"}'], 'line 2: not a trial'],
  ['a line that is no JSON', ['nonsense'], 'line 1: not a trial'],
])('names %s', (what, lines, reason) => {
  const name = write(`${what}.jsonl`, lines)
  expect(() => readTrials(name)).toThrow(reason)
})

it('does not go on behind a line that was torn, nor where nothing can be written', () => {
  const torn = path.join(folder, 'torn.jsonl')
  runOf(torn, trial('a'))
  appendFileSync(torn, '{"na')
  expect(() => readTrials(torn)).toThrow('line 2: the line has no end')
  const blocked = path.join(torn, 'trials.jsonl')
  expect(() => appendTrials(blocked, [])).toThrow(`${blocked}: not writable`)
  expect(existsSync(blocked)).toBe(false)
})
