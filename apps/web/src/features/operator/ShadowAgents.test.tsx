import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { signalBody } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { ShadowAgents } from './ShadowAgents.tsx'

const TRIAL = [{ name: 'trial_signal', title: 'A trial', about: 'What it looks at' }]

it('shows what an agent on trial shows of each index, and that it does not vote', async () => {
  const reading = { agent: 'trial_signal', symbol: 'NIFTY', signal: { ...signalBody('bearish'), strength: 0.34 } }
  const other = { agent: 'another_signal', symbol: 'NIFTY', signal: signalBody('bullish') }
  answer('get', '/operator/shadow-agents', { agents: [reading, { ...reading, symbol: 'BANKNIFTY' }, other] })
  await show(<ShadowAgents agents={TRIAL} />)
  const card = await screen.findByRole('region', { name: 'Agents on trial' })
  expect(within(card).getByText('Not voting')).toBeTruthy()
  expect((await within(card).findByText('NIFTY')).parentElement!.textContent).toContain('NIFTY: bearish 34%')
  expect(within(card).getByText('BANKNIFTY')).toBeTruthy()
  expect(card.textContent).not.toContain('bullish')
})

it('reports it while there is no signal yet', async () => {
  answer('get', '/operator/shadow-agents', { agents: [] })
  await show(<ShadowAgents agents={TRIAL} />)
  expect(await screen.findByText('No signal yet today.')).toBeTruthy()
})

it('offers to try again when the signals could not be loaded', async () => {
  refuse('get', '/operator/shadow-agents', 403, { message: 'No.' })
  await show(<ShadowAgents agents={TRIAL} />)
  expect(await screen.findByText('This could not be loaded')).toBeTruthy()
})

it('shows nothing while no agent is on trial', async () => {
  await show(<ShadowAgents agents={[]} />)
  expect(screen.queryByText('Agents on trial')).toBeNull()
})
