import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_PRICES } from '@strikewise/domain/market/option-minutes.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDateAt, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ContractHistories } from '../snapshots/contract-histories.ts'
import type { MarketSnapshots } from '../snapshots/market-snapshots.ts'
import type { OptionSeries } from '../snapshots/option-series.ts'

/** The last price of a contract that is recorded up to an instant of the same day; undefined: none is. */
export interface PastPrices {
  priceAt(contract: OptionContract, at: EpochMs): Promise<RecordedPrice | undefined>
}

interface RecordedPrice {
  readonly price: Paise
  readonly at: EpochMs
}

interface PriceSources {
  readonly market: Pick<MarketSnapshots, 'option'>
  readonly contractHistories: Pick<ContractHistories, 'minutes'>
}

/** Stored chains are read by another process: what has not answered by then is not recorded here. Real ms. */
const MAX_WAIT_MS = 2500
const ASK_AGAIN_MS = 50

/**
 * Recorded prices: of the present session the minutes of the contracts that were traded, of past sessions the stored chains.
 * `today`: the day of the present session.
 */
export function pastPrices({ market, contractHistories }: PriceSources, now: () => EpochMs): PastPrices {
  return {
    async priceAt(contract, at) {
      const day = istDateAt(at)
      if (day === istDateAt(now())) return minuteBefore(market.option(contract), at)
      const { symbol, strike, side, expiry } = contract
      const end = performance.now() + MAX_WAIT_MS
      for (;;) {
        const minutes = contractHistories.minutes({ symbol, strike, side, expiry }, day)
        const known = minutes?.findLast((minute) => minute.at <= at && minute.price !== null)
        if (known?.price != null) return { price: known.price, at: known.at }
        if (minutes !== undefined || performance.now() > end) return undefined
        await sleep(ASK_AGAIN_MS)
      }
    },
  }
}

/** The close of the newest minute that had ended. */
function minuteBefore(series: OptionSeries | undefined, at: EpochMs): RecordedPrice | undefined {
  if (series === undefined) return undefined
  const ended = Math.min(Math.floor((at - series.from) / MINUTE_MS), Math.floor(series.prices.length / MINUTE_PRICES))
  const price = ended < 1 ? undefined : series.prices[ended * MINUTE_PRICES - 1]
  return price === undefined || price <= 0
    ? undefined
    : { price: price as Paise, at: (series.from + ended * MINUTE_MS) as EpochMs }
}
