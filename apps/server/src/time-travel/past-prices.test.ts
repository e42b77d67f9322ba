import type { ContractMinute } from '@strikewise/chain-history/contract-history.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { pastPrices } from './past-prices.ts'

const CONTRACT: OptionContract = {
  token: 1,
  tradingsymbol: 'NIFTY26NOV25000CE',
  symbol: 'NIFTY',
  expiry: '2026-11-24' as IstDate,
  strike: 25_000,
  side: 'CE',
  tickSize: 5 as Paise,
  lotSize: 75,
}
const at = (time: string) => Date.parse(`2026-11-19T${time}+05:30`) as EpochMs
const NEXT_DAY = Date.parse('2026-11-20T10:00:00+05:30') as EpochMs

/** Prices of the session before the present one, of which the stored chains answer `minutes`, the first `silent` times nothing. */
function stored(minutes: readonly ContractMinute[], silent = 0) {
  const asked: unknown[] = []
  const contractHistories = {
    minutes(terms: unknown, day: IstDate) {
      asked.push([terms, day])
      return asked.length <= silent ? undefined : minutes
    },
  }
  return { asked, prices: pastPrices({ market: { option: () => undefined }, contractHistories }, () => NEXT_DAY) }
}

const minute = (time: string, price: number | null): ContractMinute => ({
  at: at(time),
  price: price as Paise | null,
  openInterest: null,
})

it('takes the newest stored price up to the second, with its own time', async () => {
  const { prices, asked } = stored([minute('09:30:58', 10_000), minute('09:31:59', null), minute('09:32:57', 10_200)])
  expect(await prices.priceAt(CONTRACT, at('09:30:57'))).toBeUndefined()
  expect(await prices.priceAt(CONTRACT, at('09:30:58'))).toEqual({ price: 10_000, at: at('09:30:58') })
  expect(await prices.priceAt(CONTRACT, at('09:32:56'))).toEqual({ price: 10_000, at: at('09:30:58') })
  expect(await prices.priceAt(CONTRACT, at('09:32:57'))).toEqual({ price: 10_200, at: at('09:32:57') })
  const { symbol, strike, side, expiry } = CONTRACT
  expect(asked[0]).toEqual([{ symbol, strike, side, expiry }, '2026-11-19'])
})

it('waits for the process that reads the stored chains, and shows no price of a session that is not stored', async () => {
  const late = stored([minute('09:30:58', 10_000)], 2)
  expect(await late.prices.priceAt(CONTRACT, at('09:31:00'))).toEqual({ price: 10_000, at: at('09:30:58') })
  expect(late.asked).toHaveLength(3)
  expect(await stored([]).prices.priceAt(CONTRACT, at('09:31:00'))).toBeUndefined()
})

it('shows no price where no process answers', async () => {
  const { prices, asked } = stored([], Number.POSITIVE_INFINITY)
  expect(await prices.priceAt(CONTRACT, at('09:31:00'))).toBeUndefined()
  expect(asked.length).toBeGreaterThan(1)
})
