import type { SettingProblem } from '@strikewise/domain/trading/trade-settings.ts'
import { expect, it } from 'vitest'
import { entryOf, isInvalid, rowErrors, type DraftRow } from './draft.ts'

const good: DraftRow = {
  symbol: 'NIFTY',
  lots: '2',
  slBuffer: '10',
  autoExecute: false,
  approvalSeconds: null,
  trailing: true,
}

it.each<[typed: string, problem: SettingProblem | undefined]>([
  ['', { code: 'field.required' }],
  ['two', { code: 'field.required' }],
  ['1.5', { code: 'field.whole_number' }],
  ['0', { code: 'field.min', min: 1 }],
  ['-3', { code: 'field.min', min: 1 }],
  ['1001', { code: 'field.max', max: 1000 }],
  ['1', undefined],
])('lots %j', (lots, problem) => expect(rowErrors({ ...good, lots }).lots).toEqual(problem))

it.each<[typed: string, problem: SettingProblem | undefined]>([
  ['', { code: 'field.required' }],
  ['2.5', { code: 'field.whole_number' }],
  ['-1', { code: 'field.not_negative' }],
  ['1001', { code: 'field.max', max: 1000 }],
  ['0', undefined],
])('buffer %j', (slBuffer, problem) => expect(rowErrors({ ...good, slBuffer }).slBuffer).toEqual(problem))

it('sends whole numbers in the names of the wire', () => {
  expect(isInvalid(rowErrors(good))).toBe(false)
  expect(entryOf({ ...good, approvalSeconds: '30' })).toEqual({
    symbol: 'NIFTY',
    lots: 2,
    auto_execute: false,
    approval_seconds: 30,
    tsl_enabled: true,
    sl_buffer: 10,
  })
})

it.each([
  [null, undefined],
  ['20', undefined],
  ['60', undefined],
  ['19', { code: 'field.min', min: 20 }],
  ['61', { code: 'field.max', max: 60 }],
  ['', { code: 'field.required' }],
])('seconds to approve an entry %j', (approvalSeconds, problem) =>
  expect(rowErrors({ ...good, approvalSeconds }).approvalSeconds).toEqual(problem),
)
