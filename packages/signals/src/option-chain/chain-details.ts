import type { SignalParams } from '../registry/params.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { buildUpOf, type BuildUpReading, type LegMoment } from './build-up.ts'
import type { OptionChain } from './chain.ts'
import type { ChainMoment } from './chain-history.ts'
import { PUT } from '@strikewise/domain/market/option-legs.ts'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'

/** What is known of one option beside its price and open interest. Null: not known. */
export interface LegDetails {
  /** Implied volatility as a fraction (0.12 is 12 %). */
  readonly iv: number | null
  readonly delta: number | null
  /** Change of delta a point of the forward. */
  readonly gamma: number | null
  /** Rupees a point of volatility, and a calendar day. */
  readonly vega: number | null
  readonly theta: number | null
  /** The previous session's close while the market runs. */
  readonly previousClose: Paise | null
  /** Units traded today. */
  readonly volume: number
  /** Open interest, in units, since the session's first minute ended. */
  readonly openInterestChange: number | null
  /** What was built up or unwound in the last quarter of an hour; null inside the dead band too. */
  readonly buildUp: BuildUpReading | null
}

export interface StrikeDetails {
  /** Index points. */
  readonly strike: number
  readonly call: LegDetails
  readonly put: LegDetails
}

/** Every strike of the chain as of its last snapshot, ascending. Empty while there is no forward. */
export function chainDetails(chain: OptionChain, table: QuoteTable, params: SignalParams['chain']): StrikeDetails[] {
  if (chain.atm < 0) return []
  const minute = chain.snapshotAt - (chain.snapshotAt % MINUTE_MS)
  const before = chain.history.momentAt((minute - params.windowMinutes * MINUTE_MS) as EpochMs)
  const details = (leg: number): LegDetails => ({
    iv: known(chain.iv[leg]!),
    delta: known(chain.delta[leg]!),
    gamma: known(chain.gamma[leg]!),
    vega: known(chain.vega[leg]!),
    theta: known(chain.theta[leg]!),
    previousClose: previousCloseOf(table, chain.legs.slots[leg]!),
    volume: chain.volume[leg]!,
    openInterestChange: known(chain.openInterest[leg]! - chain.openingInterest[leg]!),
    buildUp:
      before === undefined
        ? null
        : (buildUpOf((leg & 1) === PUT ? 'PE' : 'CE', legAt(before, leg), legAt(chain, leg), params.buildUp) ?? null),
  })
  return Array.from(chain.legs.strikes, (strike, i) => ({ strike, call: details(2 * i), put: details(2 * i + PUT) }))
}

function legAt(at: OptionChain | ChainMoment, leg: number): LegMoment {
  return { price: at.price[leg]!, openInterest: at.openInterest[leg]!, iv: at.iv[leg]! }
}

/** Null: the contract is not listed, or its close is not known. */
function previousCloseOf(table: QuoteTable, slot: number): Paise | null {
  return slot < 0 || table.close[slot]! <= 0 ? null : (table.close[slot] as Paise)
}

function known(x: number): number | null {
  return Number.isNaN(x) ? null : x
}
