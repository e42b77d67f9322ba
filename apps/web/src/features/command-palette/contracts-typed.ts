import { INDEX_SYMBOLS, type IndexSymbol, type OptionSide } from '@strikewise/domain/instruments/contract.ts'

interface TypedContract {
  readonly symbol: IndexSymbol
  readonly strike: number
  readonly side: OptionSide
}

/** Steps of the strikes that the exchange lists, in index points. */
const STRIKE_STEP: Readonly<Record<IndexSymbol, number>> = { NIFTY: 50, BANKNIFTY: 100 }

/** A strike this far from the index, as a share of it, is of the other index. */
const REACH = 0.2

/** '24500 CE', 'nifty 24,500 put', '54500': an index if one is named, a strike, and a side or both. */
const TYPED = /^(?:(?<name>bank ?nifty|nifty)(?: ?50)? )?(?<strike>\d{2},?\d{3}) ?(?<side>ce|pe|call|put)?$/

/** The contracts that a typed text names. Without an index it is the one whose value, in points, the strike is near. */
export function contractsTyped(
  typed: string,
  values: Readonly<Record<IndexSymbol, number | undefined>>,
): readonly TypedContract[] {
  const found = TYPED.exec(typed.trim().toLowerCase().replaceAll(/\s+/g, ' '))?.groups
  if (found === undefined) return []
  const strike = Number(found['strike']!.replace(',', ''))
  const named = found['name']
  const side = found['side']
  return INDEX_SYMBOLS.filter((symbol) => {
    if (strike % STRIKE_STEP[symbol] !== 0) return false
    if (named !== undefined) return symbol === (named.startsWith('bank') ? 'BANKNIFTY' : 'NIFTY')
    const value = values[symbol]
    return value !== undefined && Math.abs(strike - value) <= REACH * value
  }).flatMap((symbol) =>
    (['CE', 'PE'] as const)
      .filter((one) => side === undefined || one === (side === 'ce' || side === 'call' ? 'CE' : 'PE'))
      .map((one) => ({ symbol, strike, side: one })),
  )
}
