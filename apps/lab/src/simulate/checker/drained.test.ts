import { expect, it } from 'vitest'
import { protectedDay, STOP } from './testing/fixtures.ts'

/** Whether a process is blamed that gives its shard back so long after its call left, ended and was shown another. */
function isBlamed(after: {
  readonly leftMs: number
  readonly endMs?: number
  readonly shownMs?: number
  readonly ledMs?: number
}): boolean {
  const day = protectedDay()
  const call = { type: 'modify', orderId: 's1', terms: STOP } as const
  day.unanswered({ kind: 'modify', orderId: 's1' }, 'm1', 'move', call).leap(after.leftMs)
  day.givesShardBack(after).end()
  return day.checker.violations.some(({ text }) => text.includes('gave its lease back while its modify was out'))
}

it.each<[how: string, after: Parameters<typeof isBlamed>[0], blamed: boolean]>([
  ['a second after it was asked to end', { leftMs: 1_300, endMs: 1_000 }, false],
  ['sooner than that', { leftMs: 1_300, endMs: 999 }, true],
  ['a second after it was shown that the shard falls to another', { leftMs: 1_300, shownMs: 1_000 }, false],
  ['sooner than that', { leftMs: 1_300, shownMs: 999 }, true],
  ['a second after it was shown that, as it was asked to end', { leftMs: 1_300, shownMs: 1_000, endMs: 5 }, false],
  ['sooner than that, as it was asked to end', { leftMs: 1_300, shownMs: 999, endMs: 5 }, true],
  ['as it lets a call leave meanwhile', { leftMs: 999, shownMs: 1_000, endMs: 5 }, true],
  ['for no reason', { leftMs: 1_300 }, true],
  ['that left before another process led in between', { leftMs: 1_300, shownMs: 1, ledMs: 1_299 }, false],
  ['that left as it took the shard again', { leftMs: 1_300, shownMs: 1, ledMs: 1_300 }, true],
])('a process gives its shard back with a call out %s: %j, blamed: %j (I2)', (_how, after, blamed) =>
  expect(isBlamed(after)).toBe(blamed),
)

it('blames no process whose calls were answered before', () => {
  const day = protectedDay().modify('s1', STOP).leap(100).givesShardBack({ endMs: 5 })
  day.end()
  expect(day.checker.violations.filter(({ text }) => text.includes('gave its lease back'))).toEqual([])
})
