import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { decisionBody } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { DecisionLine } from './DecisionLine.tsx'

it('shows why there was no trade, and more on request', async () => {
  const seen = answer('get', '/decisions', [decisionBody()])
  const { user } = await show(<DecisionLine symbol="NIFTY" />)
  expect(await screen.findByText('No trade')).toBeTruthy()
  expect(screen.getByText('The market moves sideways. +1 more reason')).toBeTruthy()
  expect(Object.fromEntries(seen.queries[0]!)).toEqual({ symbol: 'NIFTY', date: '2026-11-20', limit: '1' })
  await user.click(screen.getByRole('button', { name: 'Why' }))
  expect(screen.getByText('Score 0.22 is under 0.40.')).toBeTruthy()
  expect(screen.getByText('ADX over 20')).toBeTruthy()
})

it('shows when none was made yet', async () => {
  answer('get', '/decisions', [])
  await show(<DecisionLine symbol="NIFTY" />)
  expect(await screen.findByText(/No decision yet today/)).toBeTruthy()
})

it('shows when it could not be read', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  refuse('get', '/decisions', 500, { message: 'No.' })
  await show(<DecisionLine symbol="NIFTY" />)
  expect(await screen.findByText('Couldn’t load the last decision.')).toBeTruthy()
})
