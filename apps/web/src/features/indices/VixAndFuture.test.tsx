import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { answer } from '../../testing/server.ts'
import { VixAndFuture } from './VixAndFuture.tsx'

it('shows the volatility index and the premium of the future', async () => {
  answer('get', '/live_indices', {
    india_vix: { price: 18.73, change: -0.4, change_percent: -2.09 },
    nifty_future: { price: 24_586.45, premium: 74.1 },
  })
  await show(<VixAndFuture />)
  expect(await screen.findByText('18.73')).toBeTruthy()
  expect(screen.getByText('−0.40')).toBeTruthy()
  expect(screen.getByText('+74.10')).toBeTruthy()
})

it('shows nothing while neither is known', async () => {
  const seen = answer('get', '/live_indices', {})
  await show(<VixAndFuture />)
  await expect.poll(() => seen.queries.length).toBeGreaterThan(0)
  expect(screen.queryByRole('region', { name: 'India VIX' })).toBeNull()
})
