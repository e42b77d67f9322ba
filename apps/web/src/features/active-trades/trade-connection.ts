import { topicText } from '@strikewise/wire/live-stream.ts'
import { tradeRoutes } from '@strikewise/wire/trades.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { replaceEqualDeep } from '@tanstack/react-query'
import type { Store } from '../../lib/store.ts'
import type { SocketStatus } from '../../lib/stream/connection-machine.ts'
import type { StreamState } from '../../lib/stream/connection.ts'
import type { LiveStream } from '../../lib/stream/live-stream.ts'

/** Fallback poll while the stream is down (specification §7). */
const POLL_MS = 3000

export interface LiveTrades {
  readonly status: SocketStatus
  /** Undefined until the first list arrived. */
  readonly trades: readonly ShownTradeRow[] | undefined
  /** The last attempt to read the list failed, and none has arrived since. */
  readonly unread: boolean
  /** The server keeps no further connection for this user: the list is polled instead. */
  readonly crowded: boolean
}

interface TradePorts {
  readonly stream: Pick<LiveStream, 'start' | 'follow' | 'consume' | 'state'>
  readonly uid: string
  readonly date: IstDate
  readonly fetchTrades: (signal: AbortSignal) => Promise<readonly ShownTradeRow[]>
}

/**
 * Publishes the open trades to `store`: from the stream while it is open, after one fetch when it opens; by a poll from its
 * first close until it is open again. Returns the function that leaves.
 */
export function followTrades(store: Store<LiveTrades>, { stream, uid, date, fetchTrades }: TradePorts): () => void {
  const leaving = new AbortController()
  const topic = topicText({ route: 'userActiveTrades', date })
  let poll: ReturnType<typeof setInterval> | undefined
  let last: StreamState = stream.state.get()
  let streamed = 0

  const publish = (trades: readonly ShownTradeRow[]) => {
    // Keeps the row objects that did not change, so their rows do not render again.
    store.set({ ...store.get(), trades: replaceEqualDeep(store.get().trades, trades), unread: false })
  }
  const refetch = () => {
    const before = streamed
    const take = (trades: readonly ShownTradeRow[]) => {
      // What the stream brought meanwhile is newer.
      if (streamed === before && !leaving.signal.aborted) publish(trades)
    }
    fetchTrades(leaving.signal).then(take, (error: unknown) => {
      if (leaving.signal.aborted) return
      console.error('active trades could not be read', error)
      if (!store.get().unread) store.set({ ...store.get(), unread: true })
    })
  }
  const show = () => {
    const state = stream.state.get()
    const hasOpened = state.status === 'open' && last.status !== 'open'
    last = state
    const { status, crowded } = store.get()
    if (status !== state.status || crowded !== state.crowded)
      store.set({ ...store.get(), status: state.status, crowded: state.crowded })
    if (state.polling) poll ??= setInterval(refetch, POLL_MS)
    else {
      clearInterval(poll)
      poll = undefined
    }
    if (hasOpened) refetch()
  }

  const endConsuming = stream.consume({
    value(name, value) {
      if (name !== topic) return
      const read = tradeRoutes.userActiveTrades.reply.safeParse(value)
      if (read.success) {
        streamed += 1
        publish(read.data)
      } else console.error('the open trades of the stream could not be read', read.error)
    },
  })
  const unsubscribe = stream.state.subscribe(show)
  const who = {}
  stream.follow(who, [topic])
  const end = stream.start(uid)
  show()
  return () => {
    unsubscribe()
    endConsuming()
    stream.follow(who, [])
    end()
    clearInterval(poll)
    leaving.abort()
    store.set({ ...store.get(), status: 'idle' })
  }
}
