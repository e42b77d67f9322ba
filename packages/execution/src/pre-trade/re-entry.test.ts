import { istDate } from '@strikewise/domain/time/ist.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rs } from '../testing/scenario.ts'
import { banknifty, closed, decision, entering, inOrder, now } from '../testing/pre-trade-fixture.ts'
import type { Trade } from '../trade/trade.ts'
import { preTradeCheck } from './pre-trade-check.ts'

/** Facts of a user with ten lots and a capital that carries them. */
const tenLots = {
  facts: {
    ...inOrder.facts!,
    strategies: [{ ...inOrder.facts!.strategies[0]!, lots: 10 }],
    risk: { ...inOrder.facts!.risk, capital: rs(5_000_000) },
  },
  funds: { usable: rs(5_000_000), opening: rs(5_000_000), readAt: now },
}
const zeroResult = { entryValue: rs(0), exitValue: rs(0), charges: rs(100) }
const lost = { ...zeroResult, gross: rs(-2_000), net: rs(-2_100) }
const won = { ...zeroResult, gross: rs(2_000), net: rs(1_900) }
/** A closed trade of `lots` an hour ago. */
const past = (change: object, lots = 10): Trade =>
  ({
    ...closed(60, 'stop'),
    id: 'first',
    entryPrice: rs(151),
    quantity: lots * 65,
    lots,
    traded: lots * 65,
    result: lost,
    ...change,
  }) as Trade

describe('after a loss', () => {
  it.each<[when: string, trades: readonly Trade[], score: number, answer: object]>([
    [
      'a stop-out is followed by half the lots',
      [past({})],
      0.5,
      { lots: 5, recoveryOf: 'first', sizing: { armedLots: 10, boundBy: 'second_attempt' } },
    ],
    ['an odd number is rounded down', [past({}, 5)], 0.5, { lots: 2 }],
    [
      'the loss that was planned is halved, not the one of the fill',
      [past({ plannedLoss: rs(10_000) })],
      0.5,
      { lots: 1 },
    ],
    ['only what was really held is halved', [past({ traded: 4 * 65 })], 0.5, { lots: 2 }],
    ['a smaller planned loss of the first binds', [past({ entryPrice: rs(50) })], 0.5, { lots: 3 }],
    ['a weaker score does not confirm', [past({})], 0.49, { code: 'refusal.recovery_not_confirmed' }],
    ['half of one lot is none', [past({}, 1)], 0.9, { code: 'refusal.recovery_too_small' }],
    ['a stop that secured a profit is no stop-out', [past({ result: won })], 0.45, { lots: 10, recoveryOf: undefined }],
    ['a result that could not be read counts as lost', [past({ result: null })], 0.5, { lots: 5 }],
    [
      'the other direction is a new chain, no larger',
      [past({ direction: 'down' }, 3)],
      0.45,
      { lots: 3, recoveryOf: undefined },
    ],
    [
      'a loss by time makes nothing larger',
      [past({ exitReason: 'time' }, 4)],
      0.45,
      { lots: 4, recoveryOf: undefined, sizing: { armedLots: 10, boundBy: 'earlier_loss' } },
    ],
    ['another index is its own affair', [past({ contract: banknifty })], 0.45, { lots: 10, recoveryOf: undefined }],
    ['yesterday is over', [past({ on: istDate('2026-11-24') })], 0.45, { lots: 10, recoveryOf: undefined }],
    [
      'the second attempt is the last of its chain',
      [past({ id: 'second', recoveryOf: 'first' })],
      0.9,
      { code: 'refusal.recovery_used' },
    ],
    [
      'a second attempt that did not lose by its stop ends the chain',
      [
        past({ closedAt: now - 7_200_000 }),
        past({ id: 'second', recoveryOf: 'first', exitReason: 'target', result: won }, 5),
      ],
      0.45,
      { lots: 10, recoveryOf: undefined },
    ],
    [
      'two a day are all, whatever the index',
      [
        past({}),
        past({ id: 'b', contract: banknifty, recoveryOf: 'a' }),
        past({ id: 'd', contract: banknifty, recoveryOf: 'c' }),
      ],
      0.9,
      { code: 'refusal.recovery_used' },
    ],
    [
      'an attempt that bought nothing was none',
      [past({}), { ...entering, id: 'n', state: 'abandoned', abandonedAt: now, why: 'missed', recoveryOf: 'first' }],
      0.5,
      { lots: 5 },
    ],
  ])('%s', (_when, trades, score, answer) => {
    const given = preTradeCheck({ ...inOrder, ...tenLots, trades, decision: { ...decision, score } })
    expect(given.ok ? given : given.refusal).toMatchObject(answer)
  })

  it('is over for the direction on a plan without loss recovery', () => {
    const answer = (plan: Plan, direction: 'up' | 'down') =>
      preTradeCheck({
        ...inOrder,
        ...tenLots,
        facts: { ...tenLots.facts, plan },
        trades: [past({ direction })],
        decision: { ...decision, direction: 'up', score: 0.9 },
      })
    expect(answer('pro', 'up')).toEqual({ ok: false, refusal: { code: 'refusal.recovery_not_in_plan', plan: 'pro' } })
    expect(answer('pro', 'down')).toMatchObject({ ok: true, recoveryOf: undefined })
    expect(answer('elite', 'up')).toMatchObject({ ok: true, recoveryOf: 'first' })
  })

  it('a loss never makes the next trade of the index larger', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom('stop', 'stop_through', 'time', 'score'),
        fc.constantFrom('up', 'down'),
        (lots, before, exitReason, direction) => {
          const strategies = [{ ...inOrder.facts!.strategies[0]!, lots }]
          const trades = [past({ exitReason, direction }, before)]
          const input = { ...inOrder, ...tenLots, facts: { ...tenLots.facts, strategies }, trades }
          const answer = preTradeCheck({ ...input, decision: { ...decision, score: 0.7 } })
          if (answer.ok) expect(answer.lots).toBeLessThanOrEqual(before)
        },
      ),
    ))
})
