import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { lastDecisionQuery } from '../../features/decision/queries.ts'
import { isTaken, letterOf, useShortcutsOn } from '../../features/position/shortcuts.ts'
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
  useEffect(() => {
    if (!on || !enabled || minute === undefined) return
    const listener = (event: KeyboardEvent) => {
      if (isTaken(event) || letterOf(event) !== 'w' || event.shiftKey) return
      event.preventDefault()
      void navigate({ to: '/why/$symbol/$minute', params: { symbol, minute } })
    }
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [on, enabled, minute, symbol, navigate])
}
