import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { useNavigate } from '@tanstack/react-router'
import { chartSubject } from '../../features/market-chart/chart-subject.ts'
import { isTaken, letterOf, useShortcutsOn } from '../../features/position/shortcuts.ts'
import { useKeyListener } from '../../lib/key-listener.ts'

/** Selector of the panel of the option chain. */
export const OPTION_CHAIN = '[aria-labelledby=option-chain]'

const INDEX_KEYS: ReadonlyMap<string | undefined, IndexSymbol> = new Map([
  ['1', 'NIFTY'],
  ['2', 'BANKNIFTY'],
])

/** `1` and `2` show an index, in the chart as well; `C` opens the page of the option chain. */
export function useMarketKeys(onSymbol: (symbol: IndexSymbol) => void): void {
  const on = useShortcutsOn()
  const navigate = useNavigate()
  useKeyListener(on, (event) => {
    if (isTaken(event) || event.shiftKey) return
    const key = letterOf(event)
    const symbol = INDEX_KEYS.get(key)
    if (symbol === undefined && key !== 'c') return
    event.preventDefault()
    if (symbol === undefined) return void navigate({ to: '/option-chain' })
    onSymbol(symbol)
    chartSubject.set(symbol)
  })
}
