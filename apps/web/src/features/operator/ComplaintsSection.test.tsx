import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { answer } from '../../testing/server.ts'
import { ComplaintsSection } from './ComplaintsSection.tsx'

const PENDING = {
  id: 7,
  source: 'direct',
  reference: 'SW-ABCD2345',
  received_on: '2026-11-02',
  closed_on: null,
  outcome: null,
}
const RESOLVED = {
  ...PENDING,
  id: 3,
  reference: 'SEBIE/1',
  source: 'scores',
  closed_on: '2026-11-09',
  outcome: 'resolved',
}

it('lists what is pending and how the others ended', async () => {
  answer('get', '/operator/complaints', { complaints: [PENDING, RESOLVED] })
  await show(<ComplaintsSection />)
  const rows = within(await screen.findByRole('list', { name: 'Complaints' }))
  expect(await rows.findByText('Received 2 Nov 2026')).toBeTruthy()
  expect(rows.getByText('Received 2 Nov 2026, closed 9 Nov 2026')).toBeTruthy()
  // Only what is pending can be closed.
  expect(rows.getAllByRole('button', { name: 'Mark as resolved' })).toHaveLength(1)
})

it('enters one that came by SCORES', async () => {
  answer('get', '/operator/complaints', { complaints: [] })
  const sent = answer('post', '/operator/complaints', PENDING)
  const { user } = await show(<ComplaintsSection />)
  await user.type(await screen.findByLabelText('Reference (no name or address)'), ' SEBIE/2 ')
  fireEvent.change(screen.getByLabelText('Received on'), { target: { value: '2026-11-20' } })
  await user.click(screen.getByRole('button', { name: 'Enter' }))
  await expect.poll(() => sent.bodies).toEqual([{ source: 'scores', reference: 'SEBIE/2', received_on: '2026-11-20' }])
})

it.each([
  ['Mark as resolved', 'resolved'],
  ['Was no complaint', 'not_a_complaint'],
])('closes one with "%s" on the day that was entered', async (button, outcome) => {
  answer('get', '/operator/complaints', { complaints: [PENDING] })
  const sent = answer('post', '/operator/complaints/7/close', RESOLVED)
  const { user } = await show(<ComplaintsSection />)
  const group = within(await screen.findByRole('group', { name: 'SW-ABCD2345' }))
  expect(group.getByRole('button', { name: button })).toHaveProperty('disabled', true)
  fireEvent.change(group.getByLabelText('Closed on'), { target: { value: '2026-11-20' } })
  await user.click(group.getByRole('button', { name: button }))
  await expect.poll(() => sent.bodies).toEqual([{ outcome, closed_on: '2026-11-20' }])
})
