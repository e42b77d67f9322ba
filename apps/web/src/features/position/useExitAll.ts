import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { meQuery } from '../../lib/queries.ts'
import { requestAct } from './act-request.ts'

/** Pauses entries and exits all trades, then shows how far the exits are. `trades`: those that are shown with a position. */
export function useExitAll(trades: readonly ShownTradeRow[]) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => api.call('exitAll', { body: { pause: true } }),
    onSuccess: async ({ trades: ids }) => {
      const held = new Set(trades.map(({ trade_id }) => trade_id))
      requestAct({ isEntering: ids.some((id) => !held.has(id)) })
      await queries.invalidateQueries({ queryKey: meQuery.queryKey })
    },
  })
}
