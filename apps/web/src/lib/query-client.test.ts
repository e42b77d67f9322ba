import { expect, it, vi } from 'vitest'
import { queryClient } from './query-client.ts'

it('spreads the waits before reads are repeated, by half at most', () => {
  const { retryDelay } = queryClient.getDefaultOptions().queries ?? {}
  if (typeof retryDelay !== 'function') throw new Error('the wait does not grow')
  const drawn = vi.spyOn(Math, 'random')
  const waits = [0, 1].map((draw) => {
    drawn.mockReturnValue(draw)
    return [0, 1, 2, 3, 4, 5].map((failures) => retryDelay(failures, new Error('away')))
  })
  drawn.mockRestore()
  expect(waits).toEqual([
    [250, 500, 1000, 2000, 2000, 2000],
    [500, 1000, 2000, 4000, 4000, 4000],
  ])
})
