import { screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { indicesQuery } from '../../lib/market-queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { show } from '../../testing/render.tsx'
import { answer, hang, refuse } from '../../testing/server.ts'
import { IndexCard } from './IndexCard.tsx'

const quote = (price: number, change: number, change_percent: number) => ({ price, change, change_percent })

it("shows 'Loading...' until data arrives", async () => {
  hang('get', '/live_indices')
  await show(<IndexCard symbol="NIFTY" />)
  expect(await screen.findByText('Nifty 50')).toBeTruthy()
  expect(screen.getByText('Loading...')).toBeTruthy()
})

it("stays on 'Loading...' and logs when the call fails", async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  refuse('get', '/live_indices', 503, { message: 'No.' })
  await show(<IndexCard symbol="NIFTY" />)
  await waitFor(() => expect(logged).toHaveBeenCalled())
  expect(screen.getByText('Loading...')).toBeTruthy()
})

it.each([
  ['a rise is green', quote(24512.35, 86.2, 0.35), '+86.20', '(+0.35%)', 'text-up'],
  ['no change is green', quote(24512.35, 0, 0), '0.00', '(0.00%)', 'text-up'],
  ['a fall is red', quote(24512.35, -12.5, -0.05), '−12.50', '(−0.05%)', 'text-down'],
])('%s', async (_what, nifty50, change, percent, colour) => {
  answer('get', '/live_indices', { nifty50 })
  await show(<IndexCard symbol="NIFTY" />)
  expect(await screen.findByText('24,512.35')).toBeTruthy()
  expect(screen.getByText(percent)).toBeTruthy()
  expect(screen.getByText(change).closest('dd')?.className).toContain(colour)
})

it('flashes the way the price moved, and not on the first price', async () => {
  answer('get', '/live_indices', { banknifty: quote(52000, 1, 0.1) })
  await show(<IndexCard symbol="BANKNIFTY" />)
  expect((await screen.findByText('52,000.00')).className).not.toContain('flash-')
  act(() => {
    queryClient.setQueryData(indicesQuery.queryKey, { banknifty: quote(52010, 1, 0.1) })
  })
  expect((await screen.findByText('52,010.00')).className).toContain('flash-up-line')
  act(() => {
    queryClient.setQueryData(indicesQuery.queryKey, { banknifty: quote(51990, 1, 0.1) })
  })
  expect((await screen.findByText('51,990.00')).className).toContain('flash-down-line')
})
