import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Scenario } from '../scenario.ts'
import { plantedBugs } from './patches.ts'
import { ROOT } from './scratch-copy.ts'

const bugs = plantedBugs()

describe('saved scenarios', () => {
  it('are there for bugs that exist', () => {
    const folder = join(import.meta.dirname, '../scenarios')
    const caught = readdirSync(folder).flatMap(
      (file) => (JSON.parse(readFileSync(join(folder, file), 'utf8')) as Scenario).catches ?? [],
    )
    expect(caught.length).toBeGreaterThan(0)
    expect(bugs.map(({ name }) => name)).toEqual(expect.arrayContaining(caught))
  })
})

describe('planted bugs', () => {
  it('are there', () => {
    expect(bugs.length).toBeGreaterThan(0)
  })

  it.each(bugs.map((bug) => [bug.name, bug] as const))('%s still fits the program', (_name, { file, about, hunks }) => {
    expect(about).toMatch(/^[A-Z].*\.$/)
    // Without context a hunk is found by what it removes: that must be there, and once.
    for (const { path, removed } of hunks) {
      const lines = readFileSync(join(ROOT, path), 'utf8').split('\n')
      const at = lines.filter((_, i) => removed.every((line, k) => lines[i + k] === line))
      expect(removed, path).not.toHaveLength(0)
      expect(at, `${path}: ${removed.join('\n')}`).toHaveLength(1)
    }
    execFileSync('git', ['apply', '--check', '--unidiff-zero', file], { cwd: ROOT, stdio: 'pipe' })
  })
})
