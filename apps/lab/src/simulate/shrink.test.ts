import { expect, it } from 'vitest'
import type { FaultDecision } from './chance/chooser.ts'
import { CANONICAL } from './session/canonical.ts'
import { cutDown } from './shrink.ts'

const decision = (kind: FaultDecision['kind'], ordinal: number): FaultDecision => ({
  kind,
  entity: 'u1',
  ordinal,
  alternative: 1,
})

it('leaves only what the break takes', () => {
  const shape = CANONICAL['two_trailing']!
  const decisions = [
    ...Array.from({ length: 12 }, (_, i) => decision('crash', i)),
    ...Array.from({ length: 9 }, (_, i) => decision('read_failed', i)),
    ...Array.from({ length: 5 }, (_, i) => decision('freeze', i)),
  ]
  const needs = (one: FaultDecision) =>
    (one.kind === 'crash' && one.ordinal === 7) || (one.kind === 'freeze' && one.ordinal === 2)
  const cut = cutDown(
    { broke: 'I1', shape, decisions },
    (candidate) => candidate.decisions.filter(needs).length === 2 && candidate.shape.moves.length >= 3,
  )
  expect(cut.decisions).toEqual([decision('crash', 7), decision('freeze', 2)])
  expect(cut.shape.moves).toHaveLength(3)
  expect(cut.shape.signals).toHaveLength(0)
  expect(cut.shape.accounts).toHaveLength(1)
})

it('does not cut what no longer breaks', () => {
  const start = { broke: 'I1', shape: CANONICAL['target']!, decisions: [decision('crash', 1)] }
  expect(cutDown(start, (candidate) => candidate === start)).toBe(start)
})
