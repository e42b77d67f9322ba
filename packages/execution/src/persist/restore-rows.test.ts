import { beforeEach, describe, expect, it } from 'vitest'
import type { Change } from '../store/account-changes.ts'
import { ACCOUNT, DAY, rs } from '../testing/scenario.ts'
import { fillOf, intentOf, orderOf, tradeOf } from '../testing/store-rows.ts'
import { rowsMissing } from './restore-rows.ts'
import { NO_RECORDS } from '../store/no-records.ts'
import { AccountState } from './state.ts'

const trade = tradeOf(ACCOUNT, 't1')
const intent = intentOf(trade, 'i1')
const order = orderOf(trade)
const fill = fillOf(trade)
const lock = { on: DAY, mode: 'paper', reason: 'invariant_broken', at: trade.createdAt } as const
const ROWS: readonly Change[] = [
  { type: 'trade', trade },
  { type: 'intent', intent },
  { type: 'order', order, on: DAY },
  { type: 'fill', fill, on: DAY },
  { type: 'lock', lock },
  { type: 'peak', peak: { on: DAY, mode: 'paper', peak: rs(1_500), at: trade.createdAt } },
]

function stateOf(...changes: readonly Change[]): AccountState {
  const state = new AccountState(DAY, NO_RECORDS)
  for (const change of changes) state.apply(change)
  return state
}

let known: AccountState
beforeEach(() => {
  known = stateOf(...ROWS)
})

describe('rows that a restored store lacks', () => {
  it('are none where it has them all, in whatever order their fields come', () => {
    const reordered = { ...trade, id: trade.id }
    const { id: _id, ...rest } = trade
    expect(rowsMissing(known, stateOf(...ROWS))).toEqual([])
    expect(
      rowsMissing(known, stateOf({ type: 'trade', trade: { ...rest, id: reordered.id } }, ...ROWS.slice(1))),
    ).toEqual([])
  })

  it('are all of them where it has none, the trade first', () => {
    expect(rowsMissing(known, stateOf())).toEqual(ROWS)
  })

  it.each(ROWS.map((row, n) => [row.type, n] as const))('are the %s alone where it lacks that', (_type, n) => {
    // Without its trade no other row can stand.
    if (n === 0) return expect(rowsMissing(known, stateOf())).toEqual(ROWS)
    return expect(rowsMissing(known, stateOf(...ROWS.filter((_row, at) => at !== n)))).toEqual([ROWS[n]])
  })

  it('are those it has in an older form', () => {
    const answered = { ...intent, outcome: { state: 'accepted', at: trade.createdAt, orderId: order.orderId } } as const
    const filled = { ...order, phase: 'complete', filled: order.quantity } as const
    for (const change of [
      { type: 'intent', intent: answered },
      { type: 'order', order: filled, on: DAY },
    ] as const) {
      known = stateOf(...ROWS, change)
      expect(rowsMissing(known, stateOf(...ROWS))).toEqual([change])
    }
  })

  it('are not a trade that is further than is known: a claim whose answer was lost wrote it', () => {
    const entering = { ...trade, state: 'entering' } as const
    const abandoned = { ...trade, state: 'abandoned', why: 'missed', abandonedAt: trade.createdAt } as never
    known = stateOf({ type: 'trade', trade: entering })
    expect(rowsMissing(known, stateOf({ type: 'trade', trade: abandoned }))).toEqual([])
  })
})
