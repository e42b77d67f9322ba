import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { ChainHistorySection } from './ChainHistorySection.tsx'

const STORED = {
  on: true,
  keep_days: 400,
  symbols: [
    {
      symbol: 'NIFTY',
      days: 41,
      from: '2026-09-28',
      to: '2026-11-26',
      bytes: 41_230_000,
      stored_at: '2026-11-26T16:02:11+05:30',
    },
  ],
  volatility: [
    { symbol: 'NIFTY', sessions: 84 },
    { symbol: 'BANKNIFTY', sessions: 12 },
  ],
  failures: [],
}

it('shows which sessions of an index are stored and how much room they take', async () => {
  answer('get', '/operator/chain-history', STORED)
  await show(<ChainHistorySection />)
  expect(await screen.findByText('NIFTY')).toBeTruthy()
  expect(
    screen.getByText(/41 sessions, 2026-09-28 to 2026-11-26, 41.2 MB. Last stored 2026-11-26 16:02:11/),
  ).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('shows from how many sessions the IV percentile of each index is taken', async () => {
  answer('get', '/operator/chain-history', STORED)
  await show(<ChainHistorySection />)
  expect(await screen.findByText('NIFTY: IV percentile from 84 sessions, at most 252.')).toBeTruthy()
  expect(screen.getByText('BANKNIFTY: no IV percentile yet, 12 of 60 sessions.')).toBeTruthy()
})

it('raises an alert for a session that could not be stored, with the reason', async () => {
  const failure = {
    day: '2026-11-25',
    reason: 'ENOSPC: no space left on device',
    attempts: 3,
    failed_at: '2026-11-26T17:00:00+05:30',
  }
  answer('get', '/operator/chain-history', { ...STORED, symbols: [], failures: [failure] })
  await show(<ChainHistorySection />)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('2026-11-25: ENOSPC: no space left on device. Tried 3 times, last at 17:00:00.')
  expect(screen.getByText('No session is stored yet.')).toBeTruthy()
})

it('saves how many days are kept, and sends nothing that is no number of days', async () => {
  answer('get', '/operator/chain-history', STORED)
  const sent = answer('post', '/operator/chain-history', { ...STORED, keep_days: 800 })
  await show(<ChainHistorySection />)
  const field = await screen.findByLabelText('Days to keep')
  const save = screen.getByRole('button', { name: 'Save' })
  expect(save.hasAttribute('disabled')).toBe(true)
  await userEvent.clear(field)
  await userEvent.type(field, '4000')
  expect(screen.getByText('Enter a whole number from 1 to 3650.')).toBeTruthy()
  expect(save.hasAttribute('disabled')).toBe(true)
  await userEvent.clear(field)
  await userEvent.type(field, '800')
  await userEvent.click(save)
  await expect.poll(() => sent.bodies).toEqual([{ keep_days: 800 }])
})

it('reports an installation that stores nothing', async () => {
  answer('get', '/operator/chain-history', { ...STORED, on: false })
  await show(<ChainHistorySection />)
  expect(await screen.findByText('New sessions are not stored')).toBeTruthy()
})

it('offers to try again when the history could not be loaded', async () => {
  refuse('get', '/operator/chain-history', 403, { message: 'No.' })
  await show(<ChainHistorySection />)
  expect(await screen.findByText('This could not be loaded')).toBeTruthy()
})
