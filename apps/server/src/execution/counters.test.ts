import { expect, it } from 'vitest'
import { CountersOfAll, type CounterValue } from './counters.ts'

const count = (name: string, value: number, of = ''): CounterValue => ({ name, labels: { of }, value })

it('what executors count is summed up, by name and labels, until one has ended', () => {
  const all = new CountersOfAll()
  all.add('a', [count('alarms', 1, 'short'), count('accounts', 4)], 0)
  all.add('b', [count('alarms', 2, 'short'), count('alarms', 5, 'other'), count('accounts', 3)], 1_000)
  expect(all.add('b', [count('alarms', 3, 'short'), count('accounts', 2)], 6_000)).toEqual([
    count('alarms', 4, 'short'),
    count('accounts', 6),
  ])
  expect(all.add('b', [count('accounts', 2)], 20_001)).toEqual([count('accounts', 2)])
})

it.each(['most_held', 'positions_unprotected_oldest_seconds'])('of %s the most of all counts', (name) => {
  const all = new CountersOfAll()
  all.add('a', [count(name, 7)], 0)
  expect(all.add('b', [count(name, 3)], 1)).toEqual([count(name, 7)])
})

it('latencies of executors are added bucket by bucket', () => {
  const latency = (value: number, counts: readonly number[], seconds: number): CounterValue => {
    const exemplars = counts.map(() => null)
    return { ...count('order_answer_seconds', value), latencies: { counts, seconds, exemplars } }
  }
  const all = new CountersOfAll()
  all.add('a', [latency(3, [1, 2], 5)], 0)
  expect(all.add('b', [latency(4, [4, 0], 2)], 1)).toEqual([latency(7, [5, 2], 7)])
})
