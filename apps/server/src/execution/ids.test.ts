import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { tagOf } from '@strikewise/execution/intent/tag.ts'
import { expect, it } from 'vitest'
import { executionIds } from './ids.ts'

it('ids sort in the order they were made, never repeat, and fit a tag, whatever the clock does', () => {
  let now = Date.parse('2026-11-25T10:00:00+05:30')
  const ids = executionIds({ now: () => now as EpochMs })
  const made: string[] = []
  for (let i = 0; i < 5_000; i += 1) {
    // Stands, leaps and steps back.
    if (i % 1_000 === 999) now += i % 2_000 === 999 ? 5_000 : -60_000
    made.push(ids.next('intent'))
  }
  expect(made.toSorted()).toEqual(made)
  expect(new Set(made).size).toBe(made.length)
  expect(tagOf('enter', made[0]!, 1)).toHaveLength(20)
})
