import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { TradeMarker } from './chart-trade.ts'

/** What stands beside a mark: entry or exit, paper or live, as text. */
export function useMarkerText(): (marker: TradeMarker) => string {
  const { t } = useLingui()
  return useCallback(
    ({ kind, mode }: TradeMarker) => {
      if (kind === 'entry') return mode === 'paper' ? t`Paper in` : t`Live in`
      return mode === 'paper' ? t`Paper out` : t`Live out`
    },
    [t],
  )
}
