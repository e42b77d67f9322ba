import { expect, it } from 'vitest'
import { entryOf, isInvalid, rowErrors, type DraftRow } from './draft.ts'

const good: DraftRow = { symbol: 'NIFTY', lots: '2', slBuffer: '10', autoExecute: false, trailing: true }

it.each<[typed: string, error: string | undefined]>([
  ['', 'Required'],
  ['two', 'Required'],
  ['1.5', 'Must be a whole number'],
  ['0', 'Must be at least 1'],
  ['-3', 'Must be at least 1'],
  ['1001', 'Must be at most 1000'],
  ['1', undefined],
])('lots %j', (lots, error) => expect(rowErrors({ ...good, lots }).lots).toBe(error))

it.each<[typed: string, error: string | undefined]>([
  ['', 'Required'],
  ['2.5', 'Must be a whole number'],
  ['-1', 'Cannot be negative'],
  ['1001', 'Must be at most 1000'],
  ['0', undefined],
])('buffer %j', (slBuffer, error) => expect(rowErrors({ ...good, slBuffer }).slBuffer).toBe(error))

it('sends whole numbers in the names of the wire', () => {
  expect(isInvalid(rowErrors(good))).toBe(false)
  expect(entryOf(good)).toEqual({ symbol: 'NIFTY', lots: 2, auto_execute: false, tsl_enabled: true, sl_buffer: 10 })
})
