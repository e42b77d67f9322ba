import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { describe, expect, it } from 'vitest'
import type { Intent } from '../intent/intent.ts'
import type { OrderRecord } from '../order/order.ts'
import type { AccountState } from '../persist/state.ts'
import { SURPLUS_REASON } from '../plan/plan-surplus.ts'
import type { Trade } from '../trade/trade.ts'
import { maySend } from './may-send.ts'

const stop = { kind: 'SL', quantity: 65, price: 13_650 as Paise, trigger: 14_150 as Paise } as const
const change = { kind: 'move', tradeId: 't1', call: { type: 'modify', orderId: '1', terms: stop } } as Intent
const never = () => false

const stateWith = (order: Partial<OrderRecord> | undefined) =>
  ({ order: () => order, trade: () => undefined }) as unknown as AccountState

it.each<[known: string, order: Partial<OrderRecord> | undefined, leaves: boolean]>([
  ['lower', { kind: 'SL', trigger: 13_020 as Paise }, true],
  ['where it is to be', { kind: 'SL', trigger: 14_150 as Paise }, true],
  ['raised by its owner meanwhile', { kind: 'SL', trigger: 14_155 as Paise }, false],
  ['an exit by now', { kind: 'LIMIT', trigger: 0 as Paise }, true],
  ['not known', undefined, true],
])('a change of a stop that is %s', (_known, order, leaves) => {
  expect(maySend(change, stateWith(order), never)).toBe(leaves)
})

it('a stop becomes an exit whatever it was', () => {
  const exit = { ...change, kind: 'exit', call: { ...change.call, terms: { ...stop, kind: 'LIMIT', validity: 'DAY' } } }
  expect(maySend(exit as Intent, stateWith({ kind: 'SL', trigger: 20_000 as Paise }), never)).toBe(true)
})

describe('a new sale', () => {
  const sale = (quantity: number, reason = 'user_exit') =>
    ({
      kind: 'exit',
      tradeId: 't1',
      reason,
      call: { type: 'place', order: { side: 'SELL', terms: { kind: 'MARKET', quantity } } },
    }) as Intent
  const holding = (open: number, state: Trade['state']) =>
    ({
      order: () => undefined,
      trade: () => ({ state }),
      trades: () => [],
      view: () => ({ open }),
    }) as unknown as AccountState

  it.each<[what: string, quantity: number, open: number, state: Trade['state'], leaves: boolean]>([
    ['is for what is held', 65, 65, 'exiting', true],
    ['is for a part of it', 65, 130, 'open', true],
    ['was planned before another order sold', 65, 0, 'exiting', false],
    ['was planned before another order sold a part', 130, 65, 'exiting', false],
    ['was planned before the trade was over', 65, 0, 'closed', false],
    ['protects what an entry bought so far', 65, 0, 'entering', true],
  ])('%s', (_what, quantity, open, state, leaves) => {
    expect(maySend(sale(quantity), holding(open, state), never)).toBe(leaves)
  })

  it.each<[what: string, other: { open?: number; soldAt?: number; tradingsymbol?: string }, leaves: boolean]>([
    ['leaves beside a trade that sold what it held', { open: 0 }, true],
    ['was planned before an order for another trade sold more than that held', {}, false],
    ['was planned with what an order for another trade had sold', { soldAt: 100 }, true],
    ['leaves where that was another contract', { tradingsymbol: 'NIFTY26D0124100CE' }, true],
  ])('%s', (_what, { open = -65, soldAt = 101, tradingsymbol = 'NIFTY26D0124000CE' }, leaves) => {
    const order = { side: 'SELL', filled: 130, phaseSince: soldAt, acknowledgedAt: 1 }
    const trades = {
      t1: { id: 't1', state: 'exiting', product: 'MIS', contract: { tradingsymbol: 'NIFTY26D0124000CE' } },
      t2: { id: 't2', state: 'closed', product: 'MIS', contract: { tradingsymbol } },
    } as const
    const state = {
      trade: (id: 't1' | 't2') => trades[id],
      trades: () => Object.values(trades),
      view: (id: 't1' | 't2') => (id === 't1' ? { open: 65 } : { open, orders: [order] }),
    } as unknown as AccountState
    expect(maySend({ ...sale(65), createdAt: 100 as EpochMs }, state, never)).toBe(leaves)
  })

  it('is for what was bought back twice, when its trade is over', () => {
    expect(maySend(sale(65, SURPLUS_REASON), holding(0, 'closed'), never)).toBe(true)
  })

  it('is for a trade that is not known, or buys back', () => {
    const unknown = { trade: () => undefined } as unknown as AccountState
    expect(maySend(sale(65), unknown, never)).toBe(true)
    expect(maySend(sale(65), undefined, never)).toBe(true)
    const cover = { ...sale(65), kind: 'cover', call: { type: 'place', order: { side: 'BUY' } } } as Intent
    expect(maySend(cover, holding(0, 'closed'), never)).toBe(true)
  })
})

it('an entry leaves while the switches let it', () => {
  const entry = { ...change, kind: 'enter' } as Intent
  expect(maySend(entry, stateWith(undefined), never)).toBe(false)
  expect(maySend(entry, undefined, () => true)).toBe(true)
})
