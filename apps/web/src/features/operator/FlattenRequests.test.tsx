import type { FlattenRequest } from '@strikewise/wire/flatten.ts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { show, toasted } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { FlattenRequests } from './FlattenRequests.tsx'
import { RequestFlatten } from './RequestFlatten.tsx'

const AT = '2026-11-20T10:00:00+05:30'

const request = (change: Partial<FlattenRequest> = {}): FlattenRequest => ({
  id: 'f1',
  user_id: 'u9',
  email: 'ravi@example.com',
  reason: 'the feed lies',
  asked_by: 'first@example.com',
  asked_at: AT,
  own: false,
  state: 'open',
  expires_at: '2026-11-20T10:10:00+05:30',
  own_code_in_s: 42,
  confirmation: null,
  live_trades: 2,
  exits: 0,
  open_exits: 0,
  complete: false,
  ...change,
})
const CONFIRMED: Partial<FlattenRequest> = {
  state: 'confirmed',
  confirmation: { by: 'second@example.com', how: 'second_operator', at: AT },
  complete: true,
}
const listed = (change: Partial<FlattenRequest> = {}) =>
  answer('get', '/operator/flatten', { requests: [request(change)] })

describe('the request', () => {
  it('of one account or of all is sent with its reason', async () => {
    const seen = answer('post', '/operator/flatten', request({ own: true }))
    const { user } = await show(<RequestFlatten userId="u9" />)
    const button = await screen.findByRole('button', { name: 'Request flatten' })
    expect(button).toHaveProperty('disabled', true)
    await user.type(screen.getByLabelText(/^Reason to flatten/), 'the feed lies')
    await user.click(button)
    await toasted('Requested. A second operator confirms it under Today.')
    expect(seen.bodies).toEqual([{ user_id: 'u9', reason: 'the feed lies' }])
  })
})

describe('a request', () => {
  it('of another operator is confirmed in a dialog that names account, trades and reason', async () => {
    listed()
    const seen = answer('post', '/operator/flatten/f1/confirm', request(CONFIRMED), 202)
    const { user } = await show(<FlattenRequests />)
    expect(await screen.findByText('Waits for your confirmation.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Confirm flatten' }))
    const dialog = await screen.findByRole('dialog', { name: 'Flatten this account?' })
    expect(dialog.textContent).toContain('Account ravi@example.com. 2 live trades are exited.')
    expect(dialog.textContent).toContain('Reason: the feed lies')
    expect(screen.queryByLabelText(/^Code of your authenticator app/)).toBeNull()
    listed({ ...CONFIRMED, exits: 2, open_exits: 1 })
    await user.click(screen.getByRole('button', { name: 'Exit all trades' }))
    expect(await screen.findByText(/1 of 2 trades still open at the broker\./)).toBeTruthy()
    expect(seen.bodies).toEqual([{}])
  })

  it('of one’s own waits for a second operator first', async () => {
    listed({ own: true })
    await show(<FlattenRequests />)
    expect(
      await screen.findByText('Waits for a second operator. You can confirm with your own code in 42 s.'),
    ).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Confirm flatten' })).toBeNull()
  })

  it('of one’s own is confirmed with a code after that, and a refusal is shown', async () => {
    listed({ own: true, own_code_in_s: 0, user_id: null, email: null })
    const seen = refuse('post', '/operator/flatten/f1/confirm', 403, { message: 'Incorrect code.' })
    const { user } = await show(<FlattenRequests />)
    await user.click(await screen.findByRole('button', { name: 'Confirm flatten' }))
    const dialog = await screen.findByRole('dialog', { name: 'Flatten all accounts?' })
    expect(dialog.textContent).toContain('All accounts. 2 live trades are exited.')
    await user.type(screen.getByLabelText(/^Code of your authenticator app/), '123456')
    await user.click(screen.getByRole('button', { name: 'Exit all trades' }))
    await toasted('Incorrect code.')
    await waitFor(() => expect(seen.bodies).toEqual([{ code: '123456' }]))
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it.each<[string, Partial<FlattenRequest>, RegExp]>([
    ['expired', { state: 'expired' }, /^Expired without a confirmation\. Nothing was exited\.$/],
    ['being carried out', { ...CONFIRMED, complete: false, exits: 3, open_exits: 2 }, /3 trades so far, 2 still open/],
    ['flat', { ...CONFIRMED, exits: 2 }, /^Confirmed by second@example\.com at .*All flat: 2 trades exited\.$/],
    ['without a trade', CONFIRMED, /There was no open trade\.$/],
  ])('that is %s shows it, and cannot be confirmed', async (_, change, text) => {
    listed(change)
    await show(<FlattenRequests />)
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(text))
    expect(screen.queryByRole('button', { name: 'Confirm flatten' })).toBeNull()
  })
})

it('reports that the requests could not be loaded', async () => {
  refuse('get', '/operator/flatten', 403, { message: 'No.' })
  await show(<FlattenRequests />)
  expect(await screen.findByText('This could not be loaded')).toBeTruthy()
})
