import { istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MonoMs } from '../ports.ts'
import { DAY } from '../testing/scenario.ts'
import { EXIT_LIMITS, ORDER_LIMITS, OrderBudget, type BudgetLane } from './budget.ts'

const start = istInstant(DAY, 10)
const at = (ms: number): [MonoMs, EpochMs] => [ms as MonoMs, (start + ms) as EpochMs]

const lanes = fc.constantFrom<BudgetLane>('exit', 'other', 'entry')

describe('the budget of order calls', () => {
  it('never lets more than its limit into any second or minute, whatever the lanes', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(lanes, fc.integer({ min: 0, max: 400 })), { minLength: 1, maxLength: 600 }),
        (asked) => {
          const budget = new OrderBudget()
          const taken: number[] = []
          let now = 0
          for (const [lane, gap] of asked) {
            now += gap
            if (budget.take(lane, ...at(now))) taken.push(now)
          }
          for (const first of taken) {
            expect(taken.filter((one) => one >= first && one < first + 1_000).length).toBeLessThanOrEqual(
              EXIT_LIMITS.second,
            )
            expect(taken.filter((one) => one >= first && one < first + 60_000).length).toBeLessThanOrEqual(
              EXIT_LIMITS.minute,
            )
          }
        },
      ),
    ))

  it('keeps room for exits when entries have had their share', () => {
    const budget = new OrderBudget()
    let entries = 0
    while (budget.take('entry', ...at(0))) entries += 1
    expect(entries).toBe(4)
    expect(budget.take('other', ...at(0))).toBe(true)
    expect(budget.wait('entry', ...at(0))).toBe(1_000)
    expect(budget.wait('entry', ...at(1_000))).toBe(0)
    expect(budget.wait('entry', ...at(2_000))).toBe(0)
  })

  it('lets no more out in a minute than its limit, however evenly they come', () => {
    const budget = new OrderBudget()
    for (let call = 0; call < EXIT_LIMITS.minute; call += 1) expect(budget.take('exit', ...at(call * 120))).toBe(true)
    const last = (EXIT_LIMITS.minute - 1) * 120
    expect(budget.wait('exit', ...at(last))).toBe(60_000 - last)
    expect(budget.take('exit', ...at(59_999))).toBe(false)
    expect(budget.take('exit', ...at(60_000))).toBe(true)
    expect(budget.take('exit', ...at(60_000))).toBe(false)
    expect(budget.wait('exit', ...at(200_000))).toBe(0)
  })

  it('lets an exit out when everything else has had its share of the day', () => {
    const budget = new OrderBudget()
    budget.restore(DAY, ORDER_LIMITS.day, [])
    expect(budget.take('other', ...at(0))).toBe(false)
    expect(budget.take('exit', ...at(0))).toBe(true)
  })

  it('counts the day on over a restart and begins anew with the next', () => {
    const budget = new OrderBudget()
    budget.restore(DAY, ORDER_LIMITS.day, [])
    expect(budget.wait('other', ...at(0))).toBe(Number.POSITIVE_INFINITY)
    expect(budget.take('other', ...at(24 * 3_600_000))).toBe(true)
  })

  it('counts what was sent a moment before a restart, and nothing twice', () => {
    const budget = new OrderBudget()
    const sent = [-999, -500, -500, 0] as MonoMs[]
    budget.restore(DAY, 4, sent)
    for (let call = sent.length; call < EXIT_LIMITS.second; call += 1) expect(budget.take('exit', ...at(0))).toBe(true)
    expect(budget.wait('exit', ...at(0))).toBe(1)
    budget.restore(DAY, EXIT_LIMITS.second, sent)
    expect(budget.take('exit', ...at(1))).toBe(true)
  })
})
