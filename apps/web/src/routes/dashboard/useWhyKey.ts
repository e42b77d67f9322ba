import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lastDecisionQuery } from '../../features/decision/queries.ts'
import { isTaken, letterOf, useShortcutsOn } from '../../features/position/shortcuts.ts'
import { useKeyListener } from '../../lib/key-listener.ts'
import { useMarketToday } from '../../lib/server-clock.ts'

/** `W` opens the minute of the newest decision. */
export function useWhyKey(symbol: IndexSymbol, enabled: boolean): void {
  const on = useShortcutsOn()
  const navigate = useNavigate()
  const { data: minute } = useQuery({
    ...lastDecisionQuery(symbol, useMarketToday()),
    enabled,
    select: (decisions) => decisions[0]?.bar_end.slice(0, 16),
  })
  useKeyListener(on && enabled, (event) => {
    if (minute === undefined || isTaken(event) || letterOf(event) !== 'w' || event.shiftKey) return
    event.preventDefault()
    void navigate({ to: '/why/$symbol/$minute', params: { symbol, minute } })
  })
}
