import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'

/**
 * The index whose chain is shown, as the address has it (`?index=BANKNIFTY`), so that a reload and a link show the same one;
 * Nifty where it names none. A choice takes the place of the one before in the history.
 */
export function useChainIndex(): readonly [IndexSymbol, (symbol: IndexSymbol) => void] {
  const search: { index?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const choose = (symbol: IndexSymbol) => {
    const next = symbol === 'NIFTY' ? {} : { index: symbol }
    void navigate({ to: '.', search: next as never, replace: true, resetScroll: false })
  }
  return [INDEX_SYMBOLS.find((symbol) => symbol === search.index) ?? 'NIFTY', choose]
}
