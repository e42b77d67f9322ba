import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { indicesSnapshot } from './snapshots.ts'

const quote = { price: 24512.35, change: 1, change_percent: 0.1 }

it('dates the indices by their newest tick', () => {
  const at = Date.parse('2026-11-20T09:58:28+05:30') as EpochMs
  expect(indicesSnapshot({ NIFTY: quote }, at)).toEqual({ nifty50: quote, as_of: '2026-11-20T09:58:28+05:30' })
})

it('shows nothing before the first tick, and never the beginning of the epoch', () => {
  expect(indicesSnapshot({ NIFTY: undefined }, 0 as EpochMs)).toBeUndefined()
})
