import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { setClock } from '../../lib/server-clock.ts'
import { decisionBody } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { act } from 'react'
import { answer, hang, refuse } from '../../testing/server.ts'
import { DecisionLine } from './DecisionLine.tsx'

it('shows a verdict, its score and why, and more on request', async () => {
  const seen = answer('get', '/decisions', [
    decisionBody({ no_trade: decisionBody().no_trade.map((reason) => ({ ...reason, code: 'score_low' })) }),
  ])
  const { user } = await show(<DecisionLine symbol="NIFTY" />)
  expect(await screen.findByText('WAIT')).toBeTruthy()
  expect(screen.getByText('+0.22')).toBeTruthy()
  expect(screen.getByText('±0.40')).toBeTruthy()
  expect(screen.getByText('The market moves sideways. +1 more reason', { exact: false })).toBeTruthy()
  expect(Object.fromEntries(seen.queries[0]!)).toEqual({ symbol: 'NIFTY', date: '2026-11-20', limit: '1' })
  await user.click(screen.getByRole('button', { name: 'Why' }))
  expect(screen.getByText('Score 0.22 is under 0.40.')).toBeTruthy()
  expect(screen.getByText('ADX over 20')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open this minute' }).getAttribute('href')).toBe(
    '/why/NIFTY/2026-11-20T10%3A42',
  )
})

it('shows the score that is needed at this time of day', async () => {
  answer('get', '/decisions', [decisionBody({ threshold: 0.45 })])
  await show(<DecisionLine symbol="NIFTY" />)
  expect(await screen.findByText('±0.45')).toBeTruthy()
})

it('is blocked where a rule forbids entries', async () => {
  answer('get', '/decisions', [decisionBody({ no_trade: [{ ...decisionBody().no_trade[0]!, code: 'regime_range' }] })])
  await show(<DecisionLine symbol="NIFTY" />)
  expect(await screen.findByText('BLOCKED')).toBeTruthy()
})

it('is blocked on a day without further entries, whatever the decision', async () => {
  answer('get', '/decisions', [decisionBody({ action: 'buy_call', no_trade: [] })])
  await show(<DecisionLine symbol="NIFTY" locked />)
  expect(await screen.findByText('BLOCKED')).toBeTruthy()
  expect(screen.getByText('No more entries today.', { exact: false })).toBeTruthy()
  expect(screen.queryByText('BUY CALL')).toBeNull()
})

it('shows what would end an option that is held, in place of why none was bought', async () => {
  answer('get', '/decisions', [decisionBody()])
  const holding = {
    contract: 'NIFTY 24500 CE',
    stop: 140.1,
    target: undefined,
    timeLimit: '12:05',
    squareOff: '15:05',
    endsByScore: true,
  }
  await show(<DecisionLine symbol="NIFTY" holding={holding} />)
  expect(await screen.findByText('HOLD')).toBeTruthy()
  for (const text of ['Holding NIFTY 24500 CE', 'stop ₹140.10', 'time limit 12:05', 'square-off 15:05'])
    expect(screen.getByText(text, { exact: false })).toBeTruthy()
  expect(screen.queryByText(/moves sideways/)).toBeNull()
})

it('shows that it is loading', async () => {
  hang('get', '/decisions')
  await show(<DecisionLine symbol="NIFTY" />)
  expect(await screen.findByText('Loading...')).toBeTruthy()
  expect(screen.queryByText(/No decision yet/)).toBeNull()
})

it('shows when none was made yet, and before the session when the first entry is possible', async () => {
  answer('get', '/decisions', [])
  await show(<DecisionLine symbol="NIFTY" />)
  expect(await screen.findByText(/No decision yet today\. One is made each minute/)).toBeTruthy()
  act(() => setClock(Date.parse('2026-11-20T08:52:00+05:30'), 1))
  expect(await screen.findByText('No decision yet today. First entry possible at 09:30.')).toBeTruthy()
})

it('shows when it could not be read', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  refuse('get', '/decisions', 500, { message: 'No.' })
  await show(<DecisionLine symbol="NIFTY" />)
  expect(await screen.findByText('Couldn’t load the last decision.')).toBeTruthy()
})
