import type { IncidentRow } from '@strikewise/wire/incidents.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show, toasted } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { IncidentsSection } from './IncidentsSection.tsx'

const OPEN: IncidentRow = {
  id: 7,
  title: 'Prices are late',
  severity: 'major',
  components: ['feed', 'broker'],
  opened_at: '2026-11-20T10:05:00+05:30',
  resolved_at: null,
  updates: [{ state: 'identified', text: 'The feed reconnects.', at: '2026-11-20T10:10:00+05:30' }],
}
const listed = (open: IncidentRow[], past: IncidentRow[] = []) => answer('get', '/operator/incidents', { open, past })

it('opens an incident once it has a title, a part and a message', async () => {
  listed([])
  const sent = answer('post', '/operator/incidents', OPEN)
  const { user } = await show(<IncidentsSection />)
  const button = await screen.findByRole('button', { name: 'Open incident' })
  await user.type(screen.getByLabelText('Title'), ' Prices are late ')
  await user.selectOptions(screen.getByLabelText('Severity'), 'critical')
  await user.type(screen.getByLabelText('First message'), 'We are looking into it.')
  expect(button).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('checkbox', { name: 'Broker' }))
  await user.click(screen.getByRole('checkbox', { name: 'Market data' }))
  await user.click(screen.getByRole('checkbox', { name: 'Broker' }))
  await user.click(button)
  await expect
    .poll(() => sent.bodies)
    .toEqual([
      { title: 'Prices are late', severity: 'critical', components: ['feed'], text: 'We are looking into it.' },
    ])
  await expect.poll(() => screen.getByLabelText<HTMLInputElement>('Title').value).toBe('')
})

it('keeps what was written when the server refuses it, and shows why', async () => {
  listed([])
  refuse('post', '/operator/incidents', 400, { message: 'title: Must be at most 100 characters' })
  const { user } = await show(<IncidentsSection />)
  await user.type(await screen.findByLabelText('Title'), 'Prices are late')
  await user.type(screen.getByLabelText('First message'), 'We are looking into it.')
  await user.click(screen.getByRole('checkbox', { name: 'Market data' }))
  await user.click(screen.getByRole('button', { name: 'Open incident' }))
  await toasted('title: Must be at most 100 characters')
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Prices are late')
})

it.each([
  ['monitoring', 'Publish update'],
  ['resolved', 'Resolve incident'],
])('writes an update as %s', async (state, button) => {
  listed([OPEN])
  const sent = answer('post', '/operator/incidents/7/updates', OPEN)
  const { user } = await show(<IncidentsSection />)
  const form = within(await screen.findByRole('group', { name: 'Prices are late' }))
  // It begins with the state the incident has.
  expect(form.getByLabelText<HTMLSelectElement>('State').value).toBe('identified')
  await user.selectOptions(form.getByLabelText('State'), state)
  expect(form.getByRole('button', { name: button })).toHaveProperty('disabled', true)
  await user.type(form.getByLabelText('Update'), 'Prices arrive again.')
  await user.click(form.getByRole('button', { name: button }))
  await expect.poll(() => sent.bodies).toEqual([{ state, text: 'Prices arrive again.' }])
})

it('offers no update for what is resolved', async () => {
  listed([], [{ ...OPEN, resolved_at: '2026-11-20T11:00:00+05:30' }])
  await show(<IncidentsSection />)
  const past = within(await screen.findByRole('list', { name: 'Past incidents' }))
  expect(past.getByText('Prices are late')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Publish update' })).toBeNull()
})
