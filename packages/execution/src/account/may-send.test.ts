import type { Paise } from '@strikewise/domain/money/paise.ts'
import { expect, it } from 'vitest'
import type { Intent } from '../intent/intent.ts'
import type { OrderRecord } from '../order/order.ts'
import type { AccountState } from '../persist/state.ts'
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

it('an entry leaves while the switches let it', () => {
  const entry = { ...change, kind: 'enter' } as Intent
  expect(maySend(entry, stateWith(undefined), never)).toBe(false)
  expect(maySend(entry, undefined, () => true)).toBe(true)
})
