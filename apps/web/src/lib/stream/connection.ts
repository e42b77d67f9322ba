import {
  LIVE_STREAM_PATH,
  readStreamFrame,
  type StreamEntry,
  type StreamRequest,
} from '@strikewise/wire/live-stream.ts'
import { TOO_MANY_CONNECTIONS } from '@strikewise/wire/socket.ts'
import {
  isPolling,
  next,
  RECONNECT,
  type Connection,
  type ConnectionEffect,
  type ConnectionEvent,
  type SocketStatus,
} from './connection-machine.ts'

/** A connection without an answer is abandoned after this: a browser on its own waits for minutes. */
const ANSWER_MS = 10_000
/** The server sends something every five seconds. */
export const SILENT_MS = 12_000

export interface StreamState {
  readonly status: SocketStatus
  /** The calls stand in for the stream. */
  readonly polling: boolean
  /** The server keeps no further connection for this user. */
  readonly crowded: boolean
}

export const IDLE: StreamState = { status: 'idle', polling: false, crowded: false }

export interface ConnectionPorts {
  /** Opens the socket. */
  open(): WebSocket
  random(): number
}

export interface StreamHandlers {
  state(state: StreamState): void
  entries(entries: readonly StreamEntry[]): void
}

/** What a connection of this page hands on besides: each frame as it came, before its entries, for other tabs. */
export interface ConnectionHandlers extends StreamHandlers {
  readonly frame: (text: string) => void
}

/** Where the entries of the stream come from: a connection of this page, or that of another tab. */
export interface StreamLink {
  /** Replaces what was asked for before. */
  request(request: StreamRequest): void
  close(): void
}

/** Address of the stream for a page at `location`: wss under https, else ws. */
export function streamUrl({ protocol, host }: { protocol: string; host: string }): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api${LIVE_STREAM_PATH}`
}

/** Keeps a connection to the server until it is closed: connects again with the back-off of the specification. */
export function connectStream(ports: ConnectionPorts, handlers: ConnectionHandlers): StreamLink {
  let state: Connection = { status: 'idle' }
  let crowded = false
  let line: Line | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let requested: StreamRequest = { topics: [] }

  const publish = () => handlers.state({ status: state.status, polling: isPolling(state), crowded })
  const dispatch = (event: ConnectionEvent) => {
    const step = next(state, event, ports.random())
    if (step.state === state && step.effect === undefined) return
    state = step.state
    publish()
    if (step.effect !== undefined) perform(step.effect)
  }
  const perform = (effect: ConnectionEffect) => {
    switch (effect.type) {
      case 'connect':
        line = openLine(ports.open(), {
          opened: () => {
            dispatch({ type: 'opened' })
            line?.send(requested)
          },
          failed: () => dispatch({ type: 'failed' }),
          closed: () => dispatch({ type: 'closed' }),
          frame: handlers.frame,
          entries: (entries) => {
            const isRefused = entries.some((entry) => entry.type === 'error' && entry.code === TOO_MANY_CONNECTIONS)
            if (isRefused || entries.some(({ type }) => type === 'keyframe')) setCrowded(isRefused)
            handlers.entries(entries)
          },
        })
        break
      case 'retry_after':
        // A place comes free when another page is closed: nothing is won by asking often.
        retry = setTimeout(() => dispatch({ type: 'retry_due' }), crowded ? RECONNECT.maxMs : effect.delayMs)
        break
      case 'disconnect':
        clearTimeout(retry)
        line?.leave()
        break
    }
  }
  const setCrowded = (is: boolean) => {
    if (crowded === is) return
    crowded = is
    publish()
  }

  dispatch({ type: 'start' })
  return {
    request(request) {
      requested = { topics: request.topics }
      if (state.status === 'open') line?.send(request)
    },
    close: () => dispatch({ type: 'leave' }),
  }
}

interface Line {
  send(request: StreamRequest): void
  /** Closes the socket; what it still reports is not passed on. */
  leave(): void
}

interface LineHandlers {
  opened(): void
  failed(): void
  closed(): void
  readonly frame: (text: string) => void
  entries(entries: readonly StreamEntry[]): void
}

/** One socket, from its opening to its close. One that is silent for too long counts as closed at once. */
function openLine(socket: WebSocket, handlers: LineHandlers): Line {
  let hasEnded = false
  let silence: ReturnType<typeof setTimeout> | undefined
  const listen = (ms: number) => {
    clearTimeout(silence)
    silence = setTimeout(end, ms)
  }
  const end = () => {
    if (hasEnded) return
    hasEnded = true
    clearTimeout(silence)
    // On a network that is away the browser would report the close after minutes.
    socket.close()
    handlers.closed()
  }
  listen(ANSWER_MS)
  socket.addEventListener('open', () => {
    if (hasEnded) return
    listen(SILENT_MS)
    handlers.opened()
  })
  socket.addEventListener('error', () => {
    if (!hasEnded) handlers.failed()
  })
  socket.addEventListener('close', end)
  socket.addEventListener('message', (event: MessageEvent) => {
    if (hasEnded) return
    listen(SILENT_MS)
    const text = typeof event.data === 'string' ? event.data : ''
    const entries = readStreamFrame(text)
    if (entries === undefined) {
      console.error('a frame of the stream could not be read')
      return
    }
    handlers.frame(text)
    for (const entry of entries) if (entry.type === 'error') console.error('the stream reports', entry.error)
    handlers.entries(entries)
  })
  return {
    send: (request) => socket.send(JSON.stringify(request)),
    leave() {
      hasEnded = true
      clearTimeout(silence)
      socket.close()
    },
  }
}
