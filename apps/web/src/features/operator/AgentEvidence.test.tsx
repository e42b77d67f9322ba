import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { AgentEvidence } from './AgentEvidence.tsx'

const interval = (value: number) => ({ value, low: value - 0.05, high: value + 0.05 })
const ahead = (minutes: number | null, at: number) => ({
  minutes,
  observations: 1400,
  signals: 700 + at,
  correlation: interval(0.01 * at),
  right: interval(0.5),
  pays_bp: null,
})
const agent = (symbol: string) => ({
  agent: 'candle_signal',
  symbol,
  changes: { value: 15.2, low: 15.1, high: 15.3 },
  ahead: [ahead(5, 1), ahead(15, 2), ahead(30, 3), ahead(60, 4), ahead(null, 5)],
  sessions: [
    { day: '2026-08-11', signals: 31, right: 0.62, pays_bp: 1 },
    { day: '2026-08-12', signals: 0, right: null, pays_bp: null },
  ],
})

it('shows an agent’s figures with their intervals, by index, horizon and session', async () => {
  answer('get', '/operator/agent-evidence', {
    sessions: 2,
    from: '2026-08-11',
    to: '2026-08-12',
    agents: [agent('NIFTY')],
  })
  await show(<AgentEvidence />)
  const totals = await screen.findByRole('region', { name: 'Agents over all sessions' })
  const cells = () =>
    within(totals)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(cells()).toEqual(['Candles', '703', '0.03 (−0.02 – 0.08)', '50% (45 – 55)', '–', '15.2 (15.1 – 15.3)'])
  fireEvent.click(screen.getByRole('radio', { name: 'Close' }))
  expect(cells().slice(1, 3)).toEqual(['705', '0.05 (0.00 – 0.10)'])
  const sessions = screen.getByRole('region', { name: 'Right by session, 30 minutes ahead' })
  expect(
    within(sessions)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['2026-08-12', '–', '2026-08-11', '62% / 31'])
  fireEvent.click(screen.getByRole('radio', { name: 'Bank Nifty' }))
  expect(screen.getByText('No decision is recorded yet.')).toBeTruthy()
})

it('reports that no decision is recorded yet', async () => {
  answer('get', '/operator/agent-evidence', { sessions: 0, from: null, to: null, agents: [] })
  await show(<AgentEvidence />)
  expect(await screen.findByText('No decision is recorded yet.')).toBeTruthy()
})

it('offers to try again when the figures could not be loaded', async () => {
  refuse('get', '/operator/agent-evidence', 403, { message: 'No.' })
  await show(<AgentEvidence />)
  expect(await screen.findByText('This could not be loaded')).toBeTruthy()
})
