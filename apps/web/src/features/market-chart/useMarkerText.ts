import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { Mark } from './chart-trade.ts'

/** What stands beside a mark: entry or exit, paper or live, as text. */
export function useMarkerText(): (mark: Mark) => string {
  const { t } = useLingui()
  return useCallback(
    ({ kind, mode }: Mark) => {
      if (kind === 'entry') return mode === 'paper' ? t`Paper in` : t`Live in`
      return mode === 'paper' ? t`Paper out` : t`Live out`
    },
    [t],
  )
}
