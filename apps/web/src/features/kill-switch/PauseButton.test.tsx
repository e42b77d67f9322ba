import { screen, within, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { show, toasted } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { endRequest } from '../position/act-request.ts'
import { ActDialogs } from '../position/ActDialogs.tsx'
import { standingOf } from '../position/position.ts'
import { PauseButton } from './PauseButton.tsx'

beforeEach(endRequest)

/** The button and the dialog it opens, as the dashboard puts them together. */
const pause = (paused: boolean, locked = false) =>
  show(
    <>
      <PauseButton paused={paused} locked={locked} />
      <ActDialogs trades={[]} standingOf={() => standingOf(undefined)} />
    </>,
  )

it('asks before it pauses entries, then sends it', async () => {
  const seen = answer('post', '/stop', { user: true, global: false })
  const { user } = await pause(false)
  await user.click(await screen.findByRole('button', { name: 'Pause entries' }))
  expect(await screen.findByText('Pause new entries?')).toBeTruthy()
  expect(seen.bodies).toHaveLength(0)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pause entries' }))
  await waitFor(() => expect(seen.bodies).toEqual([{ on: true }]))
  expect(await toasted('New entries are paused.')).toBeTruthy()
})

it('resumes entries once it was asked for', async () => {
  const seen = answer('post', '/stop', { user: false, global: false })
  const { user } = await pause(true)
  await user.click(await screen.findByRole('button', { name: 'Entries paused · Resume' }))
  await user.click(await screen.findByRole('button', { name: 'Resume entries' }))
  await waitFor(() => expect(seen.bodies).toEqual([{ on: false }]))
  expect(await toasted('New entries are allowed again.')).toBeTruthy()
})

it('changes nothing when cancelled', async () => {
  const seen = answer('post', '/stop', { user: false, global: false })
  const { user } = await pause(true)
  await user.click(await screen.findByRole('button', { name: 'Entries paused · Resume' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(seen.bodies).toHaveLength(0)
})

it.each([
  [false, 'Pause entries', 'Pause entries', 'Not paused. Entries are still on. Try again now.'],
  [true, 'Entries paused · Resume', 'Resume entries', 'Not resumed. Entries are still paused. Try again now.'],
])('shows at once when a change from paused: %s was not confirmed', async (paused, name, confirm, text) => {
  refuse('post', '/stop', 503, { message: 'No.' })
  const { user } = await pause(paused)
  await user.click(await screen.findByRole('button', { name }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: confirm }))
  expect(await toasted(text)).toBeTruthy()
})

it('offers no switch on a day whose entries are locked', async () => {
  await pause(false, true)
  expect(await screen.findByText('No more entries today')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

it('still lets a pause be released on a locked day', async () => {
  await pause(true, true)
  expect(await screen.findByRole('button', { name: 'Entries paused · Resume' })).toBeTruthy()
})
