import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { IndexCandle } from '@strikewise/wire/market.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { epochOf } from '../../lib/ist-format.ts'
import { candlesBeforeQuery, candlesQuery, indicesQuery } from '../../lib/market-queries.ts'
import { rollUp, withPrice, type BarMinutes } from './bars.ts'

const QUOTE_KEYS = { NIFTY: 'nifty50', BANKNIFTY: 'banknifty' } as const

/** The bars of an index: `bars` of today, the last one with the newest price, and `all` with the session before. */
export function useIndexBars(symbol: IndexSymbol, minutes: BarMinutes) {
  const query = useQuery(candlesQuery(symbol))
  const candles = query.data
  const { data: before } = useQuery(candlesBeforeQuery(symbol))
  const { data: quote } = useQuery({ ...indicesQuery, select: (indices) => indices[QUOTE_KEYS[symbol]] })
  const { data: asOf } = useQuery({ ...indicesQuery, select: (indices) => indices.as_of })
  const price = quote?.price
  const pricedAt = epochOf(asOf)
  const bars = useMemo(
    () =>
      rollUp(
        candles === undefined || price === undefined || pricedAt === undefined
          ? (candles ?? [])
          : withPrice(candles, price, pricedAt),
        minutes,
      ),
    [candles, price, pricedAt, minutes],
  )
  const all = useMemo(
    () => [...rollUp(earlier(before ?? [], candles?.[0]?.time), minutes), ...bars],
    [before, candles, bars, minutes],
  )
  return { query, bars, all }
}

/** Those before `until`; all while there is no such bar. */
const earlier = (candles: readonly IndexCandle[], until: number | undefined) =>
  until === undefined ? candles : candles.filter(({ time }) => time < until)
