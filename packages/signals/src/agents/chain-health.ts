import { contractRef, type ContractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { OptionChain } from '../option-chain/chain.ts'
import { median } from '@strikewise/domain/market/median.ts'
import { DEPTH_LEVELS, type QuoteTable } from '@strikewise/domain/market/quote-table.ts'

const spreads = new Float64Array(16)

/** Strikes on each side of the money that are checked for falling call prices. */
const LADDER_STRIKES = 5

/**
 * Median spread of the calls and puts of the strikes within `near` of the money, as a share of their mid; NaN when none
 * has a bid and an ask.
 */
export function medianSpreadShare(chain: OptionChain, table: QuoteTable, near: number): number {
  let count = 0
  for (let leg = firstLeg(chain, near); leg <= lastLeg(chain, near) && count < spreads.length; leg += 1) {
    const slot = chain.legs.slots[leg]!
    if (slot < 0) continue
    const bid = table.bidPrice[slot * DEPTH_LEVELS]!
    const ask = table.askPrice[slot * DEPTH_LEVELS]!
    if (bid <= 0 || ask < bid) continue
    spreads[count] = (ask - bid) / ((ask + bid) / 2)
    count += 1
  }
  return median(spreads, count)
}

/** A contract near the money whose bid is over its ask; undefined when there is none. */
export function crossedQuote(chain: OptionChain, table: QuoteTable, near: number): ContractRef | undefined {
  for (let leg = firstLeg(chain, near); leg <= lastLeg(chain, near); leg += 1) {
    const slot = chain.legs.slots[leg]!
    if (slot < 0) continue
    const bid = table.bidPrice[slot * DEPTH_LEVELS]!
    const ask = table.askPrice[slot * DEPTH_LEVELS]!
    if (bid > 0 && ask > 0 && bid > ask) return contractRef(chain.legs.contracts[leg]!)
  }
  return undefined
}

/** The first strike near the money whose call is not cheaper than the call one strike lower; undefined when all fall. */
export function risingCall(chain: OptionChain): number | undefined {
  let previous = Number.NaN
  for (let leg = firstLeg(chain, LADDER_STRIKES); leg <= lastLeg(chain, LADDER_STRIKES); leg += 2) {
    const price = chain.price[leg]!
    if (price !== price) continue
    if (price >= previous) return chain.legs.strikes[leg >> 1]!
    previous = price
  }
  return undefined
}

/**
 * The forward which spot and future imply for the chain's expiry: spot × (future / spot)^(T / T of the future). The
 * chain may expire weeks before the future, so the future itself is no yardstick. Years; NaN when a figure is missing.
 */
export function impliedForward(spot: number, future: number, years: number, futureYears: number): number {
  if (!(spot > 0) || !(future > 0) || !(futureYears > 0)) return Number.NaN
  return spot * (future / spot) ** (years / futureYears)
}

function firstLeg(chain: OptionChain, near: number): number {
  return chain.atm < 0 ? 0 : 2 * Math.max(0, chain.atm - near)
}

function lastLeg(chain: OptionChain, near: number): number {
  return chain.atm < 0 ? -1 : 2 * Math.min(chain.legs.strikes.length - 1, chain.atm + near) + 1
}
