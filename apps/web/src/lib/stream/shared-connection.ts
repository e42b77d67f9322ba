import { readStreamFrame, type StreamEntry, type StreamRequest } from '@strikewise/wire/live-stream.ts'
import { StreamReader } from '@strikewise/wire/stream-reader.ts'
import {
  SILENT_MS,
  type ConnectionHandlers,
  type StreamHandlers,
  type StreamLink,
  type StreamState,
} from './connection.ts'

/*
 * One connection for all tabs of a user. The tab that holds the lock has it and passes its frames on; the others send it
 * their topics. The browser passes the lock to the next tab when its holder is closed or crashes. A tab in front that
 * receives nothing, because the holder is frozen in the background, takes the lock away from it.
 */

/** What tabs send each other. `from` and `to` are names of tabs. */
type TabMessage =
  /** A follower's topics; `missing`: those whose whole value it does not have. */
  | {
      readonly type: 'topics'
      readonly from: string
      readonly topics: readonly string[]
      readonly missing: readonly string[]
    }
  | { readonly type: 'left'; readonly from: string }
  | { readonly type: 'state'; readonly state: StreamState }
  | { readonly type: 'frame'; readonly text: string }
  | { readonly type: 'keyframes'; readonly to: string; readonly entries: readonly StreamEntry[] }
  /** Asks every follower for its topics. */
  | { readonly type: 'roll_call' }

/** Tabs that are closed without a word are forgotten after two of these. */
const ROLL_CALL_MS = 30_000
const CHECK_MS = 2000

export interface TabPorts {
  /** Name of the lock and of the channel: one a user. */
  readonly name: string
  readonly locks: Pick<LockManager, 'request'>
  channel(name: string): BroadcastChannel
  /** Opens the tab's own connection. */
  connect(handlers: ConnectionHandlers): StreamLink
  isVisible(): boolean
  id(): string
  now(): number
}

export function shareConnection(ports: TabPorts, handlers: StreamHandlers): StreamLink {
  const me = ports.id()
  const channel = ports.channel(ports.name)
  const post = (message: TabMessage) => channel.postMessage(message)
  let leader: Leader | undefined
  let requested: StreamRequest = { topics: [] }
  let receivedAt = ports.now()
  let hasLeft = false
  let waiting = new AbortController()

  /** Holds the lock until this tab leaves, or another takes it away. */
  const lead = (): Promise<void> => {
    if (hasLeft) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    leader = startLeading(ports, { me, post, handlers, release: resolve })
    leader.own(requested)
    return promise
  }
  const resign = () => {
    leader?.stop()
    leader = undefined
  }
  const queue = () => {
    waiting = new AbortController()
    ports.locks.request(ports.name, { signal: waiting.signal }, lead).catch(lost)
  }
  /** The lock was taken away, or waiting for it was ended. */
  const lost = () => {
    if (leader === undefined) return
    resign()
    receivedAt = ports.now()
    if (!hasLeft) queue()
  }
  const takeLock = () => {
    waiting.abort()
    ports.locks.request(ports.name, { steal: true }, lead).catch(lost)
  }
  const announce = (missing: readonly string[] = requested.topics) =>
    post({ type: 'topics', from: me, topics: requested.topics, missing })

  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (leader !== undefined) {
      leader.receive(data)
      return
    }
    if (data.type === 'topics' || data.type === 'left') return
    receivedAt = ports.now()
    if (data.type === 'state') handlers.state(data.state)
    else if (data.type === 'frame') handlers.entries(readStreamFrame(data.text) ?? [])
    else if (data.type === 'roll_call') announce([])
    else if (data.to === me) handlers.entries(data.entries)
  })
  const check = setInterval(() => {
    if (leader !== undefined || !ports.isVisible() || ports.now() - receivedAt <= SILENT_MS) return
    receivedAt = ports.now()
    takeLock()
  }, CHECK_MS)

  handlers.state({ status: 'connecting', polling: false, crowded: false })
  queue()
  announce()
  return {
    request(request) {
      const known = new Set(requested.topics)
      const missing = [...(request.again ?? []), ...request.topics.filter((topic) => !known.has(topic))]
      requested = { topics: request.topics }
      if (leader === undefined) announce(missing)
      else leader.own(request)
    },
    close() {
      hasLeft = true
      clearInterval(check)
      post({ type: 'left', from: me })
      resign()
      waiting.abort()
      channel.close()
    },
  }
}

interface Leader {
  /** Topics of this tab itself. */
  own(request: StreamRequest): void
  receive(message: TabMessage): void
  stop(): void
}

interface LeaderParts {
  readonly me: string
  readonly post: (message: TabMessage) => void
  readonly handlers: StreamHandlers
  /** Lets go of the lock. */
  readonly release: () => void
}

/** The tab with the connection: it follows the topics of all tabs, and knows their values for tabs that come later. */
function startLeading(ports: TabPorts, { me, post, handlers, release }: LeaderParts): Leader {
  const reader = new StreamReader()
  const byTab = new Map<string, { topics: readonly string[]; at: number }>()
  let state: StreamState | undefined
  let sent = ''

  const connection = ports.connect({
    state(next) {
      if (next.status !== 'open') {
        reader.clear()
        sent = ''
      }
      state = next
      post({ type: 'state', state: next })
      handlers.state(next)
    },
    frame: (text) => post({ type: 'frame', text }),
    entries(entries) {
      for (const entry of entries) {
        if (entry.type !== 'keyframe' && entry.type !== 'delta') continue
        const change = reader.take(entry)
        if (change?.type === 'gap') follow([change.topic])
      }
      handlers.entries(entries)
    },
  })
  const follow = (again: readonly string[] = []) => {
    const topics = [...new Set([...byTab.values()].flatMap((tab) => tab.topics))].toSorted()
    const text = topics.join(' ')
    if (text === sent && again.length === 0) return
    sent = text
    for (const topic of reader.topics()) if (!topics.includes(topic)) reader.forget(topic)
    connection.request({ topics, ...(again.length === 0 ? {} : { again: [...again] }) })
  }
  /** Values that are known need not come from the server again. */
  const keyframesOf = (topics: readonly string[]) =>
    topics.flatMap((topic) => {
      const known = reader.keyframe(topic)
      return known === undefined ? [] : [known]
    })
  const rollCall = setInterval(() => {
    const until = ports.now() - 2 * ROLL_CALL_MS
    for (const [tab, { at }] of byTab) if (tab !== me && at < until) byTab.delete(tab)
    follow()
    post({ type: 'roll_call' })
  }, ROLL_CALL_MS)
  // Between two attempts nothing comes from the server: the followers would take this tab for frozen.
  const alive = setInterval(() => {
    if (state !== undefined && state.status !== 'open') post({ type: 'state', state })
  }, CHECK_MS)
  post({ type: 'roll_call' })

  return {
    own({ topics, again = [] }) {
      const before = new Set(byTab.get(me)?.topics)
      byTab.set(me, { topics, at: ports.now() })
      const known = keyframesOf([...again, ...topics.filter((topic) => !before.has(topic))])
      follow()
      if (known.length > 0) handlers.entries(known)
    },
    receive(message) {
      if (message.type === 'left') {
        byTab.delete(message.from)
        follow()
      } else if (message.type === 'topics') {
        byTab.set(message.from, { topics: message.topics, at: ports.now() })
        if (state !== undefined) post({ type: 'state', state })
        const entries = keyframesOf(message.missing)
        if (entries.length > 0) post({ type: 'keyframes', to: message.from, entries })
        follow()
      }
    },
    stop() {
      clearInterval(rollCall)
      clearInterval(alive)
      connection.close()
      release()
    },
  }
}
