// @invariant order-budget
import { istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MonoMs } from '../ports.ts'
import { DAY } from '../testing/scenario.ts'
import { OrderBudget, type BudgetPriority } from './order-budget.ts'
import { exitLimits, ordinaryLimits } from './order-limits.ts'
import { TEST_BROKER } from '../testing/test-broker.ts'

const EXIT_LIMITS = exitLimits(TEST_BROKER.orderLimits)
const ORDER_LIMITS = ordinaryLimits(TEST_BROKER.orderLimits)

const start = istInstant(DAY, 10)
const at = (ms: number): [MonoMs, EpochMs] => [ms as MonoMs, (start + ms) as EpochMs]

const lanes = fc.constantFrom<BudgetPriority>('exit', 'other', 'entry')

/** A call that leaves in the moment it is planned; false when there is no room for it. */
function call(budget: OrderBudget, lane: BudgetPriority, ms: number): boolean {
  const id = `i${(ids += 1)}`
  if (!budget.take(lane, id, ...at(ms))) return false
  budget.commit(id, ms as MonoMs)
  return true
}
let ids = 0

/** What may be asked for: a call of a lane, `gap` ms after the one before, that leaves `delay` ms later or never. */
const asking = fc.record({
  lane: lanes,
  gap: fc.integer({ min: 0, max: 400 }),
  delay: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 6_000 })),
  isWithheld: fc.boolean(),
})

describe('the budget of order calls', () => {
  it('never lets more calls leave within a second or a minute than the limit, however long their writing takes', () =>
    fc.assert(
      fc.property(fc.array(asking, { minLength: 1, maxLength: 600 }), (asked) => {
        const budget = new OrderBudget(TEST_BROKER.orderLimits)
        const left: number[] = []
        const due: { readonly id: string; readonly at: number; readonly isWithheld: boolean }[] = []
        const settleUntil = (now: number) => {
          for (const one of due.splice(0).toSorted((a, b) => a.at - b.at))
            if (one.at > now) due.push(one)
            else if (one.isWithheld) budget.release(one.id)
            else {
              budget.commit(one.id, one.at as MonoMs)
              left.push(one.at)
            }
        }
        let now = 0
        for (const [nth, { lane, gap, delay, isWithheld }] of asked.entries()) {
          now += gap
          settleUntil(now)
          if (budget.take(lane, `i${nth}`, ...at(now))) due.push({ id: `i${nth}`, at: now + delay, isWithheld })
        }
        settleUntil(Number.POSITIVE_INFINITY)
        for (const first of left) {
          expect(left.filter((one) => one >= first && one < first + 1_000).length).toBeLessThanOrEqual(
            EXIT_LIMITS.second,
          )
          expect(left.filter((one) => one >= first && one < first + 60_000).length).toBeLessThanOrEqual(
            EXIT_LIMITS.minute,
          )
        }
      }),
    ))

  it('has room for an exit whatever else is planned, and a second after the exits themselves have left', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom<BudgetPriority>('other', 'entry'), { maxLength: 50 }), (others) => {
        const budget = new OrderBudget(TEST_BROKER.orderLimits)
        for (const [nth, lane] of others.entries()) budget.take(lane, `o${nth}`, ...at(0))
        expect(budget.wait('exit', ...at(0))).toBe(0)
        let exits = 0
        while (budget.take('exit', `x${exits}`, ...at(0))) exits += 1
        expect(exits).toBeGreaterThan(0)
        for (let nth = 0; nth < exits; nth += 1) budget.commit(`x${nth}`, 3_000 as MonoMs)
        expect(budget.wait('exit', ...at(3_000))).toBe(1_000)
        expect(budget.wait('exit', ...at(4_000))).toBe(0)
      }),
    ))

  it('counts a call from its plan until a second after it has left', () => {
    const budget = new OrderBudget(TEST_BROKER.orderLimits)
    for (let nth = 0; nth < EXIT_LIMITS.second; nth += 1) budget.take('exit', `x${nth}`, ...at(0))
    expect(budget.wait('exit', ...at(2_500))).toBe(1_000)
    budget.commit('x0', 2_500 as MonoMs)
    budget.release('x1')
    expect(budget.take('exit', 'y0', ...at(2_500))).toBe(true)
    expect(budget.take('exit', 'y1', ...at(2_500))).toBe(false)
    budget.release('x0')
    expect(budget.take('exit', 'y1', ...at(3_499))).toBe(false)
    expect(budget.take('exit', 'y1', ...at(3_500))).toBe(true)
  })

  it('takes a call that was withheld off the day', () => {
    const budget = new OrderBudget(TEST_BROKER.orderLimits)
    budget.restore(DAY, ORDER_LIMITS.day - 1, [])
    expect(budget.take('other', 'a', ...at(0))).toBe(true)
    expect(budget.wait('other', ...at(0))).toBe(Number.POSITIVE_INFINITY)
    budget.release('a')
    budget.release('a')
    expect(budget.take('other', 'b', ...at(0))).toBe(true)
    expect(budget.wait('other', ...at(0))).toBe(Number.POSITIVE_INFINITY)
  })

  it('frees the places of a turn that ended before its calls were sent, and no others', () => {
    const budget = new OrderBudget(TEST_BROKER.orderLimits)
    for (let nth = 0; nth < EXIT_LIMITS.second; nth += 1) budget.take('exit', `x${nth}`, ...at(0))
    budget.retain(new Set(['x3']))
    let free = 0
    while (budget.take('exit', `y${free}`, ...at(0))) free += 1
    expect(free).toBe(EXIT_LIMITS.second - 1)
  })

  it('keeps room for exits when entries have had their share', () => {
    const budget = new OrderBudget(TEST_BROKER.orderLimits)
    let entries = 0
    while (call(budget, 'entry', 0)) entries += 1
    expect(entries).toBe(4)
    expect(call(budget, 'other', 0)).toBe(true)
    expect(budget.wait('entry', ...at(0))).toBe(1_000)
    expect(budget.wait('entry', ...at(1_000))).toBe(0)
    expect(budget.wait('entry', ...at(2_000))).toBe(0)
  })

  it('lets no more out in a minute than its limit, however evenly they come', () => {
    const budget = new OrderBudget(TEST_BROKER.orderLimits)
    for (let nth = 0; nth < EXIT_LIMITS.minute; nth += 1) expect(call(budget, 'exit', nth * 120)).toBe(true)
    const last = (EXIT_LIMITS.minute - 1) * 120
    expect(budget.wait('exit', ...at(last))).toBe(60_000 - last)
    expect(call(budget, 'exit', 59_999)).toBe(false)
    expect(call(budget, 'exit', 60_000)).toBe(true)
    expect(call(budget, 'exit', 60_000)).toBe(false)
    expect(budget.wait('exit', ...at(200_000))).toBe(0)
  })

  it('lets an exit out when everything else has had its share of the day', () => {
    const budget = new OrderBudget(TEST_BROKER.orderLimits)
    budget.restore(DAY, ORDER_LIMITS.day, [])
    expect(call(budget, 'other', 0)).toBe(false)
    expect(call(budget, 'exit', 0)).toBe(true)
  })

  it('counts the day on over a restart and restarts with the next', () => {
    const budget = new OrderBudget(TEST_BROKER.orderLimits)
    budget.restore(DAY, ORDER_LIMITS.day, [])
    expect(budget.wait('other', ...at(0))).toBe(Number.POSITIVE_INFINITY)
    expect(call(budget, 'other', 24 * 3_600_000)).toBe(true)
  })

  it('counts what was sent a moment before a restart, and nothing twice', () => {
    const budget = new OrderBudget(TEST_BROKER.orderLimits)
    const sent = [-999, -500, -500, 0] as MonoMs[]
    budget.restore(DAY, 4, sent)
    for (let nth = sent.length; nth < EXIT_LIMITS.second; nth += 1) expect(call(budget, 'exit', 0)).toBe(true)
    expect(budget.wait('exit', ...at(0))).toBe(1)
    budget.restore(DAY, EXIT_LIMITS.second, sent)
    expect(call(budget, 'exit', 1)).toBe(true)
  })
})
