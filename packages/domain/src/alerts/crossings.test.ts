// @invariant custom-alert-once
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Crossings, type WatchedLevel } from './crossings.ts'
import { CROSSING_SIDES, LEVEL_BOUNDS, rearmLevel, type LevelCondition } from './custom-alert.ts'

const watched = (id: number, change: Partial<WatchedLevel> = {}): WatchedLevel => ({
  id,
  side: 'above',
  level: 100,
  rearm: 98,
  isArmed: true,
  ...change,
})
const run = (levels: readonly WatchedLevel[], values: readonly number[]) => {
  const book = new Crossings()
  for (const level of levels) book.add(level)
  return values.map((value) => book.take(value).map(({ id, change }) => `${id} ${change}`))
}

describe('a level above', () => {
  it('is crossed once, however long the value plays around it', () =>
    expect(run([watched(1)], [99, 100, 101, 99.9, 100, 98.1, 100])).toEqual([[], ['1 crossed'], [], [], [], [], []]))

  it('is crossed again once the value has come back by the hysteresis', () =>
    expect(run([watched(1)], [100, 98, 99, 100])).toEqual([['1 crossed'], ['1 armed'], [], ['1 crossed']]))

  it('is crossed by a value that skips it', () => expect(run([watched(1)], [90, 150])).toEqual([[], ['1 crossed']]))

  it('is not crossed by the first value that is seen beyond it', () =>
    expect(run([watched(1, { isArmed: null })], [120, 98, 100])).toEqual([['1 disarmed'], ['1 armed'], ['1 crossed']]))
})

it('below mirrors above', () => {
  const below = watched(1, { side: 'below', rearm: 102 })
  expect(run([below], [101, 100, 99, 101.9, 100, 102, 100])).toEqual([
    [],
    ['1 crossed'],
    [],
    [],
    [],
    ['1 armed'],
    ['1 crossed'],
  ])
})

it('watches no level that was removed, and the new one of the same id', () => {
  const book = new Crossings()
  book.add(watched(1))
  book.add(watched(2))
  book.remove(1)
  book.add(watched(2, { level: 110, rearm: 108 }))
  expect([book.size, book.has(1)]).toEqual([1, false])
  expect(book.take(105)).toEqual([])
  expect(book.take(110)).toEqual([{ id: 2, change: 'crossed' }])
})

it('a value that is no number changes nothing', () =>
  expect(run([watched(1, { isArmed: null })], [Number.NaN])).toEqual([[]]))

const levelOf = fc
  .record({
    type: fc.constantFrom<LevelCondition['type']>('price', 'iv_percentile', 'loss_share'),
    side: fc.constantFrom(...CROSSING_SIDES),
    level: fc.integer({ min: 20, max: 60 }),
    isArmed: fc.constantFrom(true, false, null),
  })
  .map(({ isArmed, ...condition }) => ({
    ...condition,
    isArmed,
    rearm: rearmLevel({ ...condition, symbol: null }),
  }))

it('reports each level exactly as one that is watched alone, value by value', () => {
  fc.assert(
    fc.property(
      fc.array(levelOf, { maxLength: 30 }),
      fc.array(fc.integer({ min: 0, max: 80 }), { maxLength: 60 }),
      (levels, values) => {
        const book = new Crossings()
        levels.forEach((level, id) => book.add({ ...level, id }))
        const alone = levels.map(({ isArmed }) => isArmed)
        for (const value of values) {
          const changes = book.take(value)
          const expected = levels.flatMap((level, id) => {
            const isBeyond = level.side === 'above' ? value >= level.level : value <= level.level
            const isBack = level.side === 'above' ? value <= level.rearm : value >= level.rearm
            const before = alone[id]
            if (before === null) {
              alone[id] = !isBeyond
              return [`${id} ${isBeyond ? 'disarmed' : 'armed'}`]
            }
            if (before === true && isBeyond) {
              alone[id] = false
              return [`${id} crossed`]
            }
            if (before === false && isBack) {
              alone[id] = true
              return [`${id} armed`]
            }
            return []
          })
          expect(changes.map(({ id, change }) => `${id} ${change}`).toSorted()).toEqual(expected.toSorted())
        }
      },
    ),
  )
})

it('comes back by less than the level itself at every bound', () => {
  for (const [type, { min, max }] of Object.entries(LEVEL_BOUNDS))
    for (const level of [min, max])
      for (const side of CROSSING_SIDES) {
        const rearm = rearmLevel({ type: type as LevelCondition['type'], symbol: null, side, level })
        expect([type, level, side === 'above' ? rearm < level : rearm > level]).toEqual([type, level, true])
      }
})
