import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show, toasted } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { PauseButton } from './PauseButton.tsx'

it('asks before it pauses entries, then sends it', async () => {
  const seen = answer('post', '/stop', { user: true, global: false })
  const { user } = await show(<PauseButton paused={false} locked={false} />)
  await user.click(await screen.findByRole('button', { name: 'Pause entries' }))
  expect(await screen.findByText('Pause new entries?')).toBeTruthy()
  expect(seen.bodies).toHaveLength(0)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pause entries' }))
  await vi.waitFor(() => expect(seen.bodies).toEqual([{ on: true }]))
  expect(await toasted('New entries are paused.')).toBeTruthy()
})

it('changes nothing when cancelled', async () => {
  const seen = answer('post', '/stop', { user: false, global: false })
  const { user } = await show(<PauseButton paused locked={false} />)
  await user.click(await screen.findByRole('button', { name: 'Resume entries' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(seen.bodies).toHaveLength(0)
})

it('shows at once when the pause was not confirmed', async () => {
  refuse('post', '/stop', 503, { message: 'No.' })
  const { user } = await show(<PauseButton paused={false} locked={false} />)
  await user.click(await screen.findByRole('button', { name: 'Pause entries' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pause entries' }))
  expect(await toasted('Not paused. Entries are still on. Try again now.')).toBeTruthy()
})

it('offers no switch on a day whose entries are locked', async () => {
  await show(<PauseButton paused={false} locked />)
  expect(await screen.findByText('No more entries today')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

it('still lets a pause be released on a locked day', async () => {
  await show(<PauseButton paused locked />)
  expect(await screen.findByRole('button', { name: 'Resume entries' })).toBeTruthy()
})
