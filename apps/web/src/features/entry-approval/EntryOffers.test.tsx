import type { EntryOfferReply } from '@strikewise/wire/entry-approvals.ts'
import type { TicketReply } from '@strikewise/wire/entry-tickets.ts'
import { istDate } from '@strikewise/domain/time/ist.ts'
import { screen, within, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { setClock } from '../../lib/server-clock.ts'
import { OPEN_AT } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { EntryOffers } from './EntryOffers.tsx'

const OFFER: EntryOfferReply = {
  decision_id: 'd1',
  symbol: 'NIFTY',
  strike: 24_500,
  side: 'CE',
  expiry: istDate('2026-09-22'),
  mode: 'paper',
  lots: 2,
  limit_price: 150,
  stop_price: 120,
  worst_loss: 4200.5,
  cost: null,
  until: '2026-11-20T10:42:43+05:30',
}
const TICKET: TicketReply = {
  id: 'k1',
  contract: {
    symbol: 'NIFTY',
    strike: 24_500,
    side: 'CE',
    expiry: istDate('2026-09-22'),
    tradingsymbol: 'NIFTY2692224500CE',
    lot_size: 65,
    tick_size: 0.05,
  },
  mode: 'paper',
  lots: 2,
  limit_price: 150,
  stop_price: 120,
  asked_at: '2026-09-16T10:42:14+05:30',
  valid_until: '2026-09-16T10:42:29+05:30',
  state: 'bought',
  refusal: null,
  trade_id: 't1',
  filled_quantity: 130,
  average_price: 149.5,
  reason: null,
}

beforeEach(() => setClock(OPEN_AT, 0))

async function asked(change: Partial<EntryOfferReply> = {}) {
  answer('get', '/entry_approvals', { offers: [{ ...OFFER, ...change }] })
  const { user } = await show(<EntryOffers />)
  return { user, offer: within(await screen.findByRole('alert')) }
}

it('shows contract, limit, loss at the stop and the time left', async () => {
  const { offer } = await asked()
  expect(offer.getByText('Buy NIFTY 24500 CE?')).toBeTruthy()
  expect(offer.getByText('Expected cost: not available without a bid and an ask.')).toBeTruthy()
  expect(offer.getByText(/2 lots at ₹150\.00 at most\./)).toBeTruthy()
  expect(offer.getByText('₹4,200.50')).toBeTruthy()
  expect(offer.getByText(/^Skipped in (?:2\d|30) s without an answer\.$/)).toBeTruthy()
})

it('takes it, and shows what it bought', async () => {
  const { user, offer } = await asked()
  const sent = answer('post', '/entry_approvals/:id', { answer: 'take', ticket: TICKET })
  answer('get', '/entry_tickets/:id', TICKET)
  answer('get', '/entry_approvals', { offers: [] })
  await user.click(offer.getByRole('button', { name: 'Take' }))
  await waitFor(() => expect(sent.bodies).toEqual([{ answer: 'take' }]))
  expect(await screen.findByText('Bought 130 units at ₹149.50. The stop is being placed.')).toBeTruthy()
  expect(screen.queryByText('Buy NIFTY 24500 CE?')).toBeNull()
})

it('skips it, and shows it no longer', async () => {
  const { user, offer } = await asked()
  const sent = answer('post', '/entry_approvals/:id', { answer: 'skip', ticket: null })
  answer('get', '/entry_approvals', { offers: [] })
  await user.click(offer.getByRole('button', { name: 'Skip' }))
  await waitFor(() => expect(sent.bodies).toEqual([{ answer: 'skip' }]))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

it('shows why it could not be taken', async () => {
  const { user, offer } = await asked()
  refuse('post', '/entry_approvals/:id', 409, { message: 'The time for this entry is over. Nothing was sent.' })
  await user.click(offer.getByRole('button', { name: 'Take' }))
  expect(await screen.findByText('The time for this entry is over. Nothing was sent.')).toBeTruthy()
})

it('names real money', async () => {
  const { offer } = await asked({ mode: 'live' })
  expect(offer.getByRole('button', { name: 'Take with real money' })).toBeTruthy()
})

it('shows nothing after the deadline', async () => {
  answer('get', '/entry_approvals', { offers: [{ ...OFFER, until: '2026-11-20T10:42:13+05:30' }] })
  await show(<EntryOffers />)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByText('Buy NIFTY 24500 CE?')).toBeNull()
})

it('does not look like no entry where it could not be read', async () => {
  refuse('get', '/entry_approvals', 503, { message: 'No.' })
  await show(<EntryOffers />)
  expect(await screen.findByText('Couldn’t load entries that wait for you')).toBeTruthy()
})
