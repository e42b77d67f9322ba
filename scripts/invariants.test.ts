import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './command.ts'
import { INVARIANTS_FILE, invariantsDocument, readInvariants } from './invariants.ts'

const INVARIANTS = readInvariants()

describe.each(INVARIANTS)('invariant $id', ({ statements, enforcedBy, tested }) => {
  it('is stated once, and kept and tested by a file each', () => {
    expect(statements).toHaveLength(1)
    expect(enforcedBy).not.toEqual([])
    expect(tested).not.toEqual([])
  })
})

it('the document lists every invariant as the markers have it (node scripts/tasks/invariants.ts writes it)', () => {
  expect(INVARIANTS.length).toBeGreaterThan(80)
  expect(readFileSync(join(ROOT, INVARIANTS_FILE), 'utf8')).toBe(invariantsDocument(INVARIANTS))
})
