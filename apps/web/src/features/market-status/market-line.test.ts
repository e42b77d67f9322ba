import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { phaseAt } from '../../lib/market-phase.ts'
import { nextChangeText } from './market-line.ts'

const at = (text: string) => Date.parse(`${text}+05:30`) as EpochMs

it.each([
  ['2026-11-20T08:00:00', 'closed', 'opens 09:15'],
  ['2026-11-20T09:05:00', 'pre_open', 'opens 09:15'],
  ['2026-11-20T10:42:00', 'open', 'closes 15:40'],
  ['2026-11-20T15:20:00', 'closing_auction', 'closes 15:40'],
  ['2026-11-20T16:00:00', 'closed', 'opens 23 Nov 2026, 09:15'],
  ['2026-11-21T12:00:00', 'holiday', 'opens 23 Nov 2026, 09:15'],
])('%s', (when, phase, text) => {
  expect(phaseAt(at(when))).toBe(phase)
  expect(nextChangeText(at(when))).toBe(text)
})
