import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { ACTIVE_TRADES_SOCKET_PATH, readActiveTradesFrame, TOO_MANY_CONNECTIONS } from '@strikewise/wire/socket.ts'
import { replaceEqualDeep } from '@tanstack/react-query'
import type { Store } from '../../lib/store.ts'
import {
  RECONNECT,
  next,
  type SocketEffect,
  type SocketEvent,
  type SocketStatus,
  type TradeSocket,
} from './trade-socket.ts'

/** A connection without an answer is abandoned after this: a browser on its own waits for minutes. */
const ANSWER_MS = 10_000
/** Fallback poll while the socket is down (specification §7). */
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

export interface ConnectionPorts {
  /** Opens the socket; in the browser `(url) => new WebSocket(url)`. */
  open(): WebSocket
  fetchTrades(signal: AbortSignal): Promise<readonly ShownTradeRow[]>
  random(): number
}

/** Address of the trades socket for a page at `location`: wss under https, else ws. */
export function socketUrl(location: { protocol: string; host: string }, uid: string, date: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return `${scheme}://${location.host}/api${ACTIVE_TRADES_SOCKET_PATH}?${new URLSearchParams({ uid, date }).toString()}`
}

/** Runs the connection machine against a real socket and publishes to `store`. Returns the function that leaves. */
export function followTrades(store: Store<LiveTrades>, ports: ConnectionPorts): () => void {
  const leaving = new AbortController()
  let state: TradeSocket = { status: 'idle' }
  let socket: WebSocket | undefined
  let poll: ReturnType<typeof setInterval> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined

  const publish = (trades: readonly ShownTradeRow[]) => {
    // Keeps the row objects that did not change, so their rows do not render again.
    store.set({ ...store.get(), trades: replaceEqualDeep(store.get().trades, trades), unread: false })
  }
  const setCrowded = (crowded: boolean) => {
    if (store.get().crowded !== crowded) store.set({ ...store.get(), crowded })
  }
  const refetch = () => {
    ports.fetchTrades(leaving.signal).then(publish, (error: unknown) => {
      if (leaving.signal.aborted) return
      console.error('active trades could not be read', error)
      if (!store.get().unread) store.set({ ...store.get(), unread: true })
    })
  }
  const connect = () => {
    socket = listenTo(ports.open(), dispatch, {
      trades: (trades) => {
        publish(trades)
        setCrowded(false)
      },
      crowded: () => setCrowded(true),
    })
  }
  const perform = (effect: SocketEffect) => {
    switch (effect.type) {
      case 'connect':
        connect()
        break
      case 'fetch_once':
        refetch()
        break
      case 'start_polling':
        poll = setInterval(refetch, POLL_MS)
        break
      case 'stop_polling':
        clearInterval(poll)
        break
      case 'retry_after':
        // A place comes free when another tab is closed: nothing is won by asking often.
        retry = setTimeout(
          () => dispatch({ type: 'retry_due' }),
          store.get().crowded ? RECONNECT.maxMs : effect.delayMs,
        )
        break
      case 'disconnect':
        clearTimeout(retry)
        leaving.abort()
        socket?.close()
        break
    }
  }
  const dispatch = (event: SocketEvent) => {
    const step = next(state, event, ports.random())
    // A socket that was left behind still reports its close: it must not touch what its successor publishes.
    if (step.state === state) return
    state = step.state
    if (store.get().status !== state.status) store.set({ ...store.get(), status: state.status })
    for (const effect of step.effects) perform(effect)
  }

  dispatch({ type: 'start' })
  return () => dispatch({ type: 'leave' })
}

interface FrameHandlers {
  trades(trades: readonly ShownTradeRow[]): void
  /** The server keeps no further connection for this user. */
  crowded(): void
}

/** Reports what happens to `socket` as events of the machine, and its frames to `handlers`. Returns it. */
function listenTo(socket: WebSocket, dispatch: (event: SocketEvent) => void, handlers: FrameHandlers): WebSocket {
  // Closing emits its event, as when the other side had done it.
  const unanswered = setTimeout(() => socket.close(), ANSWER_MS)
  socket.addEventListener('open', () => {
    clearTimeout(unanswered)
    dispatch({ type: 'opened' })
  })
  socket.addEventListener('error', () => dispatch({ type: 'failed' }))
  socket.addEventListener('close', () => {
    clearTimeout(unanswered)
    dispatch({ type: 'closed' })
  })
  socket.addEventListener('message', (event: MessageEvent) => {
    const message = typeof event.data === 'string' ? readActiveTradesFrame(event.data) : undefined
    if (message === undefined) console.error('a frame of the trades socket could not be read')
    else if (message.type === 'trades') handlers.trades(message.trades)
    else if (message.type === 'error') {
      console.error('the trades socket reports', message.error)
      if (message.code === TOO_MANY_CONNECTIONS) handlers.crowded()
    }
  })
  return socket
}
