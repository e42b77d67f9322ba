import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'
import { createStore, type Store } from '../../lib/store.ts'
import { useMarketToday } from '../../lib/server-clock.ts'
import { liveStream } from '../../lib/stream/app-stream.ts'
import { streamQueries } from '../../lib/stream/stream-queries.ts'
import { followTrades, type LiveTrades } from './trade-connection.ts'

/**
 * The user's open trades: from the stream while it is open, by a 3 s poll while it is down. With them the stream carries
 * what the queries on the page ask for. Components that read the store re-render, the one that made it does not.
 */
export function useActiveTrades(uid: string): Store<LiveTrades> {
  const [store] = useState(() =>
    createStore<LiveTrades>({ status: 'idle', trades: undefined, unread: false, crowded: false }),
  )
  const date = useMarketToday()
  useEffect(streamQueries, [])
  useEffect(
    () =>
      followTrades(store, {
        stream: liveStream,
        uid,
        date,
        fetchTrades: async (signal) => api.call('userActiveTrades', { query: { uid, date }, signal }),
      }),
    [store, uid, date],
  )
  return store
}
