import { useLingui } from '@lingui/react/macro'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { chainWallsQuery } from '../option-chain/queries.ts'
import type { PriceLine } from './chart-drawing.ts'

/** The strikes with the most open interest over and under the money, as lines; only Nifty's chain is served. */
export function useWallLines(symbol: IndexSymbol, shown: boolean): readonly PriceLine[] {
  const { t } = useLingui()
  const enabled = shown && symbol === 'NIFTY'
  const { data } = useQuery({ ...chainWallsQuery, enabled })
  const callWall = data?.call_wall ?? undefined
  const putWall = data?.put_wall ?? undefined
  return useMemo(() => {
    if (!enabled) return NONE
    return [
      ...(callWall === undefined ? [] : [{ tone: 'level', price: callWall, title: t`Call wall` } as const]),
      ...(putWall === undefined ? [] : [{ tone: 'level', price: putWall, title: t`Put wall` } as const]),
    ]
  }, [enabled, callWall, putWall, t])
}

const NONE: readonly never[] = []
