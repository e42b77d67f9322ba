import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show, toasted } from '../../testing/render.tsx'
import { activeTrade } from '../../testing/response-bodies.ts'
import { answer, refuse } from '../../testing/server.ts'
import { PositionActs } from './PositionActs.tsx'

const STANDING = { last: 168.5, at: undefined, net: 206.4 }
const GIVEN = { instruction: { id: 'i1', at: '2026-09-16T05:10:00.000Z' } }

const acts = (change: Partial<ShownTradeRow> = {}) =>
  show(<PositionActs trade={{ ...activeTrade(), ...change }} standing={STANDING} />)

const confirm = async (name: string) => within(await screen.findByRole('dialog')).getByRole('button', { name })

it('exits a trade once its user has confirmed contract, quantity, price and result', async () => {
  const seen = answer('post', '/trades/:trade_id/exit', GIVEN)
  const { user } = await acts()
  await user.click(screen.getByRole('button', { name: 'Exit now' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Exit NIFTY 24500 CE?' }))
  expect(dialog.getByText('65 units, last price ₹168.50.')).toBeTruthy()
  expect(dialog.getByText('About +₹206.40 after charges at that price.')).toBeTruthy()
  expect(seen.bodies).toHaveLength(0)
  await user.click(await confirm('Exit now'))
  await vi.waitFor(() => expect(seen.bodies).toEqual([{}]))
  expect(await toasted('Exit received. The position is being sold.')).toBeTruthy()
})

it('sends nothing when the exit is cancelled', async () => {
  const seen = answer('post', '/trades/:trade_id/exit', GIVEN)
  const { user } = await acts()
  await user.click(screen.getByRole('button', { name: 'Exit now' }))
  await user.click(await confirm('Cancel'))
  expect(seen.bodies).toHaveLength(0)
})

it.each([
  [409, 'This trade is closed.', 'This trade is closed.'],
  [503, 'No.', 'Exit not sent. Try again, or exit at your broker.'],
])('shows that an exit answered with %i was not taken', async (status, message, text) => {
  refuse('post', '/trades/:trade_id/exit', status, { message })
  const { user } = await acts()
  await user.click(screen.getByRole('button', { name: 'Exit now' }))
  await user.click(await confirm('Exit now'))
  expect(await toasted(text)).toBeTruthy()
})

it('moves the stop to the entry price', async () => {
  const seen = answer('post', '/trades/:trade_id/stop', GIVEN)
  const { user } = await acts()
  await user.click(screen.getByRole('button', { name: 'Move stop to entry' }))
  await user.click(await confirm('Move stop'))
  await vi.waitFor(() => expect(seen.bodies).toEqual([{ to: 'entry' }]))
})

it.each([164.3, 170, null])('offers no move of a stop at %s to the entry at 164.30', async (stop_price) => {
  await acts({ stop_price })
  expect(screen.getByRole('button', { name: 'Exit now' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Move stop to entry' })).toBeNull()
})

const order = (change: object) => ({
  sent_at: GIVEN.instruction.at,
  answer: 'accepted' as const,
  filled_quantity: 0,
  average_price: null,
  ...change,
})

it.each([
  ['no order yet', [], 'Exit received. The order is being sent.'],
  ['a call under way', [order({ answer: 'sending' })], 'Exit order sent. Waiting for the broker.'],
  ['an order that waits', [order({})], 'Exit order is at the exchange, not filled yet.'],
  ['a refusal', [order({ answer: 'refused' })], 'The broker refused the exit order. Trying again.'],
  ['no answer', [order({ answer: 'in_doubt' })], 'The broker has not answered. Checking its order book.'],
  [
    'a fill',
    [order({ filled_quantity: 65, average_price: 167.9 })],
    '65 units sold at ₹167.90. Confirming with the broker.',
  ],
])('shows of an exit with %s what the broker answered, and no more acts', async (_what, orders, text) => {
  await acts({ exit: { reason: 'user_exit', requested_at: GIVEN.instruction.at, orders } })
  expect(screen.getByRole('status').textContent).toBe(text)
  expect(screen.queryByRole('button')).toBeNull()
})

it('offers no second exit while the first one has not been taken up', async () => {
  await acts({ instructions: [{ kind: 'exit', at: GIVEN.instruction.at, state: 'received' }] })
  expect(screen.getByRole('status').textContent).toBe('Exit received. The order is being sent.')
  expect(screen.queryByRole('button')).toBeNull()
})
