import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useActiveTrades } from '../../features/active-trades/useActiveTrades.ts'
import { tradeLogQuery } from '../../features/trade-log/queries.ts'
import { closedTrade, OPEN_AT } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer } from '../../testing/server.ts'
import { StreamSocket } from '../../testing/stream-socket.ts'
import { indicesQuery } from '../market-queries.ts'
import { queryClient } from '../query-client.ts'
import { setClock } from '../server-clock.ts'
import { liveStream } from './app-stream.ts'

const quote = (price: number) => ({ nifty50: { price, change: 1, change_percent: 0.1 } })

/** A page that shows an index and the number of closed trades. */
function Page() {
  useActiveTrades('u1')
  const { data } = useQuery(indicesQuery)
  const log = useQuery(tradeLogQuery('u1', '2026-11-20'))
  return (
    <>
      <p>Nifty {data?.nifty50?.price ?? 'unknown'}</p>
      <p>{log.data?.length ?? 0} closed</p>
    </>
  )
}

const stream = () => StreamSocket.newest
const does = (event: () => void) => {
  act(event)
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

let indices: ReturnType<typeof answer>
let log: ReturnType<typeof answer>
beforeEach(() => {
  vi.stubGlobal('WebSocket', StreamSocket)
  // Polls that come back with the end of a page come at once, and not during the next test.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  answer('get', '/user_active_trades', [])
  indices = answer('get', '/live_indices', quote(100))
  log = answer('get', '/user_trade_logs', [])
})
afterEach(() => {
  vi.useRealTimers()
  // The time that passed is not that of the next test: a clock that lags a little would not be set back.
  setClock(OPEN_AT - 3_600_000, 1)
})

/** The page with the stream open, its topics followed, on fake time. */
async function open() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await show(<Page />)
  await screen.findByText('Nifty 100')
  does(() => stream().opens())
  await waitFor(() => expect(stream().request).toEqual({ topics: ['liveIndices', 'userActiveTrades.2026-11-20'] }))
}

it('takes from the stream what it polled, and polls again once the stream is lost', async () => {
  await open()
  does(() => stream().brings('liveIndices', quote(101)))
  expect(await screen.findByText('Nifty 101')).toBeTruthy()
  const asked = indices.queries.length
  await pass(11_000)
  does(() => stream().receives([1, 2, [0, [0, 102]]]))
  await pass(11_000)
  expect(await screen.findByText('Nifty 102')).toBeTruthy()
  expect(indices.queries).toHaveLength(asked)

  does(() => stream().close())
  await pass(1000)
  await waitFor(() => expect(indices.queries).toHaveLength(asked + 1))
  expect(await screen.findByText('Nifty 100')).toBeTruthy()
  await pass(2000)
  await waitFor(() => expect(indices.queries.length).toBeGreaterThan(asked + 1))
})

it('lets what the stream brings not grow stale, which would take a timer for each value and place', async () => {
  await open()
  does(() => stream().brings('liveIndices', quote(101)))
  expect(await screen.findByText('Nifty 101')).toBeTruthy()
  await pass(11_000)
  const [place] = queryClient.getQueryCache().find({ queryKey: indicesQuery.queryKey })?.observers ?? []
  expect(place?.getCurrentResult().isStale).toBe(false)
})

it('goes on polling what the stream does not bring', async () => {
  await open()
  const asked = indices.queries.length
  does(() => stream().receives({ topic: 'liveIndices', refused: 'upgrade_required' }))
  await pass(4000)
  await waitFor(() => expect(indices.queries.length).toBeGreaterThanOrEqual(asked + 2))
})

it('leaves what it cannot read to the poll', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await open()
  const asked = indices.queries.length
  does(() => stream().brings('liveIndices', { nifty50: 'soon' }))
  await pass(4000)
  await waitFor(() => expect(indices.queries.length).toBeGreaterThanOrEqual(asked + 2))
  expect(stream().request).toEqual({ topics: ['userActiveTrades.2026-11-20'] })
})

it('asks for what the stream hints at when it does, and seldom otherwise', async () => {
  await open()
  await waitFor(() => expect(log.queries).toHaveLength(2))
  await pass(1000)
  const asked = log.queries.length
  for (let beat = 0; beat < 5; beat += 1) {
    await pass(5000)
    does(() => stream().receives({ clock: { now: OPEN_AT, speed: 1 } }))
  }
  expect(log.queries).toHaveLength(asked)
  answer('get', '/user_trade_logs', [closedTrade()])
  does(() => stream().receives({ changed: 'trades' }))
  expect(await screen.findByText('1 closed')).toBeTruthy()
})

it('closes with the page', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { unmount } = await show(<Page />)
  await screen.findByText('Nifty 100')
  does(() => stream().opens())
  unmount()
  expect([stream().isClosed, liveStream.isOpen()]).toEqual([true, false])
})
