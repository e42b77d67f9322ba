import fc from 'fast-check'
import { expect, it } from 'vitest'
import { drawStrengths, ScriptedChooser, SeededChooser, specialOf, type Chooser } from './chooser.ts'
import { CALL_KINDS, FAULT_KINDS, isAlwaysOn, type FaultKind } from './faults.ts'

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

it('switches one kind in eight on, of those that trouble order calls two or three, one seed in ten none, and a few all', () => {
  const drawn = Array.from({ length: 2_000 }, (_, seed) => drawStrengths(seed))
  const share = (holds: (size: number) => boolean) => drawn.filter(({ size }) => holds(size)).length / drawn.length
  expect(share((size) => size === 0)).toBeGreaterThan(0.07)
  expect(share((size) => size === 0)).toBeLessThan(0.13)
  expect(share((size) => size === FAULT_KINDS.length)).toBeGreaterThan(0.03)
  const ordinary = drawn.filter(({ size }) => size > 0 && size < FAULT_KINDS.length)
  const mean = (of: readonly FaultKind[]) =>
    ordinary.reduce((sum, strengths) => sum + of.filter((kind) => strengths.has(kind)).length, 0) / ordinary.length
  const others = FAULT_KINDS.filter((kind) => !CALL_KINDS.includes(kind) && !isAlwaysOn(kind))
  expect(mean(others) / others.length).toBeGreaterThan(0.11)
  expect(mean(others) / others.length).toBeLessThan(0.13)
  expect(mean(CALL_KINDS)).toBeGreaterThan(2)
  expect(mean(CALL_KINDS)).toBeLessThan(4)
})

it('has something go wrong with the order calls of every day that is not calm, a rush or an overload', () => {
  const calls = ['u1 place BUY', 'u1 place SELL', 'u1 place COVER', 'u1 modify'] as const
  for (let seed = 1; seed <= 500; seed += 1) {
    if (['rush', 'overloaded'].includes(specialOf(seed)!)) continue
    const strengths = drawStrengths(seed)
    const chooser = new SeededChooser(seed, strengths)
    for (const call of calls) for (const kind of CALL_KINDS) chooser.choose(kind, call)
    if (strengths.size > 0) expect(chooser.fired.length).toBeGreaterThan(0)
    else expect(chooser.fired).toHaveLength(0)
  }
})

it.each([
  ['trades_manually', [24, 3, 3], [30, 0, 5], [35, 4, 5]],
  ['rests_manual_order', [15, 3, 3], [20, 3, 2], [30, 0, 3]],
  ['bid_absent', [36, 4, 3], [99, 4, 3], [152, 2, 2]],
  ['crash_while_sending', [8, 0, 1], [16, 3, 3], [17, 3, 3]],
] as const)('decides %s as it did before the kind was renamed', (kind, ...first) => {
  const fired = Array.from({ length: 200 }, (_, i) => i + 1).flatMap((seed) => {
    const chooser = new SeededChooser(seed, drawStrengths(seed))
    const choices = Array.from({ length: 5 }, () => chooser.choose(kind, 'u1'))
    const ordinal = choices.findIndex((alternative) => alternative > 0)
    return ordinal === -1 ? [] : [[seed, ordinal, choices[ordinal]]]
  })
  expect(fired.slice(0, first.length)).toEqual(first)
})
