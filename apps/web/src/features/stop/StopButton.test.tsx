import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show, toasted } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { StopButton } from './StopButton.tsx'

it('asks before it stops, then sends it', async () => {
  const seen = answer('post', '/stop', { user: true, global: false })
  const { user } = await show(<StopButton stopped={false} />)
  await user.click(await screen.findByRole('button', { name: 'Stop trading' }))
  expect(await screen.findByText('Stop all new entries?')).toBeTruthy()
  expect(seen.bodies).toHaveLength(0)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stop trading' }))
  await vi.waitFor(() => expect(seen.bodies).toEqual([{ on: true }]))
  expect(await toasted('New entries are stopped.')).toBeTruthy()
})

it('changes nothing when cancelled', async () => {
  const seen = answer('post', '/stop', { user: false, global: false })
  const { user } = await show(<StopButton stopped />)
  await user.click(await screen.findByRole('button', { name: 'Resume entries' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(seen.bodies).toHaveLength(0)
})

it('says at once when the stop was not confirmed', async () => {
  refuse('post', '/stop', 503, { message: 'No.' })
  const { user } = await show(<StopButton stopped={false} />)
  await user.click(await screen.findByRole('button', { name: 'Stop trading' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stop trading' }))
  expect(await toasted('The stop switch was not changed. Try again at once.')).toBeTruthy()
})
