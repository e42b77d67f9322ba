import type { ExceptionRow } from '@strikewise/wire/exceptions.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show, toasted } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { ExceptionsSection } from './ExceptionsSection.tsx'

const OPEN: ExceptionRow = {
  id: 7,
  user_id: 'u9',
  email: 'ravi@example.com',
  code: 'unprotected',
  is_finding: false,
  text: '75 units of NIFTY 24500 CE without a confirmed stop. We keep trying to place it.',
  day: '2026-11-20' as ExceptionRow['day'],
  first_at: '2026-11-20T10:00:00+05:30',
  last_at: '2026-11-20T10:05:00+05:30',
  occurrences: 3,
  state: 'open',
  owner: null,
  steps: [],
}
const RESOLVED: ExceptionRow = {
  ...OPEN,
  id: 8,
  state: 'resolved',
  steps: [
    { step: 'taken', by: 'first@example.com', at: '2026-11-20T10:06:00+05:30', note: null },
    { step: 'resolved', by: 'first@example.com', at: '2026-11-20T10:09:00+05:30', note: 'Placed by hand' },
  ],
}
const listed = (...exceptions: ExceptionRow[]) => answer('get', '/operator/exceptions', { exceptions })

it('shows what happened, to whom, how often, and takes it', async () => {
  listed(OPEN)
  const sent = answer('post', '/operator/exceptions/7/steps', OPEN)
  const { user } = await show(<ExceptionsSection />)
  const region = within(await screen.findByRole('region', { name: 'Open exceptions' }))
  expect(region.getByText(OPEN.text)).toBeTruthy()
  expect(region.getByText(/^Account ravi@example\.com\. 3 times, last at 20 Nov 2026, 10:05 IST\.$/)).toBeTruthy()
  expect(region.getByText('Trading')).toBeTruthy()
  await user.click(region.getByRole('button', { name: 'Take' }))
  await expect.poll(() => sent.bodies).toEqual([{ step: 'taken' }])
})

it('resolves one with a note, and shows why that was refused', async () => {
  listed({ ...OPEN, state: 'taken', owner: 'first@example.com', is_finding: true })
  refuse('post', '/operator/exceptions/7/steps', 403, { message: 'No.' })
  const { user } = await show(<ExceptionsSection />)
  expect(await screen.findByText('Taken by first@example.com')).toBeTruthy()
  expect(screen.getByText('Auditor')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Take' })).toBeNull()
  const resolve = screen.getByRole('button', { name: 'Resolve' })
  expect(resolve).toHaveProperty('disabled', true)
  await user.type(screen.getByLabelText('How it was resolved'), ' Placed by hand ')
  await user.click(resolve)
  await toasted('No.')
  expect(screen.getByLabelText<HTMLInputElement>('How it was resolved').value).toBe(' Placed by hand ')
})

it('shows the steps of a resolved one, and opens it again', async () => {
  listed(RESOLVED)
  const sent = answer('post', '/operator/exceptions/8/steps', OPEN)
  const { user } = await show(<ExceptionsSection />)
  expect(await screen.findByText('No open exceptions.')).toBeTruthy()
  const region = within(screen.getByRole('region', { name: 'Resolved' }))
  expect(region.getByText('20 Nov 2026, 10:09 IST: resolved, first@example.com: Placed by hand')).toBeTruthy()
  await user.click(region.getByRole('button', { name: 'Reopen' }))
  await expect.poll(() => sent.bodies).toEqual([{ step: 'reopened' }])
})

it('shows that one has occurred again', async () => {
  listed({ ...RESOLVED, state: 'recurred' })
  await show(<ExceptionsSection />)
  expect(await screen.findByText('Occurred again')).toBeTruthy()
})
