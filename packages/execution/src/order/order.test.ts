import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isForward,
  isTerminal,
  isTriggered,
  mergeOrder,
  openQuantityOf,
  type BrokerOrder,
  type OrderRecord,
} from './order.ts'

const PHASES = ['pending', 'armed', 'open', 'cancelling', 'complete', 'cancelled', 'rejected'] as const

const seen: fc.Arbitrary<BrokerOrder> = fc.record({
  orderId: fc.constant('1'),
  tag: fc.constantFrom('e1', null),
  tradingsymbol: fc.constant('X'),
  side: fc.constant('SELL' as const),
  product: fc.constant('MIS'),
  phase: fc.constantFrom(...PHASES),
  kind: fc.constantFrom('SL' as const, 'LIMIT' as const),
  quantity: fc.constant(65),
  price: fc.integer({ min: 1, max: 100 }) as fc.Arbitrary<Paise>,
  trigger: fc.constant(0 as Paise),
  filled: fc.integer({ min: 0, max: 65 }),
  averagePrice: fc.integer({ min: 0, max: 100 }),
  updatedAt: fc.option(fc.integer({ min: 0, max: 5 }) as fc.Arbitrary<EpochMs>),
  message: fc.constant(null),
})
const sightings = fc.array(fc.tuple(seen, fc.integer({ min: 0, max: 50 }) as fc.Arbitrary<EpochMs>), { maxLength: 12 })

const known: OrderRecord = {
  orderId: '1',
  tag: 'e1',
  tradingsymbol: 'X',
  side: 'SELL',
  product: 'MIS',
  phase: 'pending',
  kind: 'SL',
  quantity: 65,
  price: 100 as Paise,
  trigger: 110 as Paise,
  filled: 0,
  averagePrice: 0,
  updatedAt: null,
  message: null,
  accountId: 'u1',
  tradeId: 't1',
  intentId: 'i1',
  acknowledgedAt: 0 as EpochMs,
  seenAt: null,
  modifies: 3,
}

describe('merging what is seen of an order', () => {
  it('never leads back: not from terminal to live, not to fewer filled, not to another owner', () =>
    fc.assert(
      fc.property(sightings, (all) => {
        let order = known
        for (const [sight, at] of all) {
          const next = mergeOrder(order, sight, at)
          if (isTerminal(order.phase)) expect(isTerminal(next.phase)).toBe(true)
          expect(next.filled).toBeGreaterThanOrEqual(order.filled)
          expect(next).toMatchObject({ tag: 'e1', intentId: 'i1', tradeId: 't1', modifies: 3 })
          order = next
        }
      }),
    ))

  it('receives the same thing twice as once', () =>
    fc.assert(
      fc.property(sightings, seen, (all, sight) => {
        const order = all.reduce((merged, [one, at]) => mergeOrder(merged, one, at), known)
        const once = mergeOrder(order, sight, 60 as EpochMs)
        expect(mergeOrder(once, sight, 60 as EpochMs)).toEqual(once)
      }),
    ))

  it('ends at the terminal state whatever order two sights arrive in', () =>
    fc.assert(
      fc.property(seen, seen, (a, b) => {
        fc.pre(isTerminal(a.phase) && !isTerminal(b.phase))
        const at = 60 as EpochMs
        expect(mergeOrder(mergeOrder(known, a, at), b, at).phase).toBe(a.phase)
        expect(mergeOrder(mergeOrder(known, b, at), a, at).phase).toBe(a.phase)
      }),
    ))

  it.each<[what: string, change: Partial<BrokerOrder>, forward: boolean]>([
    ['a larger fill with an older time', { filled: 10, updatedAt: 1 as EpochMs }, true],
    ['a smaller fill with a newer time', { filled: 1, updatedAt: 9 as EpochMs }, false],
    ['the same second', { filled: 5, updatedAt: 5 as EpochMs, phase: 'armed' }, true],
    ['an earlier second', { filled: 5, updatedAt: 4 as EpochMs, phase: 'armed' }, false],
    ['the end with nothing filled', { filled: 0, updatedAt: null, phase: 'cancelled' }, true],
  ])('takes %s: %j → %s', (_what, change, forward) => {
    const five = { ...known, filled: 5, updatedAt: 5 as EpochMs, phase: 'open' as const }
    expect(isForward(five, { ...five, ...change })).toBe(forward)
  })

  it.each<[what: string, change: Partial<BrokerOrder>, taken: boolean]>([
    ['what it knew already', {}, false],
    ['another state', { phase: 'open' }, false],
    ['the end', { phase: 'cancelled' }, true],
    ['a larger fill', { filled: 10 }, true],
  ])('takes from a reading that began earlier: %s', (_what, change, taken) => {
    const seenLate = { ...known, phase: 'armed' as const, filled: 5, seenAt: 20 as EpochMs }
    const merged = mergeOrder(seenLate, { ...seenLate, ...change }, 19 as EpochMs)
    if (taken) expect(merged).toMatchObject({ ...change, seenAt: 20 })
    else expect(merged).toBe(seenLate)
    expect(mergeOrder(seenLate, { ...seenLate, ...change }, 20 as EpochMs)).toMatchObject(change)
  })

  it('keeps the average of the larger fill and the last time that was given', () => {
    const half = { ...known, filled: 30, averagePrice: 101, updatedAt: 5 as EpochMs }
    const ended = mergeOrder(
      half,
      { ...half, phase: 'cancelled', filled: 20, averagePrice: 99, updatedAt: null },
      9 as EpochMs,
    )
    expect(ended).toMatchObject({ phase: 'cancelled', filled: 30, averagePrice: 101, updatedAt: 5, seenAt: 9 })
    const more = mergeOrder(half, { ...half, filled: 40, averagePrice: 102, updatedAt: 6 as EpochMs }, 9 as EpochMs)
    expect(more).toMatchObject({ filled: 40, averagePrice: 102, updatedAt: 6 })
  })

  it('does not let a reading that began earlier take it back', () => {
    const moved = mergeOrder(known, { ...known, trigger: 200 as Paise, phase: 'armed' }, 20 as EpochMs)
    expect(mergeOrder(moved, { ...known, trigger: 110 as Paise, phase: 'armed' }, 10 as EpochMs)).toBe(moved)
  })
})

it.each<[phase: BrokerOrder['phase'], filled: number, open: number]>([
  ['open', 0, 65],
  ['armed', 15, 50],
  ['pending', 70, 0],
  ['cancelled', 15, 0],
])('of an order that is %s and has filled %d still work %d', (phase, filled, open) =>
  expect(openQuantityOf({ ...known, phase, filled })).toBe(open),
)

it('a stop has fired when it works as a limit order', () => {
  expect(isTriggered({ ...known, phase: 'open' })).toBe(true)
  expect(isTriggered({ ...known, phase: 'armed' })).toBe(false)
  expect(isTriggered({ ...known, kind: 'LIMIT', phase: 'open' })).toBe(false)
})
