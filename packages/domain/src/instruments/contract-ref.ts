import type { OptionContract } from './contract.ts'

/** An option as texts name it: NIFTY 24500 CE. */
export type ContractRef = Pick<OptionContract, 'symbol' | 'strike' | 'side'> & Partial<Pick<OptionContract, 'expiry'>>

/** What texts name of a contract, and nothing else of it. */
export function contractRef({ symbol, strike, side, expiry }: Required<ContractRef>): Required<ContractRef> {
  return { symbol, strike, side, expiry }
}
