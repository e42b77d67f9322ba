import { expect, it } from 'vitest'
import { assumptionsOf } from './assumptions.ts'

const states = (from: string, to: string, what: string) =>
  assumptionsOf({ from, to }).some((text) => text.includes(what))

it.each([
  ['2022-01-03', '2022-12-30', 'Reserve Bank', true],
  ['2022-01-03', '2022-12-30', 'stamp duty', false],
  ['2020-06-30', '2020-12-31', 'stamp duty', true],
  ['2016-01-01', '2016-12-30', 'service tax', true],
  ['2016-01-01', '2016-12-30', 'fixed by law', false],
  ['2025-09-04', '2025-10-08', 'Reserve Bank', false],
  ['2026-07-16', '2026-08-05', 'after February 2026', true],
])('of %s to %s it says of the %s: %s', (from, to, what, expected) => expect(states(from, to, what)).toBe(expected))
