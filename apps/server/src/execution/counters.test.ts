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

it('of how full something was the most of all counts', () => {
  const all = new CountersOfAll()
  all.add('a', [count('most_held', 7, 'mail')], 0)
  expect(all.add('b', [count('most_held', 3, 'mail')], 1)).toEqual([count('most_held', 7, 'mail')])
})
