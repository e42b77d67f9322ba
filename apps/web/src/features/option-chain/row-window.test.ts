import { expect, it } from 'vitest'
import { renderedRows, rowWindow, windowTowards } from './row-window.ts'

it.each([
  ['at the top', 0, { first: 0, end: 12 }],
  ['in the middle', 1000, { first: 21, end: 37 }],
  ['at the end', 1600, { first: 36, end: 50 }],
  ['past the end, where a list has become shorter', 9000, { first: 50, end: 50 }],
])('takes the rows in sight and four more on either side %s', (_where, scrollTop, rows) => {
  expect(rowWindow({ scrollTop, height: 320, rowHeight: 40 }, 50)).toEqual(rows)
})

it('takes every row where nothing is laid out', () => {
  expect(rowWindow({ scrollTop: 0, height: 0, rowHeight: 0 }, 50)).toEqual({ first: 0, end: 50 })
})

it.each([
  ['downwards from what both have', { first: 10, end: 20 }, { first: 16, end: 26 }, { first: 16, end: 23 }],
  ['upwards from what both have', { first: 10, end: 20 }, { first: 4, end: 14 }, { first: 7, end: 14 }],
  ['from the middle of another place', { first: 10, end: 20 }, { first: 40, end: 50 }, { first: 44, end: 47 }],
  ['to the end when few are missing', { first: 10, end: 20 }, { first: 9, end: 22 }, { first: 9, end: 22 }],
])('grows by no more than a step, %s', (_how, shown, target, next) => {
  expect(windowTowards(shown, target, 3)).toEqual(next)
})

it('reaches every target', () => {
  const target = { first: 40, end: 51 }
  let shown = { first: 0, end: 12 }
  for (let step = 0; step < 4; step += 1) shown = windowTowards(shown, target, 3)
  expect(shown).toEqual(target)
})

it('renders pinned rows at any place, in their order, and leaves out what is no row', () => {
  expect(renderedRows({ first: 3, end: 6 }, [9, 4, -1, 0])).toEqual([0, 3, 4, 5, 9])
})
