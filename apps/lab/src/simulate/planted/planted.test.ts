import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { plantedBugs } from './patches.ts'
import { ROOT } from './scratch-copy.ts'

const bugs = plantedBugs()

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
