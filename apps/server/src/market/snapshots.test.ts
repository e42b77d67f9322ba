import type { ChainRow } from '@strikewise/signals/option-chain/chain-rows.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { chainSnapshot, indicesSnapshot } from './snapshots.ts'

const quote = { price: 24512.35, change: 1, change_percent: 0.1 }

it('dates the indices by their newest tick', () => {
  const at = Date.parse('2026-11-20T09:58:28+05:30') as EpochMs
  expect(indicesSnapshot({ NIFTY: quote }, at)).toEqual({ nifty50: quote, as_of: '2026-11-20T09:58:28+05:30' })
})

it('shows the volatility index, and the future with its premium over the index', () => {
  const at = Date.parse('2026-11-20T09:58:28+05:30') as EpochMs
  const vix = { price: 18.73, change: -0.4, change_percent: -2.09 }
  expect(indicesSnapshot({ NIFTY: quote }, at, { vix, niftyFuture: 2_458_645 as Paise })).toMatchObject({
    india_vix: vix,
    nifty_future: { price: 24_586.45, premium: 74.1 },
  })
  expect(indicesSnapshot({ NIFTY: quote }, at, { niftyFuture: 2_450_000 as Paise })).toMatchObject({
    nifty_future: { premium: -12.35 },
  })
})

it.each([
  ['the future has not traded', { NIFTY: quote }, 0],
  ['the index is not known', {}, 2_458_645],
])('shows no future while %s', (_when, quotes, niftyFuture) => {
  expect(indicesSnapshot(quotes, 1 as EpochMs, { niftyFuture: niftyFuture as Paise })).not.toHaveProperty(
    'nifty_future',
  )
})

it('shows nothing before the first tick, and never the beginning of the epoch', () => {
  expect(indicesSnapshot({ NIFTY: undefined }, 0 as EpochMs)).toBeUndefined()
})

it('names how many minutes a flag still needs, and only then', () => {
  const row: ChainRow = {
    strike: 24500,
    callOi: 650,
    callLtp: null,
    callAboveEma: null,
    callEmaMinutesLeft: 7,
    callIv: null,
    callDelta: null,
    callVolume: 0,
    putOi: 0,
    putLtp: null,
    putAboveEma: true,
    putEmaMinutesLeft: 0,
    putIv: null,
    putDelta: null,
    putVolume: 0,
  }
  expect(chainSnapshot([row, { ...row, callEmaMinutesLeft: null }])).toEqual([
    {
      strike: 24500,
      ce_oi: 650,
      ce_ltp: 0,
      ce_above_ema: null,
      ce_ema_minutes_left: 7,
      pe_oi: 0,
      pe_ltp: 0,
      pe_above_ema: true,
    },
    { strike: 24500, ce_oi: 650, ce_ltp: 0, ce_above_ema: null, pe_oi: 0, pe_ltp: 0, pe_above_ema: true },
  ])
})
