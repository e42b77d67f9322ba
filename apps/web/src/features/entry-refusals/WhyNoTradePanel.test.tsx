import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { decisionBody, refusalBody, written } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer, hang, refuse } from '../../testing/server.ts'
import { WhyNoTradePanel } from './WhyNoTradePanel.tsx'

const panel = <WhyNoTradePanel inTrade={false} uid="u1" decisions={[]} />

it('shows that it is loading', async () => {
  hang('get', '/entry_refusals')
  await show(panel)
  expect(await screen.findByText('Loading...')).toBeTruthy()
})

it('shows when nothing was refused', async () => {
  const seen = answer('get', '/entry_refusals', { refusals: [], next: null })
  await show(panel)
  expect(await screen.findByText('No entry was refused today')).toBeTruthy()
  expect(Object.fromEntries(seen.queries[0]!)).toEqual({ uid: 'u1', date: '2026-11-20', limit: '100' })
})

it('offers another try when the reasons cannot be read', async () => {
  refuse('get', '/entry_refusals', 500, { message: 'No.' })
  const { user } = await show(panel)
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
  await show(panel)
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
  await show(panel)
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(to)
})

it('fetches what is older when asked', async () => {
  answer('get', '/entry_refusals', { refusals: [refusalBody()], next: '1.d1' })
  const { user } = await show(panel)
  const earlier = await screen.findByRole('button', { name: 'Show earlier' })
  const seen = answer('get', '/entry_refusals', {
    refusals: [refusalBody({ decision_id: 'd0', code: 'cash', text: 'No cash.' })],
    next: null,
  })
  await user.click(earlier)
  expect(await screen.findByText('No cash.')).toBeTruthy()
  expect(seen.queries[0]!.get('before')).toBe('1.d1')
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull())
})

it('shows the newest decision of an index when it was no trade', async () => {
  answer('get', '/entry_refusals', { refusals: [], next: null })
  answer('get', '/decisions', [
    decisionBody({ action: 'none', no_trade: [{ code: 'market_block', ...written('The market block is on.') }] }),
  ])
  await show(<WhyNoTradePanel inTrade={false} uid="u1" decisions={['NIFTY']} />)
  expect(await screen.findByText(/: no trade at \d\d:\d\d:\d\d: The market block is on\./)).toBeTruthy()
})

it('marks a reason from before messages were data as English', async () => {
  const text = 'You have paused new entries.'
  answer('get', '/entry_refusals', {
    refusals: [refusalBody({ text, message: { code: 'legacy.text', params: { text } } })],
    next: null,
  })
  await show(panel)
  expect((await screen.findByText(text)).lang).toBe('en')
})
