import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nearestStrike, type OptionChain } from './chain.ts'
import { ABOVE, UNKNOWN } from './leg-averages.ts'
import { PUT } from '@strikewise/domain/market/option-legs.ts'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'

/** One strike of the chain as screens show it. Open interest in units; null: not known. */
export interface ChainRow {
  /** Index points. */
  readonly strike: number
  readonly callOi: number
  readonly callLtp: Paise | null
  readonly callAboveEma: boolean | null
  /** Closed minutes the average behind the flag still lacks; 0: it has them. Null: the option has not traded today. */
  readonly callEmaMinutesLeft: number | null
  /** Implied volatility as a fraction (0.12 is 12 %). */
  readonly callIv: number | null
  readonly callDelta: number | null
  readonly callVolume: number
  readonly putOi: number
  readonly putLtp: Paise | null
  readonly putAboveEma: boolean | null
  readonly putEmaMinutesLeft: number | null
  readonly putIv: number | null
  readonly putDelta: number | null
  readonly putVolume: number
}

/**
 * Rows of the chain as of its last snapshot: the at-the-money strike first (the client highlights the first row and
 * shows strikes within 250 of it: specification §9, Display), then the others ascending. `within` leaves out strikes
 * farther than that many points from the first. Empty while the chain has no forward and `spot` is not given.
 */
export function chainRows(
  chain: OptionChain,
  table: QuoteTable,
  within = Number.POSITIVE_INFINITY,
  spot = Number.NaN,
): ChainRow[] {
  const { strikes } = chain.legs
  const atm = chain.atm >= 0 ? chain.atm : nearestStrike(strikes, spot)
  if (atm < 0) return []
  const rows = [rowOf(chain, table, atm)]
  for (let i = 0; i < strikes.length; i += 1)
    if (i !== atm && Math.abs(strikes[i]! - strikes[atm]!) <= within) rows.push(rowOf(chain, table, i))
  return rows
}

function rowOf(chain: OptionChain, table: QuoteTable, i: number): ChainRow {
  const call = 2 * i
  const put = 2 * i + PUT
  return {
    strike: chain.legs.strikes[i]!,
    callOi: chain.openInterest[call]!,
    callLtp: lastPriceOf(chain, table, call),
    callAboveEma: aboveEmaOf(chain, call),
    callEmaMinutesLeft: known(chain.averages.minutesLeft(call)),
    callIv: known(chain.iv[call]!),
    callDelta: known(chain.delta[call]!),
    callVolume: chain.volume[call]!,
    putOi: chain.openInterest[put]!,
    putLtp: lastPriceOf(chain, table, put),
    putAboveEma: aboveEmaOf(chain, put),
    putEmaMinutesLeft: known(chain.averages.minutesLeft(put)),
    putIv: known(chain.iv[put]!),
    putDelta: known(chain.delta[put]!),
    putVolume: chain.volume[put]!,
  }
}

/** Null: the contract is not listed or has not traded. */
function lastPriceOf(chain: OptionChain, table: QuoteTable, leg: number): Paise | null {
  const slot = chain.legs.slots[leg]!
  return slot < 0 || table.lastPrice[slot]! <= 0 ? null : table.last(slot)
}

function aboveEmaOf(chain: OptionChain, leg: number): boolean | null {
  const flag = chain.aboveEma(leg)
  return flag === UNKNOWN ? null : flag === ABOVE
}

function known(x: number): number | null {
  return x === x ? x : null
}
