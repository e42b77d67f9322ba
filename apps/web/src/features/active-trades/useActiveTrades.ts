import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { useMarketToday } from '../../lib/market-clock.ts'
import { followTrades, socketUrl, type LiveTrades } from './trade-connection.ts'

/** The user's open trades: by socket while it is open, by a 3 s poll while it is down. */
export function useActiveTrades(uid: string): LiveTrades {
  const [store] = useState(() => createStore<LiveTrades>({ status: 'idle', trades: undefined }))
  const date = useMarketToday()
  useEffect(
    () =>
      followTrades(store, {
        open: () => new WebSocket(socketUrl(window.location, uid, date)),
        fetchTrades: async (signal) => api.call('userActiveTrades', { query: { uid, date }, signal }),
        random: Math.random,
      }),
    [store, uid, date],
  )
  return useStore(store)
}
