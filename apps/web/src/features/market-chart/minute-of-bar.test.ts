import { epochFromIstText } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { minuteOfBar } from './minute-of-bar.ts'

const DAY = '2026-09-17'
const at = (time: string) => epochFromIstText(`${DAY} ${time}`)

it.each([
  ['a closed minute', 1, '10:30:00', '10:42:20', '10:31'],
  ['a closed bar of five', 5, '10:30:00', '10:42:20', '10:35'],
  ['the open minute', 1, '10:42:00', '10:42:20', '10:42'],
  ['an open bar of fifteen', 15, '10:30:00', '10:42:20', '10:42'],
] as const)('%s leads to the decision at its end', (_what, minutes, bar, now, minute) => {
  expect(minuteOfBar('NIFTY', minutes, at(bar), at(now))).toEqual({ symbol: 'NIFTY', minute: `${DAY}T${minute}` })
})
