import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { RegisteredLogic } from './RegisteredLogic.tsx'

const SHIPPED = {
  config_hash: '0a'.repeat(32),
  code_hash: '0b'.repeat(32),
  weights_version: null,
  identifier: 'ALGO-1',
  disclosure: 'Weighted vote of agents.',
  from: null,
  to: null,
}
const OPEN = {
  ...SHIPPED,
  config_hash: '0c'.repeat(32),
  weights_version: '2026-11-20',
  identifier: null,
  disclosure: null,
}

it('shows each logic with its identifier, and registers one that is open', async () => {
  answer('get', '/operator/logic', { logic: [OPEN, SHIPPED] })
  const sent = answer('post', '/operator/logic', { ...OPEN, identifier: 'ALGO-2' })
  await show(<RegisteredLogic />)
  expect(await screen.findByText('ALGO-1')).toBeTruthy()
  expect(screen.getByText('Not registered')).toBeTruthy()
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Register' })
  expect(button.disabled).toBe(true)
  await userEvent.type(screen.getByLabelText('Exchange algo ID'), 'ALGO-2')
  await userEvent.type(screen.getByLabelText('First day'), '2026-11-30')
  await userEvent.type(screen.getByLabelText('Disclosure'), 'Weighted vote of agents, learned weights.')
  await userEvent.click(button)
  expect(sent.bodies).toEqual([
    {
      config_hash: OPEN.config_hash,
      identifier: 'ALGO-2',
      disclosure: 'Weighted vote of agents, learned weights.',
      from: '2026-11-30',
      to: null,
    },
  ])
})

it('offers to try again when the register could not be loaded', async () => {
  refuse('get', '/operator/logic', 403, { message: 'No.' })
  await show(<RegisteredLogic />)
  expect(await screen.findByText('This could not be loaded')).toBeTruthy()
})
