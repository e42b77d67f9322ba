import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { RegisteredTrials } from './RegisteredTrials.tsx'

const WAITING = {
  hash: '0a'.repeat(32),
  name: 'Wider stop',
  author: 'A. Rao',
  date: '2026-11-27',
  filed: '2026-11-27',
  version: null,
  parameters: { 'engine.enter': 0.45 },
  test: 'gain_r',
  threshold: 0,
  test_from: '2026-11-30',
  test_to: '2027-02-26',
  state: 'waiting',
  sessions_left: 61,
  result: null,
}
const FAILED = {
  ...WAITING,
  hash: '0b'.repeat(32),
  name: 'Later entries',
  state: 'failed',
  sessions_left: 0,
  result: {
    sessions: 60,
    trades: 81,
    mean_r: -0.012,
    interval: { low: -0.21, high: 0.19 },
    gain: { low: -0.1, high: 0.14 },
  },
}

it('shows what each trial waits for, and what one found with its interval', async () => {
  answer('get', '/operator/trials', { trials: [WAITING, FAILED] })
  await show(<RegisteredTrials />)
  expect(await screen.findByText('Registered, waiting')).toBeTruthy()
  expect(screen.getByText(/Waiting for 61 sessions/)).toBeTruthy()
  expect(screen.getByText('Nothing was found')).toBeTruthy()
  expect(
    screen.getByText(
      'Simulated: 60 sessions, 81 trades, mean −0.012 R a session (95%: −0.210 … +0.190); gain over the present rules (95%): −0.100 … +0.140.',
    ),
  ).toBeTruthy()
})

it('files what the command exported, and refuses anything else before it is sent', async () => {
  answer('get', '/operator/trials', { trials: [] })
  const sent = answer('post', '/operator/trials', WAITING)
  await show(<RegisteredTrials />)
  const field = await screen.findByLabelText('Registration or result')
  await userEvent.click(field)
  await userEvent.paste('{"name":"a candidate file"}')
  await userEvent.click(screen.getByRole('button', { name: 'File it' }))
  expect(await screen.findByText('This is not the output of npm run trial -- export.')).toBeTruthy()
  expect(sent.bodies).toEqual([])
  await userEvent.clear(field)
  const exported = { registration: { hash: WAITING.hash }, result: null }
  await userEvent.click(field)
  await userEvent.paste(JSON.stringify(exported))
  await userEvent.click(screen.getByRole('button', { name: 'File it' }))
  await expect.poll(() => sent.bodies).toEqual([exported])
})

it('offers to try again when the trials could not be loaded', async () => {
  refuse('get', '/operator/trials', 403, { message: 'No.' })
  await show(<RegisteredTrials />)
  expect(await screen.findByText('This could not be loaded')).toBeTruthy()
})
