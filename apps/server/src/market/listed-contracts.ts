import type { IndexSymbol, OptionContract } from '@strikewise/domain/instruments/contract.ts'

/** Contracts of one index that the feed watches, as the market role publishes them. */
export interface ListedContracts {
  readonly options: readonly OptionContract[]
}

/** Of the contracts a day watches, those of `symbol`, in the order of expiry, strike and side. */
export function listedContracts(contracts: Iterable<OptionContract>, symbol: IndexSymbol): ListedContracts {
  const options = [...contracts].filter((contract) => contract.symbol === symbol)
  return {
    options: options.toSorted(
      (a, b) => a.expiry.localeCompare(b.expiry) || a.strike - b.strike || a.side.localeCompare(b.side),
    ),
  }
}
