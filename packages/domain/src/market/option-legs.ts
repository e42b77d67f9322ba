import type { OptionContract } from '../instruments/contract.ts'
import type { QuoteTable } from './quote-table.ts'

/** The contracts of one index and expiry laid out by strike: leg 2i is the call of strike i, leg 2i + 1 its put. */
export interface OptionLegs {
  readonly strikes: Float64Array
  /** Undefined where the list has no such contract. */
  readonly contracts: readonly (OptionContract | undefined)[]
  /** Slot in the quote table, -1 without a contract. */
  readonly slots: Int32Array
}

export const CALL = 0
export const PUT = 1

/** Sorts contracts by strike and gives each a slot in `table`. Throws RangeError on mixed expiries or a doubled leg. */
export function optionLegs(contracts: readonly OptionContract[], table: QuoteTable): OptionLegs {
  const strikes = Float64Array.from(new Set(contracts.map((contract) => contract.strike))).sort()
  const legs: (OptionContract | undefined)[] = Array.from({ length: strikes.length * 2 })
  const slots = new Int32Array(strikes.length * 2).fill(-1)
  for (const contract of contracts) {
    if (contract.expiry !== contracts[0]!.expiry || contract.symbol !== contracts[0]!.symbol)
      throw new RangeError(`option chain: ${contract.tradingsymbol} is of another index or expiry; give one at a time`)
    const leg = 2 * strikes.indexOf(contract.strike) + (contract.side === 'CE' ? CALL : PUT)
    if (legs[leg] !== undefined) throw new RangeError(`option chain: ${contract.tradingsymbol} is listed twice`)
    legs[leg] = contract
    slots[leg] = table.add(contract.token)
  }
  return { strikes, contracts: legs, slots }
}
