import type { OptionContract } from './contract.ts'

/** An option as texts name it: NIFTY 24500 CE. */
export type ContractRef = Pick<OptionContract, 'symbol' | 'strike' | 'side' | 'expiry'>

/** What texts name of a contract, and nothing else of it. */
export function contractRef({ symbol, strike, side, expiry }: ContractRef): ContractRef {
  return { symbol, strike, side, expiry }
}
