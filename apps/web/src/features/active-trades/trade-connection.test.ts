import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStore } from '../../lib/store.ts'
import { activeTrade } from '../../testing/response-bodies.ts'
import { followTrades, socketUrl, type LiveTrades } from './trade-connection.ts'

/** A socket whose other end is the test. */
class Line extends EventTarget {
  closed = false
  close() {
    this.closed = true
    this.dispatchEvent(new Event('close'))
  }
  say(data: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

function setUp() {
  const lines: Line[] = []
  const store = createStore<LiveTrades>({ status: 'idle', trades: undefined, unread: false, crowded: false })
  const fetchTrades = vi.fn<() => Promise<ReturnType<typeof activeTrade>[]>>(async () => [activeTrade()])
  const leave = followTrades(store, {
    open: () => {
      const line = new Line()
      lines.push(line)
      // Of a socket the connection uses its events and `close`, which a line has.
      return line as unknown as WebSocket
    },
    fetchTrades,
    random: () => 1,
  })
  return { lines, store, fetchTrades, leave, line: () => lines.at(-1)! }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('fetches once when the socket opens, then takes what the socket shows', async () => {
  const { line, store, fetchTrades } = setUp()
  expect(store.get().status).toBe('connecting')
  line().dispatchEvent(new Event('open'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(store.get().status).toBe('open')
  expect(fetchTrades).toHaveBeenCalledTimes(1)
  line().say(JSON.stringify([activeTrade({ trade_id: 't2' })]))
  expect(store.get().trades).toEqual([activeTrade({ trade_id: 't2' })])
})

it('abandons a connection without an answer, and tries another', async () => {
  const { lines, store } = setUp()
  await vi.advanceTimersByTimeAsync(9_999)
  expect(lines[0]!.closed).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(lines[0]!.closed).toBe(true)
  expect(store.get().status).toBe('closed')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(lines).toHaveLength(2)
  lines[1]!.dispatchEvent(new Event('open'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(store.get().status).toBe('open')
})

it('ignores heartbeats and only logs errors and frames it cannot read', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { line, store } = setUp()
  line().dispatchEvent(new Event('open'))
  line().say(JSON.stringify([activeTrade()]))
  const before = store.get().trades
  line().say('heartbeat')
  expect(logged).not.toHaveBeenCalled()
  line().say(JSON.stringify({ error: 'busy' }))
  line().say('<html>')
  expect(logged).toHaveBeenCalledTimes(2)
  expect(store.get().trades).toBe(before)
})

it('polls every 3 s and reconnects with a growing wait while the socket is down', async () => {
  const { lines, line, store, fetchTrades } = setUp()
  line().dispatchEvent(new Event('error'))
  expect(store.get().status).toBe('error')
  line().close()
  expect(store.get().status).toBe('closed')
  await vi.advanceTimersByTimeAsync(999)
  expect(lines).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(lines).toHaveLength(2)
  line().close()
  await vi.advanceTimersByTimeAsync(1600)
  expect(lines).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(400)
  expect(fetchTrades).toHaveBeenCalledTimes(1)
  line().dispatchEvent(new Event('open'))
  await vi.advanceTimersByTimeAsync(9000)
  // The one fetch on opening; the poll has ended.
  expect(fetchTrades).toHaveBeenCalledTimes(2)
})

it('closes the socket and stops polling when the page is left', async () => {
  const { lines, line, store, fetchTrades, leave } = setUp()
  line().close()
  leave()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines).toHaveLength(1)
  expect(fetchTrades).not.toHaveBeenCalled()
  expect(store.get().status).toBe('idle')
})

it('does not touch what a successor publishes when the old socket reports its close', () => {
  const { line, store, leave } = setUp()
  leave()
  store.set({ ...store.get(), status: 'open' })
  line().dispatchEvent(new Event('close'))
  expect(store.get().status).toBe('open')
})

it('keeps the objects of rows that did not change', () => {
  const { line, store } = setUp()
  line().say(JSON.stringify([activeTrade({ trade_id: 'a' }), activeTrade({ trade_id: 'b' })]))
  const [first] = store.get().trades!
  line().say(JSON.stringify([activeTrade({ trade_id: 'a' }), activeTrade({ trade_id: 'b', stop_price: 150 })]))
  expect(store.get().trades![0]).toBe(first)
})

it('speaks wss under https and ws otherwise', () => {
  expect(socketUrl({ protocol: 'https:', host: 'app.example' }, 'u 1', '2026-11-20')).toBe(
    'wss://app.example/api/ws/user_active_trades?uid=u+1&date=2026-11-20',
  )
  expect(socketUrl({ protocol: 'http:', host: 'localhost:8080' }, 'u1', '2026-11-20')).toMatch(
    /^ws:\/\/localhost:8080\//,
  )
})
