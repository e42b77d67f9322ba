import { istDate } from '@strikewise/domain/time/ist.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStore } from '../../lib/store.ts'
import { IDLE, type StreamState } from '../../lib/stream/connection.ts'
import type { StreamConsumer } from '../../lib/stream/live-stream.ts'
import { activeTrade } from '../../testing/response-bodies.ts'
import { followTrades, type LiveTrades } from './trade-connection.ts'

const TOPIC = 'userActiveTrades.2026-11-20'

function setUp() {
  const state = createStore<StreamState>(IDLE)
  const consumers = new Set<Partial<StreamConsumer>>()
  const followed = new Map<object, readonly string[]>()
  let started = 0
  const store = createStore<LiveTrades>({ status: 'idle', trades: undefined, unread: false, crowded: false })
  const fetchTrades = vi.fn<() => Promise<ReturnType<typeof activeTrade>[]>>(async () => [activeTrade()])
  const leave = followTrades(store, {
    stream: {
      state,
      start() {
        started += 1
        state.set({ status: 'connecting', polling: false, crowded: false })
        return () => {
          started -= 1
        }
      },
      follow: (who, topics) => followed.set(who, topics),
      consume(consumer) {
        consumers.add(consumer)
        return () => consumers.delete(consumer)
      },
    },
    uid: 'u1',
    date: istDate('2026-11-20'),
    fetchTrades,
  })
  return {
    store,
    fetchTrades,
    leave,
    followed: () => [...followed.values()].flat(),
    started: () => started,
    opens: () => state.set({ status: 'open', polling: false, crowded: false }),
    closes: (crowded = false) => state.set({ status: 'closed', polling: true, crowded }),
    connects: () => state.set({ status: 'connecting', polling: true, crowded: false }),
    brings: (value: unknown, topic = TOPIC) => {
      for (const consumer of consumers) consumer.value?.(topic, value as never)
    },
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('fetches once when the stream opens, then takes what it brings', async () => {
  const { store, fetchTrades, opens, brings, followed, started } = setUp()
  expect([store.get().status, followed(), started()]).toEqual(['connecting', [TOPIC], 1])
  opens()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([store.get().status, fetchTrades.mock.calls.length]).toEqual(['open', 1])
  brings([activeTrade({ trade_id: 't2' })])
  expect(store.get().trades).toEqual([activeTrade({ trade_id: 't2' })])
  brings([], 'userActiveTrades.2026-11-19')
  expect(store.get().trades).toEqual([activeTrade({ trade_id: 't2' })])
})

it('takes no fetched list that is older than what the stream brought meanwhile', async () => {
  const { store, fetchTrades, opens, brings } = setUp()
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof activeTrade>[]>()
  fetchTrades.mockReturnValueOnce(promise)
  opens()
  brings([activeTrade({ trade_id: 'newer' })])
  resolve([])
  await vi.advanceTimersByTimeAsync(0)
  expect(store.get().trades).toEqual([activeTrade({ trade_id: 'newer' })])
})

it('polls every 3 s while the stream is down, until it is open', async () => {
  const { fetchTrades, opens, closes, connects } = setUp()
  opens()
  closes()
  connects()
  closes()
  await vi.advanceTimersByTimeAsync(9000)
  expect(fetchTrades).toHaveBeenCalledTimes(1 + 3)
  opens()
  await vi.advanceTimersByTimeAsync(9000)
  // The one fetch on opening; the poll has ended.
  expect(fetchTrades).toHaveBeenCalledTimes(1 + 3 + 1)
})

it('shows that the user has as many connections as there may be', () => {
  const { store, closes, opens } = setUp()
  closes(true)
  expect(store.get()).toMatchObject({ status: 'closed', crowded: true })
  opens()
  expect(store.get().crowded).toBe(false)
})

it('shows a list that could not be read as unread, until one arrives', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { store, fetchTrades, opens, brings } = setUp()
  fetchTrades.mockRejectedValueOnce(new Error('away'))
  opens()
  await vi.advanceTimersByTimeAsync(0)
  expect(store.get().unread).toBe(true)
  brings('no list')
  expect(store.get().unread).toBe(true)
  brings([])
  expect(store.get()).toMatchObject({ unread: false, trades: [] })
})

it('leaves the stream and stops polling when the page is left', async () => {
  const { store, fetchTrades, leave, closes, followed, started, brings } = setUp()
  closes()
  leave()
  brings([activeTrade()])
  await vi.advanceTimersByTimeAsync(60_000)
  expect([fetchTrades.mock.calls.length, followed(), started()]).toEqual([0, [], 0])
  expect(store.get()).toMatchObject({ status: 'idle', trades: undefined })
})

it('keeps the objects of rows that did not change', () => {
  const { store, brings } = setUp()
  brings([activeTrade({ trade_id: 'a' }), activeTrade({ trade_id: 'b' })])
  const [first] = store.get().trades!
  brings([activeTrade({ trade_id: 'a' }), activeTrade({ trade_id: 'b', stop_price: 150 })])
  expect(store.get().trades![0]).toBe(first)
})
