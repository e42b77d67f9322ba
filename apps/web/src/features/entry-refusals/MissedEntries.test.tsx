import { screen, within, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refusalBody } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer, hang, refuse } from '../../testing/server.ts'
import { MissedEntries } from './MissedEntries.tsx'

/** Shows the drawer, and opens it. */
async function opened() {
  const view = await show(<MissedEntries uid="u1" />)
  await view.user.click(await screen.findByRole('button', { name: /^Missed entries/ }))
  return view
}

it('shows that it is loading', async () => {
  hang('get', '/entry_refusals')
  await opened()
  expect(await screen.findByText('Loading...')).toBeTruthy()
})

it('shows when nothing was refused', async () => {
  const seen = answer('get', '/entry_refusals', { refusals: [], next: null })
  await opened()
  expect(await screen.findByText('No entry was refused today')).toBeTruthy()
  expect(Object.fromEntries(seen.queries[0]!)).toEqual({ uid: 'u1', date: '2026-11-20', limit: '100' })
})

it('offers another try when the reasons cannot be read', async () => {
  refuse('get', '/entry_refusals', 500, { message: 'No.' })
  const { user } = await opened()
  const again = await screen.findByRole('button', { name: 'Try again' })
  answer('get', '/entry_refusals', { refusals: [], next: null })
  await user.click(again)
  expect(await screen.findByText('No entry was refused today')).toBeTruthy()
})

it('lists time, index, contract, reason and remedy, and counts what repeats', async () => {
  answer('get', '/entry_refusals', {
    refusals: [
      refusalBody({ decision_id: 'd3' }),
      refusalBody({ decision_id: 'd2', at: '2026-11-20T10:11:04+05:30' }),
      refusalBody({
        decision_id: 'd1',
        symbol: 'BANKNIFTY',
        contract: null,
        code: 'cooldown',
        text: 'Waiting 4 minutes after the last exit.',
        remedy: {
          place: null,
          text: 'No action needed: it ends by itself.',
          message: { code: 'remedy.ends_itself', params: {} },
        },
      }),
    ],
    next: null,
  })
  await opened()
  const list = await screen.findByRole('list', { name: 'Refused entries' })
  const [first, second, ...more] = within(list).getAllByRole('listitem')
  expect(more).toEqual([])
  for (const text of ['10:12:04', '2 times since 10:11:04', 'NIFTY 24500 CE'])
    expect(within(first!).getByText(text)).toBeTruthy()
  expect(within(first!).getByText(/access token is not of today/)).toBeTruthy()
  expect(within(first!).getByRole('link', { name: 'Connect' }).getAttribute('href')).toBe('/connect-zerodha')
  expect(within(second!).getByText('BANKNIFTY')).toBeTruthy()
  expect(within(second!).getByText('No action needed: it ends by itself.')).toBeTruthy()
  expect(within(second!).queryByRole('link')).toBeNull()
})

it.each([
  ['plans', 'See plans', '/plans'],
  ['trade_settings', 'Trade settings', '/trade-settings'],
  ['support', 'Support', '/support'],
] as const)('leads to %s', async (place, name, to) => {
  answer('get', '/entry_refusals', {
    refusals: [refusalBody({ remedy: { place, text: 'Do it.', message: { code: 'remedy.upgrade', params: {} } } })],
    next: null,
  })
  await opened()
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(to)
})

it('fetches what is older when asked', async () => {
  answer('get', '/entry_refusals', { refusals: [refusalBody()], next: '1.d1' })
  const { user } = await opened()
  const earlier = await screen.findByRole('button', { name: 'Show earlier' })
  const seen = answer('get', '/entry_refusals', {
    refusals: [refusalBody({ decision_id: 'd0', code: 'cash', text: 'No cash.' })],
    next: null,
  })
  await user.click(earlier)
  expect(await screen.findByText('No cash.')).toBeTruthy()
  expect(seen.queries[0]!.get('before')).toBe('1.d1')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull())
})

it('is one line until it is opened, with how many there are and the newest', async () => {
  answer('get', '/entry_refusals', {
    refusals: [refusalBody(), refusalBody({ decision_id: 'd0', code: 'cash', text: 'No cash.' })],
    next: null,
  })
  const { user } = await show(<MissedEntries uid="u1" />)
  const toggle = await screen.findByRole('button', { name: 'Missed entries (2)', expanded: false })
  expect(screen.getByText(/^10:12:04 · /)).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Refused entries' })).toBeNull()
  await user.click(toggle)
  expect(within(screen.getByRole('list', { name: 'Refused entries' })).getAllByRole('listitem')).toHaveLength(2)
})

it('shows in its line that they could not be read', async () => {
  refuse('get', '/entry_refusals', 500, { message: 'No.' })
  await show(<MissedEntries uid="u1" />)
  expect(await screen.findByText('Couldn’t load the reasons')).toBeTruthy()
  expect(screen.queryByText('No entry was refused today')).toBeNull()
})

it('marks a reason from before messages were data as English', async () => {
  const text = 'You have paused new entries.'
  answer('get', '/entry_refusals', {
    refusals: [refusalBody({ text, message: { code: 'legacy.text', params: { text } } })],
    next: null,
  })
  await opened()
  expect((await screen.findByText(text)).lang).toBe('en')
})
