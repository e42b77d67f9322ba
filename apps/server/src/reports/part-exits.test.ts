import { istInstant, type IstDate } from '@strikewise/domain/time/ist.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { expect, it } from 'vitest'
import type { ClosedTradeLine } from '../store/tables/daily-report-body.ts'
import { partExitSentences } from './part-exits.ts'

const DAY = '2026-11-20' as IstDate
const line = (change: Partial<ClosedTradeLine>) =>
  ({
    tradingsymbol: 'NIFTY26NOV25000CE',
    enteredAt: istInstant(DAY, 10, 31),
    quantity: 1_200,
    ...change,
  }) as ClosedTradeLine

it('names the units of a trade that was left in parts, and no other trade', () => {
  const trades = [line({}), line({ reduced: 450 }), line({ reduced: 0 }), line({ reduced: 1_200 })]
  expect(partExitSentences(trades, rendererOf('en'))).toEqual([
    'NIFTY26NOV25000CE of 10:31 was left in parts: 450 units before the exit, 750 with it.',
  ])
})

it('names a few of many', () => {
  const trades = Array.from({ length: 30 }, () => line({ reduced: 75 }))
  expect(partExitSentences(trades, rendererOf('hi'))).toHaveLength(20)
})
