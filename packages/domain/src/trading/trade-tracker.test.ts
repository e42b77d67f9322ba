import { describe, expect, it } from 'vitest'
import { paise } from '../money/paise.ts'
import type { EpochMs } from '../time/ist.ts'
import { trackedTrade, type TrackableTrade } from './trade-tracker.ts'

const AT = 1_790_000_000_000
const closed = (change: Partial<TrackableTrade> = {}): TrackableTrade => ({
  enteredAt: AT as EpochMs,
  closedAt: (AT + 125_400) as EpochMs,
  entryPrice: paise(10_000),
  exitPrice: paise(11_000),
  bestBid: paise(12_000),
  plannedLoss: paise(150_000),
  net: paise(60_000),
  ...change,
})

describe('a tracked trade', () => {
  it('shows how long it was held, what it made of its risk and of its best price', () =>
    expect(trackedTrade(closed())).toEqual({
      heldSeconds: 125,
      resultR: 0.4,
      bestPrice: 12_000,
      capturedOfBest: 0.5,
      stopRespected: null,
    }))

  it.each<[what: string, change: Partial<TrackableTrade>, expected: object]>([
    ['a loss within its plan', { net: paise(-150_000), exitPrice: paise(8000) }, { resultR: -1, stopRespected: true }],
    ['a loss beyond its plan', { net: paise(-150_001) }, { resultR: -1, stopRespected: false }],
    ['no plan on record', { plannedLoss: undefined, net: paise(-5) }, { resultR: null, stopRespected: null }],
    ['no known result', { net: null }, { resultR: null, stopRespected: null }],
    [
      'a price that never rose',
      { bestBid: paise(9_900), exitPrice: paise(9_500) },
      { bestPrice: 10_000, capturedOfBest: null },
    ],
    ['an exit below its entry', { exitPrice: paise(9_000) }, { capturedOfBest: -0.5 }],
    [
      'an exit above the best price that was written down',
      { exitPrice: paise(12_500) },
      { bestPrice: 12_500, capturedOfBest: 1 },
    ],
    ['no known exit', { exitPrice: null }, { bestPrice: 12_000, capturedOfBest: null }],
  ])('with %s', (_what, change, expected) => expect(trackedTrade(closed(change))).toMatchObject(expected))
})
