// @invariant I13
import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { Alarm } from '@strikewise/execution/alarms/alarm.ts'
import { expect, it } from 'vitest'
import { CONTRACT } from './testing/facts-fixture.ts'
import { StagedDay } from './testing/day-fixture.ts'

const contract = contractRef(CONTRACT)

it.each<[what: string, alarm: object, isShown: boolean]>([
  ['that is whole', { code: 'alarm.short', contract, units: 65 }, true],
  ['of an older version', { code: 'legacy.text', text: '65 units were sold.' }, true],
  ['without a parameter of its text', { code: 'alarm.short', contract }, false],
  ['with a figure that is not finite', { code: 'alarm.short', contract, units: Number.NaN }, false],
  ['with a contract that lacks its strike', { code: 'alarm.short', contract: { symbol: 'NIFTY' }, units: 65 }, false],
  ['with a code that has no text', { code: 'alarm.unheard_of' }, false],
])('requires that an alarm can be shown: one %s', (_what, alarm, isShown) => {
  const day = new StagedDay().alarm(alarm as Alarm)
  day.end()
  const found = day.checker.violations.filter(({ text }) => text.endsWith('cannot be shown'))
  expect(found.map(({ invariant }) => invariant)).toEqual(isShown ? [] : ['I13'])
})
