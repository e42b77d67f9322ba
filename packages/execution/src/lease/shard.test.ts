// @invariant one-owner-a-shard
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SHARDS, shardOf, shardsOf } from './shard.ts'

const executors = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 8 })
const ALL = Array.from({ length: SHARDS }, (_, shard) => shard)

/** The owner of each shard, as the executors see it who all know one another. */
function owners(names: readonly string[]): readonly string[] {
  const of: string[] = []
  for (const name of names) for (const shard of shardsOf(name, names)) of[shard] = name
  return of
}

describe('the shard of an account', () => {
  // These never change: executors of two versions share the accounts while one takes the other's place.
  it.each([
    ['', 11],
    ['u1', 23],
    ['3f1c0b1e-6f0a-4c55-9f44-0d9f5f0c2a11', 14],
    ['कखग', 35],
  ])('of %j is %d for good', (account, shard) => expect(shardOf(account)).toBe(shard))

  it('is spread evenly over what accounts are named', () => {
    const counts = ALL.map(() => 0)
    for (let n = 0; n < 64_000; n += 1) counts[shardOf(`user-${n}`)]! += 1
    expect(Math.min(...counts)).toBeGreaterThan(850)
    expect(Math.max(...counts)).toBeLessThan(1_150)
  })
})

describe('the shards of the live executors', () => {
  it('have one owner each, whatever the order in which an executor knows the others', () => {
    fc.assert(
      fc.property(executors, fc.nat(), (names, seed) => {
        const turned = [...names.slice(seed % names.length), ...names.slice(0, seed % names.length)].toReversed()
        const owned = names.flatMap((name) => shardsOf(name, turned))
        expect(owned.toSorted((a, b) => a - b)).toEqual(ALL)
        for (const name of names) expect(shardsOf(name, turned)).toEqual(shardsOf(name, names))
      }),
    )
  })

  it('move to the executor that comes alone, and from the one that goes alone', () => {
    fc.assert(
      fc.property(executors, fc.uuid(), (names, other) => {
        fc.pre(!names.includes(other))
        const without = owners(names)
        const withOther = owners([...names, other])
        for (const shard of ALL) if (withOther[shard] !== without[shard]) expect(withOther[shard]).toBe(other)
      }),
    )
  })

  // The same names in every run: of any bound on chance a drawn name exceeds it some day.
  it.each([2, 3, 4, 6, 8])('are shared among %d as by chance: no more unevenly than lots drawn for each', (live) => {
    const mean = SHARDS / live
    const variance = mean * (1 - 1 / live)
    let squares = 0
    let most = 0
    for (let group = 0; group < 500; group += 1) {
      const names = Array.from({ length: live }, (_, at) => `executor-${group}-${at}`)
      const counts = names.map((name) => shardsOf(name, names).length)
      squares += counts.reduce((sum, count) => sum + (count - mean) ** 2, 0)
      most = Math.max(most, ...counts)
    }
    const ratio = squares / (500 * live) / variance
    expect(ratio).toBeGreaterThan(0.8)
    expect(ratio).toBeLessThan(1.2)
    expect(most).toBeLessThanOrEqual(mean + 5 * Math.sqrt(variance))
  })

  it('are all of one that is alone, and none of one that is not among them', () => {
    expect(shardsOf('a', ['a'])).toEqual(ALL)
    expect(shardsOf('b', ['a'])).toEqual([])
  })
})
