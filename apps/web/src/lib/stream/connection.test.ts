import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StreamEntry } from '@strikewise/wire/live-stream.ts'
import { StreamSocket } from '../../testing/stream-socket.ts'
import { connectStream, streamUrl, type StreamState } from './connection.ts'

function setUp() {
  const sockets: StreamSocket[] = []
  const states: StreamState[] = []
  const entries: StreamEntry[] = []
  const frames: string[] = []
  const link = connectStream(
    {
      open: () => {
        const socket = new StreamSocket()
        sockets.push(socket)
        // Of a socket the connection uses its events, `send` and `close`, which this one has.
        return socket as unknown as WebSocket
      },
      random: () => 1,
    },
    {
      state: (state) => states.push(state),
      frame: (text) => frames.push(text),
      entries: (got) => entries.push(...got),
    },
  )
  return { sockets, states, entries, frames, link, socket: () => sockets.at(-1)!, status: () => states.at(-1)!.status }
}

const heartbeat = { clock: { now: 1, speed: 1 } }

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('asks for the topics once it is open, and again on each connection', async () => {
  const { socket, sockets, link, status } = setUp()
  link.request({ topics: ['liveIndices'] })
  expect([status(), socket().sent]).toEqual(['connecting', []])
  socket().opens()
  expect([status(), socket().request]).toEqual(['open', { topics: ['liveIndices'] }])
  link.request({ topics: ['liveIndices'], again: ['liveIndices'] })
  expect(socket().request).toEqual({ topics: ['liveIndices'], again: ['liveIndices'] })
  socket().close()
  await vi.advanceTimersByTimeAsync(1000)
  expect(sockets).toHaveLength(2)
  socket().opens()
  expect(socket().request).toEqual({ topics: ['liveIndices'] })
})

it('hands on entries, and logs errors and frames it cannot read', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { socket, entries } = setUp()
  socket().opens()
  socket().receives([1, 2, 3], heartbeat)
  expect(entries).toEqual([
    { type: 'delta', id: 1, n: 2, delta: 3 },
    { type: 'clock', now: 1, speed: 1 },
  ])
  expect(logged).not.toHaveBeenCalled()
  socket().dispatchEvent(new MessageEvent('message', { data: '<html>' }))
  socket().receives({ error: 'Please log in.', code: 'not_signed_in' })
  expect(logged).toHaveBeenCalledTimes(2)
})

it('hands on each text as it came, for the other tabs', () => {
  const { socket, entries, frames } = setUp()
  socket().opens()
  socket().receives([1, 2, 3])
  expect([frames, entries.length]).toEqual([['[[1,2,3]]'], 1])
})

it('reconnects with a growing wait, and polls from the first close until it is open', async () => {
  const { socket, sockets, states, status } = setUp()
  socket().fails()
  expect(status()).toBe('error')
  socket().close()
  expect(states.at(-1)).toEqual({ status: 'closed', polling: true, crowded: false })
  await vi.advanceTimersByTimeAsync(999)
  expect(sockets).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect([sockets.length, states.at(-1)]).toEqual([2, { status: 'connecting', polling: true, crowded: false }])
  socket().close()
  await vi.advanceTimersByTimeAsync(1600)
  expect(sockets).toHaveLength(3)
  socket().opens()
  expect(states.at(-1)).toEqual({ status: 'open', polling: false, crowded: false })
})

it('abandons a connection without an answer, and one that is silent', async () => {
  const { socket, sockets, status } = setUp()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([status(), socket().isClosed]).toEqual(['closed', true])
  await vi.advanceTimersByTimeAsync(1000)
  socket().opens()
  for (let beat = 0; beat < 6; beat += 1) {
    await vi.advanceTimersByTimeAsync(5000)
    socket().receives(heartbeat)
  }
  expect([status(), sockets.length]).toEqual(['open', 2])
  await vi.advanceTimersByTimeAsync(12_000)
  expect([status(), socket().isClosed]).toEqual(['closed', true])
})

it('waits longest for a place while the user has as many connections as there may be', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { socket, sockets, states } = setUp()
  socket().opens()
  socket().receives({ error: 'Too many.', code: 'too_many_connections' })
  socket().close()
  expect(states.at(-1)).toEqual({ status: 'closed', polling: true, crowded: true })
  await vi.advanceTimersByTimeAsync(14_999)
  expect(sockets).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  socket().opens()
  socket().brings('liveIndices', {})
  expect(states.at(-1)).toEqual({ status: 'open', polling: false, crowded: false })
})

it('takes nothing from a socket it has left', async () => {
  const { socket, entries, states, link } = setUp()
  socket().opens()
  link.close()
  expect([socket().isClosed, states.at(-1)!.status]).toEqual([true, 'idle'])
  const known = states.length
  socket().receives([1, 2, 3])
  await vi.advanceTimersByTimeAsync(60_000)
  expect([entries, states.length]).toEqual([[], known])
})

it('speaks wss under https and ws otherwise', () => {
  expect(streamUrl({ protocol: 'https:', host: 'app.example' })).toBe('wss://app.example/api/stream')
  expect(streamUrl({ protocol: 'http:', host: 'localhost:8080' })).toBe('ws://localhost:8080/api/stream')
})
