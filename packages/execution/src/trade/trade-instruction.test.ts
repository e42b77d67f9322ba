// @invariant instruction-tightens
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rs } from '../testing/scenario.ts'
import { OPEN } from '../testing/trade-fixture.ts'
import { boundsOf, INSTRUCTION_CHANNELS, UNBOUNDED, type TradeInstruction } from './trade-instruction.ts'

const TICK = OPEN.contract.tickSize
const LOT = OPEN.contract.lotSize
const given = fc.record({
  id: fc.uuid(),
  tradeId: fc.constantFrom(OPEN.id, 'other'),
  at: fc.integer({ min: 0, max: 3 }) as fc.Arbitrary<EpochMs>,
  channel: fc.constantFrom(...INSTRUCTION_CHANNELS),
})
const price = fc.integer({ min: 1, max: 50_000 }) as fc.Arbitrary<Paise>
const instruction: fc.Arbitrary<TradeInstruction> = fc.oneof(
  given.map((one) => ({ ...one, kind: 'exit' as const })),
  fc
    .record({ one: given, units: fc.integer({ min: 0, max: 400 }) })
    .map(({ one, units }) => ({ ...one, kind: 'reduce' as const, units })),
  fc
    .record({ one: given, price, kind: fc.constantFrom('stop' as const, 'target' as const) })
    .map(({ one, ...rest }) => ({
      ...one,
      ...rest,
    })),
)
const instructions = fc.uniqueArray(instruction, { maxLength: 8, selector: ({ id }) => id })
const at = 1_000 as EpochMs
const by = (id: string, rest: Partial<TradeInstruction> & { kind: TradeInstruction['kind'] }) =>
  ({ id, tradeId: OPEN.id, at, channel: 'web', ...rest }) as TradeInstruction

describe('the bounds of a trade', () => {
  it('are the same in whatever order, and however often, its instructions are read', () => {
    fc.assert(
      fc.property(instructions, fc.infiniteStream(fc.nat()), (all, keys) => {
        const twice = [...all, ...all].map((one) => ({ one, key: keys.next().value as number }))
        const mixed = twice.toSorted((a, b) => a.key - b.key).map(({ one }) => one)
        expect(boundsOf(mixed, OPEN)).toEqual(boundsOf(all, OPEN))
      }),
    )
  })

  it('only tighten with one more instruction, and stay on the tick and on whole lots', () => {
    fc.assert(
      fc.property(instructions, instruction, (all, more) => {
        const [before, after] = [boundsOf(all, OPEN), boundsOf([...all, more], OPEN)]
        if (before.exit !== undefined) expect(after.exit).toBeDefined()
        expect(after.minTrigger ?? 0).toBeGreaterThanOrEqual(before.minTrigger ?? 0)
        expect(after.maxTarget ?? Infinity).toBeLessThanOrEqual(before.maxTarget ?? Infinity)
        expect(after.keepUnits ?? Infinity).toBeLessThanOrEqual(before.keepUnits ?? Infinity)
        expect(after.keepUnits ?? LOT).toBeGreaterThanOrEqual(LOT)
        expect((after.keepUnits ?? 0) % LOT).toBe(0)
        expect((after.minTrigger ?? 0) % TICK).toBe(0)
        expect((after.maxTarget ?? 0) % TICK).toBe(0)
      }),
    )
  })

  it('hold none of what was asked for another trade', () => {
    const others = [
      by('a', { kind: 'exit', tradeId: 'other' }),
      by('b', { kind: 'stop', price: rs(1), tradeId: 'other' }),
    ]
    expect(boundsOf(others, OPEN)).toEqual(UNBOUNDED)
  })

  it('round a trigger up and a target down to the tick', () => {
    const off = [by('a', { kind: 'stop', price: 12_001 as Paise }), by('b', { kind: 'target', price: 20_004 as Paise })]
    expect(boundsOf(off, OPEN)).toEqual({ ...UNBOUNDED, minTrigger: 12_005, maxTarget: 20_000 })
  })

  it.each([
    [200, 195],
    [130, 130],
    [64, 65],
    [0, 65],
  ])('round %i units down to whole lots, one at least: %i', (units, keepUnits) =>
    expect(boundsOf([by('a', { kind: 'reduce', units } as never)], OPEN)).toEqual({ ...UNBOUNDED, keepUnits }),
  )

  it('name the exit after the one who asked first', () => {
    const user = by('b', { kind: 'exit' })
    const operator = by('a', { kind: 'exit', channel: 'operator', at: (at + 1) as EpochMs })
    expect(boundsOf([operator, user], OPEN).exit).toBe('user_exit')
    expect(boundsOf([operator], OPEN).exit).toBe('operator_exit')
    expect(boundsOf([user, { ...operator, at }], OPEN).exit).toBe('operator_exit')
  })
})
