import { expect, it } from 'vitest'
import { ChartSnapshots } from './chart-texts.ts'

const bar = (time: number, close = time) => ({ time, open: 1, high: 9, low: 1, close })
const forming = (time: number, close = time) => ({ ...bar(time, close), forming: true })
const closed = (...minutes: object[]) => JSON.stringify({ '1m': minutes, '5m': [bar(1)] })

it('puts the minute under way behind the closed ones, and writes those down once', () => {
  const texts = new ChartSnapshots()
  expect(texts.takeForming(JSON.stringify(forming(3)))).toBe('[]')
  expect(texts.takeClosed(closed(bar(1), bar(2)))).toEqual([
    ['1m', JSON.stringify([bar(1), bar(2), forming(3)])],
    ['5m', JSON.stringify([bar(1)])],
  ])
  expect(texts.takeForming(JSON.stringify(forming(3, 7)))).toBe(JSON.stringify([bar(1), bar(2), forming(3, 7)]))
  // Reported again for readers that joined late.
  expect(texts.takeClosed(closed(bar(1), bar(2)))).toEqual([])
})

it('shows no minute twice while it closes', () => {
  const texts = new ChartSnapshots()
  texts.takeForming(JSON.stringify(forming(2)))
  const [minute] = texts.takeClosed(closed(bar(1), bar(2)))
  expect(minute).toEqual(['1m', JSON.stringify([bar(1), bar(2)])])
  expect(texts.takeForming('null')).toBe(JSON.stringify([bar(1), bar(2)]))
})

it('refuses what is no chart, and keeps what it knew', () => {
  const texts = new ChartSnapshots()
  texts.takeClosed(closed(bar(1)))
  expect(() => texts.takeClosed('{"1m":5}')).toThrow()
  expect(() => texts.takeForming('{}')).toThrow()
  expect(texts.takeForming(JSON.stringify(forming(2)))).toBe(JSON.stringify([bar(1), forming(2)]))
})
