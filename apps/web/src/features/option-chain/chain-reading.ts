import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { maxPain } from '@strikewise/domain/market/max-pain.ts'
import { openInterestWalls } from '@strikewise/domain/market/oi-walls.ts'
import { putCallRatio } from '@strikewise/domain/market/pcr.ts'
import type { OptionChainRow } from '@strikewise/wire/market.ts'

/** What the open interest of a chain shows as a whole; undefined where it shows nothing. Strikes in index points. */
export interface ChainReading {
  /** Puts over calls, by open interest, among the strikes around the money that the agent reads too. */
  readonly putCallRatio: number | undefined
  /** Settlement at which holders of all options would be paid least. */
  readonly maxPain: number | undefined
  /** Strike at or over the money with the most calls, and at or under it with the most puts. */
  readonly callWall: number | undefined
  readonly putWall: number | undefined
}

/** Reads the whole chain as served (the first row is the one at the money), by the measures the chain agent uses. */
export function chainReading(rows: readonly OptionChainRow[]): ChainReading {
  const centre = rows[0]?.strike ?? Number.NaN
  const sorted = rows.toSorted((a, b) => a.strike - b.strike)
  const strikes = Float64Array.from(sorted, (row) => row.strike)
  const openInterest = Float64Array.from(sorted.flatMap((row) => [row.ce_oi, row.pe_oi]))
  const atm = strikes.indexOf(centre)
  const { bandStrikes } = SIGNAL_PARAMS.chain
  const low = Math.max(0, atm - bandStrikes)
  const high = Math.min(strikes.length - 1, atm + bandStrikes)
  const walls = openInterestWalls(strikes, openInterest, centre, low, high)
  return {
    putCallRatio: known(putCallRatio(openInterest, low, high)),
    maxPain: known(maxPain(strikes, openInterest, centre)),
    callWall: known(walls.resistance),
    putWall: known(walls.support),
  }
}

const known = (value: number) => (Number.isNaN(value) ? undefined : value)
