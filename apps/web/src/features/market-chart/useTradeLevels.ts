import { useLingui } from '@lingui/react/macro'
import { groupIndian } from '@strikewise/domain/money/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PriceLine } from './chart-drawing.ts'
import type { ChartTrade } from './chart-trade.ts'
import { tradeLevelsQuery } from './queries.ts'
import { tradeLevels } from './trade-levels.ts'

/** The levels of the index that the open trade has: as lines and as text. */
export function useTradeLevels(
  uid: string,
  trades: readonly ChartTrade[],
): { lines: readonly PriceLine[]; words: string } {
  const { t } = useLingui()
  const open = trades.find((trade) => trade.exit_time === null)
  const { data: levels } = useQuery({
    ...tradeLevelsQuery(uid, open?.trade_id ?? ''),
    enabled: open !== undefined,
    select: tradeLevels,
  })
  return useMemo(() => {
    if (open === undefined || levels === undefined) return { lines: NONE, words: '' }
    const { decided, stop, target } = levels
    const lines: PriceLine[] = [
      ...(decided === undefined ? [] : [{ tone: 'level', price: decided, title: t`Decided` } as const]),
      ...(stop === undefined ? [] : [{ tone: 'stop', price: stop, title: t`≈ Stop` } as const]),
      ...(target === undefined ? [] : [{ tone: 'target', price: target, title: t`≈ Target` } as const]),
    ]
    if (stop === undefined) return { lines, words: '' }
    const stopAt = groupIndian(stop)
    if (target === undefined) return { lines, words: t`Stop ≈ index ${stopAt} at today’s volatility.` }
    const targetAt = groupIndian(target)
    return {
      lines,
      words: t`Stop ≈ index ${stopAt}, target ≈ index ${targetAt} at today’s volatility.`,
    }
  }, [open, levels, t])
}

const NONE: readonly never[] = []
