import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'
import { createStore, type Store } from '../../lib/store.ts'
import { useMarketToday } from '../../lib/server-clock.ts'
import { followTrades, socketUrl, type LiveTrades } from './trade-connection.ts'

/**
 * The user's open trades: by socket while it is open, by a 3 s poll while it is down. One connection for all that show
 * them: components that read the store re-render, the one that made it does not.
 */
export function useActiveTrades(uid: string): Store<LiveTrades> {
  const [store] = useState(() =>
    createStore<LiveTrades>({ status: 'idle', trades: undefined, unread: false, crowded: false }),
  )
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
  return store
}
