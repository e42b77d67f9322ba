import {
  ASK,
  BID,
  CHAIN_VALUES,
  INTEREST,
  LTP,
  VOLUME,
  type RecordedChain,
} from '@strikewise/chain-history/recorded-chain.ts'
import { istDate, istInstant, type IstDate } from '@strikewise/domain/time/ist.ts'

const STRIKES = Array.from({ length: 21 }, (_, i) => 25_500 + 50 * i)

interface RisingChain {
  readonly day?: IstDate
  readonly minutes: number
  readonly hasBids?: boolean
}

/** A chain every minute whose forward climbs a point a minute, with writers adding puts below it all day. */
export function risingChain({ day = istDate('2026-01-07'), minutes, hasBids = true }: RisingChain): RecordedChain {
  const legs = STRIKES.flatMap((strike) =>
    (['CE', 'PE'] as const).map((side) => ({ expiry: istDate('2026-01-13'), strike, side })),
  )
  const at = Array.from({ length: minutes }, (_, n) => istInstant(day, 9, 16 + n) as number)
  const values = new Float64Array(minutes * legs.length * CHAIN_VALUES).fill(-1)
  for (let n = 0; n < minutes; n += 1)
    for (const [i, { strike, side }] of legs.entries()) {
      const ahead = (side === 'CE' ? 1 : -1) * (26_000 + n - strike)
      const price = Math.round(20 * (150 * Math.exp(-Math.abs(ahead) / 300) + Math.max(0, ahead))) * 5
      const row = (n * legs.length + i) * CHAIN_VALUES
      values[row + LTP] = price
      if (hasBids) {
        values[row + BID] = price - 5
        values[row + ASK] = price + 5
      }
      values[row + VOLUME] = 1000 * (n + 1)
      values[row + INTEREST] = 100_000 + (side === 'PE' ? 1500 * n : 0)
    }
  return {
    symbol: 'NIFTY',
    day,
    legs,
    at,
    begins: Array.from({ length: minutes + 1 }, (_, n) => n * legs.length),
    leg: Int32Array.from({ length: minutes * legs.length }, (_, i) => i % legs.length),
    values,
  }
}
