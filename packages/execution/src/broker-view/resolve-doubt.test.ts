import { beforeEach, describe, expect, it } from 'vitest'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { InDoubtEvidence, SnapshotStart } from '../intent/doubt.ts'
import type { Intent, IntentKind } from '../intent/intent.ts'
import type { OrderRecord } from '../order/order.ts'
import type { MonoMs } from '../ports.ts'
import { changesOf, StagedAccount } from '../testing/account-fixture.ts'
import {
  BOUGHT,
  cancel,
  inDoubt,
  intent,
  modify,
  NOW,
  OPEN,
  order,
  place,
  sending,
  STOP,
} from '../testing/trade-fixture.ts'
import type { SnapshotAge } from './order-book-age.ts'
import { resolveDoubt } from './reconcile-order.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'

let account: StagedAccount
beforeEach(() => {
  account = new StagedAccount()
})

const ledgerOf = (intents: Intent[] = [], orders: OrderRecord[] = [BOUGHT]) =>
  account.unitOfWork(...changesOf({ trades: [OPEN], intents, orders }))
const stateOf = (unitOfWork: AccountUnitOfWork, { id }: Intent) => unitOfWork.state.intent(id)?.outcome

describe('what is in doubt', () => {
  const at = (ms: number): SnapshotStart => ({ at: (NOW + ms) as EpochMs, mono: ms as MonoMs })
  const watches = () => new Map<string, InDoubtEvidence>()

  it('was never accepted once three fresh readings over ten seconds lack it', async () => {
    const call = intent('protect', place('SELL'), inDoubt(0))
    const unitOfWork = await ledgerOf([call])
    const watched = watches()
    for (const [ms, age] of [
      [300, 'fresh'],
      [1_000, 'fresh'],
      [3_000, 'incomplete'],
      [9_999, 'fresh'],
    ] as const) {
      resolveDoubt(unitOfWork, watched, at(ms), age, NOW)
      expect(stateOf(unitOfWork, call)?.state).toBe('in_doubt')
    }
    resolveDoubt(unitOfWork, watched, at(10_000), 'fresh', NOW)
    expect(stateOf(unitOfWork, call)).toEqual({ state: 'absent', at: NOW })
    expect(watched.size).toBe(0)
  })

  it.each<[what: string, kind: IntentKind, sold: number, age: SnapshotAge, absentAfterMs: number]>([
    ['an old book restarts the proof that an entry is absent', 'enter', 0, 'old', 22_000],
    ['an old book restarts it for an exit while nothing is left to sell', 'exit', 65, 'old', 22_000],
    ['an old book does not restart it for an exit that units wait for', 'exit', 64, 'old', 12_000],
    ['an old book does not restart it for a purchase against a short', 'cover', 65, 'old', 12_000],
    ['an incomplete book does not restart it', 'enter', 0, 'incomplete', 12_000],
  ])('%s', async (_what, kind, sold, age, absentAfterMs) => {
    const call = intent(kind, place(kind === 'exit' ? 'SELL' : 'BUY'), inDoubt(0))
    const sale = order('x1', { phase: 'complete', filled: sold, quantity: 65 })
    const unitOfWork = await ledgerOf([call], sold > 0 ? [BOUGHT, sale] : [BOUGHT])
    const watched = watches()
    let absentAt: number | undefined
    for (let ms = 0; ms <= 24_000; ms += 2_000) {
      resolveDoubt(unitOfWork, watched, at(ms), ms === 8_000 || ms === 10_000 ? age : 'fresh', NOW)
      if (stateOf(unitOfWork, call)?.state === 'absent') absentAt ??= ms
    }
    // The first fresh reading after the old ones began at 12 s; ten more seconds are counted from it.
    expect(absentAt).toBe(absentAfterMs)
  })

  it.each<[kind: IntentKind, sold: number, state: string]>([
    ['protect', 0, 'absent'],
    ['exit', 64, 'absent'],
    ['exit', 65, 'in_doubt'],
    ['enter', 0, 'in_doubt'],
    ['cover', 65, 'in_doubt'],
  ])(
    '%s with %i of 65 sold: readings of which it is unclear whether they are old prove it %s',
    async (kind, sold, state) => {
      const call = intent(kind, place(kind === 'enter' || kind === 'cover' ? 'BUY' : 'SELL'), inDoubt(0))
      const sale = order('x1', { phase: 'complete', filled: sold, quantity: 65 })
      const unitOfWork = await ledgerOf([call], sold > 0 ? [BOUGHT, sale] : [BOUGHT])
      const watched = watches()
      for (let ms = 0; ms <= 24_000; ms += 2_000) resolveDoubt(unitOfWork, watched, at(ms), 'unclear', NOW)
      expect(stateOf(unitOfWork, call)?.state).toBe(state)
    },
  )

  it.each<[what: string, call: Intent, shown: OrderRecord[], age: SnapshotAge, state: string]>([
    [
      'a change that the order shows took effect',
      intent('move', modify('s1'), inDoubt(9_000)),
      [order('s1')],
      'incomplete',
      'accepted',
    ],
    [
      'a cancel of a working order had none, by a reading of which it is unclear whether it is old',
      intent('cancel', cancel('s1'), inDoubt(9_000)),
      [order('s1')],
      'unclear',
      'absent',
    ],
    [
      'a change that the order does not show had none',
      intent('move', modify('s1', { ...STOP, quantity: 9 }), inDoubt(9_000)),
      [order('s1')],
      'fresh',
      'absent',
    ],
    [
      'and is waited for while the reading is not fresh',
      intent('move', modify('s1', { ...STOP, quantity: 9 }), inDoubt(9_000)),
      [order('s1')],
      'old',
      'in_doubt',
    ],
    [
      'a cancel that the order shows took effect',
      intent('cancel', cancel('s1'), inDoubt(9_000)),
      [order('s1', { phase: 'cancelled' })],
      'incomplete',
      'accepted',
    ],
    [
      'a cancel of what has sold had none',
      intent('cancel', cancel('s1'), inDoubt(9_000)),
      [order('s1', { phase: 'complete' })],
      'incomplete',
      'absent',
    ],
    ['a change of an unknown order had none', intent('move', modify('s9'), inDoubt(9_000)), [], 'fresh', 'absent'],
    ['a change that is still out is not judged', intent('move', modify('s9'), sending), [], 'fresh', 'sending'],
  ])('%s', async (_what, call, shown, age, state) => {
    const unitOfWork = await ledgerOf([call], [BOUGHT, ...shown])
    resolveDoubt(unitOfWork, watches(), at(0), age, NOW)
    expect(stateOf(unitOfWork, call)?.state).toBe(state)
  })
})
