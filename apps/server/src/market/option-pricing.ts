import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import type { SymbolPipeline } from '@strikewise/signals/decision/symbol-pipeline.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'

/** What the present price of an option is made of, for who wants to draw its value at another level of the index. */
export interface OptionPricing {
  /** When the chain was read, epoch ms. */
  readonly at: number
  /** The index and its forward of the contract's expiry, in points. */
  readonly spot: number
  readonly forward: number
  /** A fraction a year. */
  readonly volatility: number
  /** To expiry. */
  readonly years: number
  readonly rate: number
}

/** Null while the index has no price, the chain no forward, or the contract no volatility. */
export function optionPricing(
  { chain: near, entryChain, day }: Pick<SymbolPipeline, 'chain' | 'entryChain' | 'day'>,
  contract: OptionContract,
): OptionPricing | null {
  const chain = near.expiry === contract.expiry ? near : entryChain
  const leg = chain.legs.contracts.findIndex((listed) => listed?.token === contract.token)
  const volatility = leg < 0 ? Number.NaN : chain.iv[leg]!
  if (!(volatility > 0 && chain.forward > 0 && chain.years > 0) || day.last === undefined) return null
  return {
    at: chain.snapshotAt,
    spot: day.last / 100,
    forward: Math.round(chain.forward * 100) / 100,
    volatility: Math.round(volatility * 1e5) / 1e5,
    years: chain.years,
    rate: SIGNAL_PARAMS.chain.rate,
  }
}
