import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyHeap, popUpTo, pushAt } from '@strikewise/domain/collections/min-heap.ts'
import { hash32, hashFrom, unitOf } from './hash.ts'
import { Rng } from './rng.ts'

describe('seeded numbers', () => {
  it('are the same for the same seed, others for another', () => {
    const draw = (seed: string) =>
      Array.from(
        { length: 5 },
        (
          (rng) => () =>
            rng.bits()
        )(new Rng(seed, 1)),
      )
    expect(draw('a')).toEqual(draw('a'))
    expect(draw('a')).not.toEqual(draw('b'))
  })

  it('distinguish names from numbers and their borders', () => {
    expect(new Set([hash32('1'), hash32(1), hash32('a', 'b'), hash32('ab'), hash32('b', 'a')]).size).toBe(5)
  })

  it('are the same when a common beginning is hashed once', () => {
    const from = hashFrom(7, 'strength')
    for (const rest of [[], ['crash'], ['crash', 1]]) expect(from(...rest)).toBe(hash32(7, 'strength', ...rest))
  })

  it('are even and normal', () => {
    const rng = new Rng('even')
    const normals = Array.from({ length: 20_000 }, () => rng.normal())
    const mean = normals.reduce((sum, x) => sum + x, 0) / normals.length
    const square = normals.reduce((sum, x) => sum + x * x, 0) / normals.length
    expect(Math.abs(mean)).toBeLessThan(0.03)
    expect(square).toBeCloseTo(1, 1)
    const units = Array.from({ length: 20_000 }, (_, i) => unitOf('even', i))
    for (let tenth = 0; tenth < 10; tenth += 1)
      expect(units.filter((unit) => Math.floor(unit * 10) === tenth).length / 2000).toBeCloseTo(1, 0)
  })
})

it('a heap gives back what is due by time, then by the order it came', () =>
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.nat(20), (times, until) => {
      const heap = emptyHeap<number>()
      for (const [i, at] of times.entries()) pushAt(heap, at, i)
      const given: [number, number][] = []
      for (let due = popUpTo(heap, until); due; due = popUpTo(heap, until)) given.push([due.at, due.work])
      const expected = times.map((at, i): [number, number] => [at, i]).filter(([at]) => at <= until)
      expect(given).toEqual(expected.sort((a, b) => a[0] - b[0] || a[1] - b[1]))
      expect(heap.items).toHaveLength(times.length - expected.length)
    }),
  ))
