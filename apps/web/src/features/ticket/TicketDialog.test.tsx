import { istDate } from '@strikewise/domain/time/ist.ts'
import type { TicketQuote, TicketReply } from '@strikewise/wire/entry-tickets.ts'
import { screen, within, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { ContractPrice } from './ContractPrice.tsx'
import { TicketHost } from './TicketHost.tsx'
// Loaded before a test waits for it.
import './TicketDialog.tsx'

const CONTRACT = {
  symbol: 'NIFTY',
  strike: 24500,
  side: 'CE',
  expiry: istDate('2026-09-22'),
  tradingsymbol: 'NIFTY2692224500CE',
  lot_size: 65,
  tick_size: 0.05,
} as const
const QUOTE: TicketQuote = {
  contract: CONTRACT,
  bid: 149.9,
  ask: 150.1,
  last: 150,
  as_of: '2026-09-16T10:42:13+05:30',
  delay_seconds: 0,
  mode: 'paper',
  can_send: true,
  lots: 1,
  quantity: 65,
  limit_price: 151.6,
  stop_price: 128.85,
  stop_range: {
    from: 106.15,
    to: 128.85,
  },
  target_price: 242.55,
  trailing: true,
  outlay: 9854,
  worst_loss: 2187.35,
  cost: {
    lots: 1,
    holding_minutes: 90,
    spread: 13,
    charges: 63.2,
    decay: 182.4,
    total: 258.6,
    per_unit: 3.98,
    r: 0.18,
    break_even: { points: 7.96, percent: 0.03 },
  },
  valid_seconds: 15,
  order_page: null,
  checks: (['account', 'market', 'limits', 'price', 'size'] as const).map((check) => ({
    check,
    refusal: null,
  })),
}
const REFUSAL = {
  code: 'user_stop',
  text: 'You have paused new entries.',
  message: {
    code: 'refusal.user_stop',
    params: {},
  },
  remedy: {
    place: 'kill_switch' as const,
    text: 'Resume entries when you want to trade again.',
    message: {
      code: 'remedy.resume_entries' as const,
      params: {},
    },
  },
} as TicketQuote['checks'][number]['refusal']
const TICKET: TicketReply = {
  id: 'k1',
  contract: CONTRACT,
  mode: 'paper',
  lots: 1,
  limit_price: 151.6,
  stop_price: 128.85,
  asked_at: '2026-09-16T10:42:14+05:30',
  valid_until: '2026-09-16T10:42:29+05:30',
  state: 'waiting',
  refusal: null,
  trade_id: null,
  filled_quantity: 0,
  average_price: null,
  reason: null,
}

async function opened(quote: Partial<TicketQuote> = {}) {
  const seen = answer('get', '/entry_tickets/quote', { ...QUOTE, ...quote })
  const { user } = await show(
    <>
      <ContractPrice symbol="NIFTY" strike={24_500} side="CE" price={150} />
      <TicketHost />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Trade 24500 CE' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Buy NIFTY 24500 CE' }))
  await dialog.findByText('Loss at the stop')
  return { user, dialog, seen }
}

it('shows what the order pays and may lose before it is sent', async () => {
  const { dialog } = await opened()
  expect(dialog.getByText('₹2,187.35')).toBeTruthy()
  expect(dialog.getByText('₹149.90 / ₹150.10')).toBeTruthy()
  expect(dialog.getByText('₹9,854.00 for 65 units')).toBeTruthy()
  expect(dialog.getAllByLabelText('Passed')).toHaveLength(5)
})

it('asks again with what the user writes', async () => {
  const { user, dialog, seen } = await opened()
  await user.type(dialog.getByLabelText('Lots'), '2')
  await user.type(dialog.getByLabelText('Limit, ₹ a unit'), '149.95')
  await waitFor(() =>
    expect(Object.fromEntries(seen.queries.at(-1)!)).toEqual({
      symbol: 'NIFTY',
      strike: '24500',
      side: 'CE',
      lots: '2',
      limit_price: '149.95',
    }),
  )
})

it('sends the figures that are shown, and shows what came of it', async () => {
  const { user, dialog } = await opened()
  const sent = answer('post', '/entry_tickets', TICKET, 202)
  answer('get', '/entry_tickets/:id', { ...TICKET, state: 'bought', filled_quantity: 65, average_price: 150.1 })
  await user.click(dialog.getByRole('button', { name: 'Buy' }))
  await waitFor(() =>
    expect(sent.bodies).toEqual([
      {
        symbol: 'NIFTY',
        strike: 24500,
        side: 'CE',
        expiry: '2026-09-22',
        lots: 1,
        limit_price: 151.6,
        stop_price: 128.85,
      },
    ]),
  )
  expect(await screen.findByText('Bought 65 units at ₹150.10. The stop is being placed.')).toBeTruthy()
})

it('cannot be sent while a check refuses it, and shows what to do', async () => {
  const { dialog } = await opened({ checks: [{ check: 'account', refusal: REFUSAL }] })
  expect(dialog.getByText(/You have paused new entries\./)).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Buy' }).disabled).toBe(true)
})

it('shows a plan with late prices the ticket, and nothing to send it with', async () => {
  const { dialog } = await opened({ can_send: false, delay_seconds: 60, bid: null, ask: null, checks: [] })
  expect(dialog.getByText(/as of 10:42:13/)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Buy' })).toBeNull()
})

it('shows why a ticket was not sent', async () => {
  const { user, dialog } = await opened()
  answer('post', '/entry_tickets', TICKET, 202)
  answer('get', '/entry_tickets/:id', { ...TICKET, state: 'refused', refusal: REFUSAL })
  await user.click(dialog.getByRole('button', { name: 'Buy' }))
  expect(await screen.findByText('Not sent.')).toBeTruthy()
  expect(screen.getByText(/You have paused new entries\./)).toBeTruthy()
})

it('sends the same ticket once more where the server did not answer', async () => {
  const { user, dialog } = await opened()
  refuse('post', '/entry_tickets', 503, { message: 'No.' })
  await user.click(dialog.getByRole('button', { name: 'Buy' }))
  expect(await dialog.findByText(/No answer from the server\./)).toBeTruthy()
  const sent = answer('post', '/entry_tickets', TICKET, 202)
  answer('get', '/entry_tickets/:id', TICKET)
  await user.click(dialog.getByRole('button', { name: 'Buy' }))
  await waitFor(() => expect(sent.bodies).toHaveLength(1))
})

it('says that it could not be loaded, and that a result could not be read', async () => {
  refuse('get', '/entry_tickets/quote', 503, { message: 'No.' })
  const { user } = await show(
    <>
      <ContractPrice symbol="NIFTY" strike={24_500} side="CE" price={150} />
      <TicketHost />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Trade 24500 CE' }))
  expect(await screen.findByText('Couldn’t load the ticket')).toBeTruthy()
})

it('does not call a ticket over whose result cannot be read', async () => {
  const { user, dialog } = await opened()
  answer('post', '/entry_tickets', TICKET, 202)
  refuse('get', '/entry_tickets/k1', 503, { message: 'No.' })
  await user.click(dialog.getByRole('button', { name: 'Buy' }))
  expect(await screen.findByText(/Couldn’t load the result\./)).toBeTruthy()
  expect(screen.getByText('Checking the order…')).toBeTruthy()
})

it('shows a fill that the broker reports after it had reported none', async () => {
  const { user, dialog } = await opened()
  answer('post', '/entry_tickets', TICKET, 202)
  answer('get', '/entry_tickets/:id', { ...TICKET, state: 'not_bought', trade_id: 't1', reason: 'missed' })
  await user.click(dialog.getByRole('button', { name: 'Buy' }))
  expect(await screen.findByText('Not filled: the broker cancelled the order at your limit.')).toBeTruthy()
  answer('get', '/entry_tickets/:id', { ...TICKET, state: 'bought', filled_quantity: 65, average_price: 150.1 })
  expect(await screen.findByText('Bought 65 units at ₹150.10. The stop is being placed.')).toBeTruthy()
})

it.each([
  ['unanswered', /The order may have bought: check your positions\./],
  ['expired', /Your open trades show whether it bought\./],
] as const)('does not report a ticket as not bought while its order may still fill: %s', async (state, text) => {
  const { user, dialog } = await opened()
  answer('post', '/entry_tickets', TICKET, 202)
  answer('get', '/entry_tickets/:id', { ...TICKET, state, reason: state === 'unanswered' ? 'in_doubt' : null })
  await user.click(dialog.getByRole('button', { name: 'Buy' }))
  expect(await screen.findByText(text)).toBeTruthy()
})

const ORDER_PAGE = { url: 'https://broker.example/basket', fields: { api_key: 'k', data: '[{"quantity":65}]' } }

it('opens the order at the broker, or copies it, where it cannot be sent', async () => {
  const { user, dialog } = await opened({ mode: null, order_page: ORDER_PAGE })
  expect(dialog.queryByRole('button', { name: 'Buy' })).toBeNull()
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Open in Kite' })
  const { method, action, target } = button.form!
  expect([method, action, target]).toEqual(['post', ORDER_PAGE.url, '_blank'])
  expect(Object.fromEntries(new FormData(button.form!))).toEqual(ORDER_PAGE.fields)
  await user.click(dialog.getByRole('button', { name: 'Copy order' }))
  expect(await navigator.clipboard.readText()).toBe(
    'Buy 65 NIFTY2692224500CE, limit ₹151.60, stop-loss ₹128.85, target ₹242.55',
  )
})

it('copies the order where the deployment has no page at the broker', async () => {
  const { dialog } = await opened({ mode: null })
  expect(dialog.getByRole('button', { name: 'Copy order' })).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Open in Kite' })).toBeNull()
})

it.each([
  ['a live account', { mode: 'live' as const }],
  ['late prices', { delay_seconds: 60, can_send: false }],
])('offers no order at the broker with %s', async (_with, change) => {
  const { dialog } = await opened(change)
  expect(dialog.queryByRole('button', { name: 'Copy order' })).toBeNull()
})
