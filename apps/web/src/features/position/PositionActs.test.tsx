import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { screen, within, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { show, toasted } from '../../testing/render.tsx'
import { activeTrade, OPEN_AT } from '../../testing/response-bodies.ts'
import { answer, refuse } from '../../testing/server.ts'
import { halfOf } from './half.ts'
import { PartExitProgress } from './PartExitProgress.tsx'
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
  await waitFor(() => expect(seen.bodies).toEqual([{}]))
  expect(await toasted('Exit received. The position is being sold.')).toBeTruthy()
})

it('shows of an old last price how old it is before the exit is confirmed', async () => {
  const at = (OPEN_AT - 43_000) as EpochMs
  const { user } = await show(<PositionActs trade={activeTrade()} standing={{ ...STANDING, at }} />)
  await user.click(screen.getByRole('button', { name: 'Exit now' }))
  expect(within(await screen.findByRole('dialog')).getByText(/^\d+ s old, as of 10:41:30$/)).toBeTruthy()
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
  await waitFor(() => expect(seen.bodies).toEqual([{ to: 'entry' }]))
})

it.each([164.3, 170, null])('offers no move of a stop at %s to the entry at 164.30', async (stop_price) => {
  await acts({ stop_price })
  expect(screen.getByRole('button', { name: 'Exit now' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Move stop to entry' })).toBeNull()
})

describe('half of a position', () => {
  const FOUR = { quantity: 260, open_quantity: 260, lots: 4 }

  async function ask(change: Partial<ShownTradeRow> = {}) {
    const { user } = await acts({ ...FOUR, ...change })
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    return user
  }

  it('is sold once its user has confirmed what goes, what stays, and the money', async () => {
    const seen = answer('post', '/trades/:trade_id/reduce', GIVEN)
    const user = await ask()
    await user.click(await screen.findByRole('menuitem', { name: 'Exit half…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Exit half of NIFTY 24500 CE?' }))
    expect(dialog.getByText('Sells 2 lots (130 units). 2 lots (130 units) stay under the stop.')).toBeTruthy()
    expect(dialog.getByText('Last price ₹168.50.')).toBeTruthy()
    expect(dialog.getByText(/^About \+₹\d+\.\d\d after charges for the part at that price\.$/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Exit half' }))
    await waitFor(() => expect(seen.bodies).toEqual([{ keep_lots: 2 }]))
    expect(await toasted('Part exit received. The rest stays under its stop.')).toBeTruthy()
  })

  it.each([
    [409, 'You hold 2 lots. Keep fewer, or exit the trade.', 'You hold 2 lots. Keep fewer, or exit the trade.'],
    [503, 'No.', 'Part exit not sent. Try again, or sell at your broker.'],
  ])('shows that a part exit answered with %i was not taken', async (status, message, text) => {
    refuse('post', '/trades/:trade_id/reduce', status, { message })
    const user = await ask()
    await user.click(await screen.findByRole('menuitem', { name: 'Exit half…' }))
    await user.click(await confirm('Exit half'))
    expect(await toasted(text)).toBeTruthy()
  })

  it.each([
    ['of one lot', { quantity: 65, lots: 1 }],
    [
      'while a part is being sold',
      { instructions: [{ kind: 'reduce', at: GIVEN.instruction.at, keep_quantity: 130, state: 'working' }] },
    ],
  ] as const)('is not offered %s', async (_what, change) => {
    await ask({ ...change, instructions: [...('instructions' in change ? change.instructions : [])] })
    expect(await screen.findByRole('menuitem', { name: 'Raise stop…' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Exit half…' })).toBeNull()
  })

  it.each([
    [3, 1, 2],
    [5, 2, 3],
  ])('of %i lots leaves %i and sells %i', (lots, keepLots, sellLots) => {
    expect(halfOf({ ...activeTrade(), quantity: lots * 65 })).toMatchObject({ keepLots, sellLots })
  })

  it.each([
    ['received', null, 'Part exit received. 130 units will stay under the stop.'],
    ['working', null, 'Selling a part. 130 units stay under the stop.'],
    ['done', { quantity: 130, average_price: 168 }, '130 units sold at ₹168.00. 130 stay under the stop.'],
  ] as const)('shows how far its sale is: %s', async (state, part_exit, text) => {
    const instructions = [{ kind: 'reduce' as const, at: GIVEN.instruction.at, keep_quantity: 130, state }]
    const quantity = state === 'done' ? 130 : 260
    await show(<PartExitProgress trade={{ ...activeTrade(), quantity, instructions, part_exit }} />)
    expect(screen.getByRole('status').textContent).toBe(text)
  })
})

describe('a new stop or target', () => {
  const STOP = 'New trigger price, ₹ a unit'
  const TARGET = 'New target, ₹ a unit'

  /** Opens the dialog behind a menu item of a trade with its stop at ₹140.10 and its target at ₹213.65. */
  async function ask(item: string, change: Partial<ShownTradeRow> = {}) {
    const { user } = await acts({ target_price: 213.65, ...change })
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
    return { user, dialog: within(await screen.findByRole('dialog')) }
  }

  it('sends a higher stop, with what it brings', async () => {
    const seen = answer('post', '/trades/:trade_id/stop', GIVEN)
    const { user, dialog } = await ask('Raise stop…')
    expect(dialog.getByText('Raise the stop of NIFTY 24500 CE')).toBeTruthy()
    await user.type(dialog.getByLabelText(STOP), '150')
    expect(dialog.getByText('Sold there, it brings ₹643.50 more than at ₹140.10, before charges.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Raise stop' }))
    await toasted('Stop change received. The new stop shows once the broker confirms it.')
    expect(seen.bodies).toEqual([{ trigger_price: 150 }])
  })

  it('sends a lower target, with what it brings', async () => {
    const seen = answer('post', '/trades/:trade_id/target', GIVEN)
    const { user, dialog } = await ask('Lower target…')
    await user.type(dialog.getByLabelText(TARGET), '190.5')
    expect(dialog.getByText('Sold there, it brings ₹1,504.75 less than at ₹213.65, before charges.')).toBeTruthy()
    await user.keyboard('{Enter}')
    await toasted('Target change received. The new target shows once it is in force.')
    expect(seen.bodies).toEqual([{ target_price: 190.5 }])
  })

  it.each([
    ['Raise stop…', STOP, 'Raise stop', '140.10'],
    ['Raise stop…', STOP, 'Raise stop', '139'],
    ['Raise stop…', STOP, 'Raise stop', '150.03'],
    ['Raise stop…', STOP, 'Raise stop', '213.65'],
    ['Raise stop…', STOP, 'Raise stop', 'all'],
    ['Raise stop…', STOP, 'Raise stop', ''],
    ['Lower target…', TARGET, 'Lower target', '213.65'],
    ['Lower target…', TARGET, 'Lower target', '214'],
    ['Lower target…', TARGET, 'Lower target', '140.10'],
  ])('%s does not send %s %s of ‘%s’, and marks the price', async (item, label, confirmed, price) => {
    const seen = answer('post', '/trades/:trade_id/:of', GIVEN)
    const { user, dialog } = await ask(item)
    const field = dialog.getByLabelText(label)
    expect(dialog.getByText('Above ₹140.10 and below ₹213.65, in steps of ₹0.05.')).toBeTruthy()
    if (price !== '') await user.type(field, price)
    await user.click(dialog.getByRole('button', { name: confirmed }))
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(seen.bodies).toHaveLength(0)
  })

  it('asks for more than the stop that is on its way', async () => {
    const { dialog } = await ask('Raise stop…', {
      instructions: [{ kind: 'stop', at: GIVEN.instruction.at, price: 150, state: 'received' }],
    })
    expect(dialog.getByText('Above ₹150.00 and below ₹213.65, in steps of ₹0.05.')).toBeTruthy()
  })

  it.each([
    [422, 'A stop must be below the last bid, ₹149.00.', 'A stop must be below the last bid, ₹149.00.'],
    [503, 'No.', 'No answer from the server. Try again: sending it twice changes nothing more.'],
  ])('shows a refusal with %i where the price stands, and sends the next price', async (status, detail, text) => {
    refuse('post', '/trades/:trade_id/stop', status, { message: 'x', detail })
    const { user, dialog } = await ask('Raise stop…')
    await user.type(dialog.getByLabelText(STOP), '150')
    await user.click(dialog.getByRole('button', { name: 'Raise stop' }))
    expect((await dialog.findByRole('alert')).textContent).toBe(text)
    const seen = answer('post', '/trades/:trade_id/stop', GIVEN)
    await user.type(dialog.getByLabelText(STOP), '{Backspace}8')
    expect(dialog.queryByRole('alert')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Raise stop' }))
    await waitFor(() => expect(seen.bodies).toEqual([{ trigger_price: 158 }]))
  })

  it('offers no change of a stop that is being placed', async () => {
    const { user } = await acts({ stop_price: null, target_price: 213.65 })
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    expect(await screen.findByRole('menuitem', { name: 'Lower target…' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Raise stop…' })).toBeNull()
  })
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
