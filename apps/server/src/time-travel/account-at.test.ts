import { rs } from '@strikewise/execution/testing/scenario.ts'
import {
  accepted,
  BOUGHT,
  fillOf,
  intent,
  NOW,
  OPEN,
  order,
  place,
} from '@strikewise/execution/testing/trade-fixture.ts'
import type { Change } from '@strikewise/execution/store/account-changes.ts'
import { expect, it } from 'vitest'
import { accountAt } from './account-at.ts'

const on = OPEN.on
const at = (changes: readonly Change[]) =>
  accountAt(
    on,
    changes.map((change) => ({ at: NOW, change })),
  )

it('keeps the newest state of each trade, order, intent and lock, and every fill once', () => {
  const fill = fillOf(BOUGHT, rs(150))
  const stop = order('s1')
  const raised = { ...stop, trigger: rs(130) }
  const sent = intent('protect', place('SELL'), { state: 'sending' })
  const answered = { ...sent, outcome: accepted('s1', 100) }
  const lock = { on, mode: 'paper', at: NOW, reason: 'loss_cap' } as const
  const account = at([
    { type: 'trade', trade: OPEN },
    { type: 'intent', intent: sent },
    { type: 'fill', fill, on },
    { type: 'order', order: stop, on },
    { type: 'intent', intent: answered },
    { type: 'fill', fill, on },
    { type: 'order', order: raised, on },
    { type: 'trade', trade: { ...OPEN, trigger: rs(130) } },
    { type: 'lock', lock: { ...lock, reason: 'invariant_broken' } },
    { type: 'lock', lock },
  ])
  expect(account).toEqual({
    trades: [{ ...OPEN, trigger: rs(130) }],
    intents: [answered],
    orders: [raised],
    fills: [fill],
    locks: [lock],
    alarms: [],
  })
})

it('leaves out what bought a short position back, and trades of another day', () => {
  const bought = fillOf(BOUGHT, rs(150))
  const cover = order('c1', { side: 'BUY', phase: 'complete', kind: 'LIMIT', filled: 65 })
  const { trades, fills } = at([
    { type: 'trade', trade: OPEN },
    { type: 'trade', trade: { ...OPEN, id: 'earlier', on: '2026-01-01' as typeof on } },
    { type: 'fill', fill: bought, on },
    { type: 'fill', fill: fillOf(cover, rs(140)), on },
    { type: 'intent', intent: intent('cover', place('BUY'), accepted('c1', 100)) },
  ])
  expect(trades).toEqual([OPEN])
  expect(fills).toEqual([bought])
})
