import type { StreamEntry, StreamRequest } from '@strikewise/wire/live-stream.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConnectionHandlers, StreamState } from './connection.ts'
import { shareConnection } from './shared-connection.ts'

/** The tabs of one browser: what they send each other, and the lock that one of them holds. */
function browser() {
  const channels = new Set<EventTarget>()
  const queue: { lead: () => Promise<void>; reject: (error: unknown) => void }[] = []
  let holder: { reject: (error: unknown) => void } | undefined

  const grant = () => {
    const next = holder === undefined ? queue.shift() : undefined
    if (next === undefined) return
    const held = { reject: next.reject }
    holder = held
    void next.lead().then(() => {
      if (holder === held) holder = undefined
      grant()
    })
  }
  const locks = {
    request(_name: string, options: { signal?: AbortSignal; steal?: boolean }, lead: () => Promise<void>) {
      const { promise, reject } = Promise.withResolvers<void>()
      const entry = { lead, reject }
      options.signal?.addEventListener('abort', () => {
        const at = queue.indexOf(entry)
        if (at >= 0) queue.splice(at, 1)
        reject(new DOMException('aborted', 'AbortError'))
      })
      if (options.steal === true) {
        holder?.reject(new DOMException('stolen', 'AbortError'))
        holder = undefined
        queue.unshift(entry)
      } else queue.push(entry)
      queueMicrotask(grant)
      return promise
    },
  }
  class Channel extends EventTarget {
    isFrozen = false
    constructor() {
      super()
      channels.add(this)
    }
    postMessage(data: unknown) {
      const copy: unknown = structuredClone(data)
      for (const other of channels)
        if (other !== this && !(other as Channel).isFrozen)
          queueMicrotask(() => other.dispatchEvent(new MessageEvent('message', { data: copy })))
    }
    close() {
      channels.delete(this)
    }
  }
  return { locks, Channel }
}

type Browser = ReturnType<typeof browser>

/** One tab, its connections to the server in the test's hands. */
function openTab({ locks, Channel }: Browser, id: string) {
  const connections: {
    handlers: ConnectionHandlers
    requests: StreamRequest[]
    isClosed: boolean
  }[] = []
  const states: StreamState[] = []
  const entries: StreamEntry[] = []
  const tab = { isVisible: true }
  const channel = new Channel()
  const link = shareConnection(
    {
      name: 'strikewise-stream-u1',
      locks: locks as unknown as LockManager,
      channel: () => channel as unknown as BroadcastChannel,
      connect(handlers) {
        const connection = { handlers, requests: [] as StreamRequest[], isClosed: false }
        connections.push(connection)
        return {
          request: (request) => connection.requests.push(request),
          close() {
            connection.isClosed = true
          },
        }
      },
      isVisible: () => tab.isVisible,
      id: () => id,
      now: () => Date.now(),
    },
    { state: (state) => states.push(state), entries: (got) => entries.push(...got) },
  )
  return {
    link,
    tab,
    channel,
    connections,
    states,
    entries,
    opens: () => connections.at(-1)!.handlers.state({ status: 'open', polling: false, crowded: false }),
    /** A frame from the server, as the connection hands it on: its text, then its entries. */
    receives(...frame: StreamEntry[]) {
      const { handlers } = connections.at(-1)!
      handlers.frame(JSON.stringify(frame.map((entry) => wire(entry))))
      handlers.entries(frame)
    },
  }
}

function wire(entry: StreamEntry): unknown {
  if (entry.type === 'keyframe') return { topic: entry.topic, id: entry.id, n: entry.n, value: entry.value }
  return entry.type === 'delta' ? [entry.id, entry.n, entry.delta] : { clock: { now: 1, speed: 1 } }
}

const settled = () => vi.advanceTimersByTimeAsync(0)
const keyframe: StreamEntry = { type: 'keyframe', topic: 'liveIndices', id: 3, n: 7, value: { price: 1 } }
const delta: StreamEntry = { type: 'delta', id: 3, n: 8, delta: [0, 2] }
const clock: StreamEntry = { type: 'clock', now: 1, speed: 1 }

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Two tabs, the first with the connection. */
async function twoTabs() {
  const tabs = browser()
  const [first, second] = [openTab(tabs, 'first'), openTab(tabs, 'second')]
  first.link.request({ topics: ['liveIndices'] })
  second.link.request({ topics: ['signals.NIFTY'] })
  await settled()
  first.opens()
  await settled()
  return { tabs, first, second }
}

describe('tabs of one user', () => {
  it('have one connection, which follows the topics of all', async () => {
    const { first, second } = await twoTabs()
    expect([first.connections.length, second.connections.length]).toEqual([1, 0])
    expect(first.connections[0]!.requests.at(-1)).toEqual({ topics: ['liveIndices', 'signals.NIFTY'] })
    expect([first.states.at(-1)!.status, second.states.at(-1)!.status]).toEqual(['open', 'open'])
  })

  it('all get every frame', async () => {
    const { first, second } = await twoTabs()
    first.receives(keyframe)
    first.receives(delta)
    await settled()
    expect(first.entries).toEqual([keyframe, delta])
    expect(second.entries).toEqual([keyframe, delta])
  })

  it('get what the connection knows already when they come later, without the server', async () => {
    const { tabs, first } = await twoTabs()
    first.receives(keyframe, delta)
    const third = openTab(tabs, 'third')
    await settled()
    third.link.request({ topics: ['liveIndices'] })
    const asked = first.connections[0]!.requests.length
    await settled()
    expect(third.entries).toEqual([{ ...keyframe, n: 8, value: { price: 2 } }])
    expect([third.states.at(-1)!.status, first.connections[0]!.requests.length]).toEqual(['open', asked])
  })

  it('take their topics along when they are left', async () => {
    const { first, second } = await twoTabs()
    second.link.close()
    await settled()
    expect(first.connections[0]!.requests.at(-1)).toEqual({ topics: ['liveIndices'] })
  })

  it('are forgotten when they are closed without a word', async () => {
    const { first, second } = await twoTabs()
    // Nothing of it runs any more.
    second.channel.isFrozen = true
    second.tab.isVisible = false
    await vi.advanceTimersByTimeAsync(120_000)
    expect(first.connections[0]!.requests.at(-1)).toEqual({ topics: ['liveIndices'] })
  })

  it('see the state of the connection, lost and back', async () => {
    const { first, second } = await twoTabs()
    first.connections[0]!.handlers.state({ status: 'closed', polling: true, crowded: false })
    await settled()
    expect(second.states.at(-1)).toEqual({ status: 'closed', polling: true, crowded: false })
    // While it waits to connect again its tab is not taken for frozen.
    await vi.advanceTimersByTimeAsync(30_000)
    expect(second.connections).toHaveLength(0)
  })
})

describe('the connection', () => {
  it('passes to the next tab when its own is closed, with the topics of those that are left', async () => {
    const { tabs, first, second } = await twoTabs()
    const third = openTab(tabs, 'third')
    third.link.request({ topics: ['livePnl.2026-11-20'] })
    await settled()
    first.link.close()
    await settled()
    expect(first.connections[0]!.isClosed).toBe(true)
    expect(second.connections).toHaveLength(1)
    second.opens()
    await settled()
    expect(second.connections[0]!.requests.at(-1)).toEqual({ topics: ['livePnl.2026-11-20', 'signals.NIFTY'] })
    expect(third.states.at(-1)!.status).toBe('open')
  })

  it('is taken over by a tab in front that receives nothing any more', async () => {
    const { first, second } = await twoTabs()
    for (let beat = 0; beat < 4; beat += 1) {
      first.receives(clock)
      await vi.advanceTimersByTimeAsync(5000)
    }
    expect(second.connections).toHaveLength(0)
    // The first tab is frozen in the background: nothing comes from it.
    await vi.advanceTimersByTimeAsync(14_000)
    await settled()
    expect(second.connections).toHaveLength(1)
    expect(first.connections[0]!.isClosed).toBe(true)
    second.opens()
    await settled()
    expect(first.states.at(-1)!.status).toBe('open')
  })

  it('is left where it is by a tab in the background', async () => {
    const { second } = await twoTabs()
    second.tab.isVisible = false
    await vi.advanceTimersByTimeAsync(60_000)
    expect(second.connections).toHaveLength(0)
  })
})
