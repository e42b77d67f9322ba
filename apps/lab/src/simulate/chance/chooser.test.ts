import fc from 'fast-check'
import { expect, it } from 'vitest'
import { drawStrengths, ScriptedChooser, SeededChooser, type Chooser } from './chooser.ts'
import { FAULT_KINDS, type FaultKind } from './faults.ts'

const asked = fc.array(fc.record({ kind: fc.constantFrom(...FAULT_KINDS), entity: fc.constantFrom('u1', 'u2') }), {
  maxLength: 200,
})
const answers = (chooser: Chooser, choices: readonly { kind: FaultKind; entity: string }[]) =>
  choices.map(({ kind, entity }) => chooser.choose(kind, entity))

it('answers by seed, kind, entity and how many were asked before of the same', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), asked, fc.constantFrom(...FAULT_KINDS), (seed, choices, without) => {
      const strengths = drawStrengths(seed)
      const all = answers(new SeededChooser(seed, strengths), choices)
      // Taking one kind away leaves every other answer as it was.
      const rest = choices.filter(({ kind }) => kind !== without)
      expect(answers(new SeededChooser(seed, strengths), rest)).toEqual(
        all.filter((_, i) => choices[i]!.kind !== without),
      )
    }),
  )
})

it('is played again by the list of what fired', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), asked, (seed, choices) => {
      const seeded = new SeededChooser(seed, drawStrengths(seed))
      const all = answers(seeded, choices)
      const scripted = new ScriptedChooser(seeded.fired)
      expect(answers(scripted, choices)).toEqual(all)
      expect(scripted.fired).toEqual(seeded.fired)
    }),
  )
})

it('lets nothing go wrong any more once it is put to rest', () => {
  const chooser = new SeededChooser(14, new Map([['crash', 1_000]]))
  expect(chooser.choose('crash', 'slot0')).toBe(1)
  chooser.active = false
  expect(chooser.choose('crash', 'slot0')).toBe(0)
})

it('switches about half of the kinds on, one seed in ten none, and a few all', () => {
  const sizes = Array.from({ length: 2_000 }, (_, seed) => drawStrengths(seed).size)
  const share = (holds: (size: number) => boolean) => sizes.filter(holds).length / sizes.length
  expect(share((size) => size === 0)).toBeGreaterThan(0.07)
  expect(share((size) => size === 0)).toBeLessThan(0.13)
  expect(share((size) => size === FAULT_KINDS.length)).toBeGreaterThan(0.03)
  const ordinary = sizes.filter((size) => size > 0 && size < FAULT_KINDS.length)
  const mean = ordinary.reduce((sum, size) => sum + size, 0) / ordinary.length / FAULT_KINDS.length
  expect(mean).toBeGreaterThan(0.45)
  expect(mean).toBeLessThan(0.55)
})
