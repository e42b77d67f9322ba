// @invariant old-book-proves-nothing
import { beforeEach, describe, expect, it } from 'vitest'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Intent } from '../intent/intent.ts'
import type { BrokerOrder, OrderRecord } from '../order/order.ts'
import { changesOf, StagedAccount } from '../testing/account-fixture.ts'
import { rs } from '../testing/scenario.ts'
import { accepted, ago, BOUGHT, inDoubt, intent, modify, NOW, OPEN, order, STOP } from '../testing/trade-fixture.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import { isFresh, isOlderState, mayLackChange } from './order-book-age.ts'
import { KnownStates } from './known-states.ts'
import { ShownChanges } from './shown-changes.ts'

const LAG_MS = 2_000

let account: StagedAccount
beforeEach(() => {
  account = new StagedAccount()
})

const ledgerOf = (orders: OrderRecord[], intents: Intent[] = []) =>
  account.unitOfWork(...changesOf({ trades: [OPEN], intents, orders }))

describe('a reading of the order book', () => {
  it.each<[what: string, shown: string[], fresh: boolean]>([
    ['shows all there is', ['s1', 's2'], true],
    ['lacks one acknowledged a moment ago', ['s1'], true],
    ['lacks one it had time to show', ['s2'], false],
    ['lacks both', [], false],
  ])('that %s is fresh: %j', async (_what, shown, fresh) => {
    const orders = [order('s1', { acknowledgedAt: ago(2_000) }), order('s2', { acknowledgedAt: ago(1_999) })]
    const unitOfWork = await ledgerOf(orders)
    const rows = shown.map((orderId) => order(orderId))
    expect(isFresh(unitOfWork, rows, NOW, LAG_MS)).toBe(fresh)
  })
})

describe('a reading is older than what is known', () => {
  const RAISED = { ...STOP, trigger: rs(130), price: rs(120) }
  const raised = { trigger: rs(130), price: rs(120) }
  const byUser = (updatedAgoMs: number) => ({ trigger: rs(140), price: rs(130), updatedAt: ago(updatedAgoMs) })
  const isOld = (unitOfWork: AccountUnitOfWork, seen: BrokerOrder, learnedAgoMs = 30_000) =>
    isOlderState(unitOfWork, [BOUGHT, seen], NOW, LAG_MS, learnedAt(ago(learnedAgoMs)), new ShownChanges())
  /** As if every state had been learned at `at`. */
  const learnedAt = (at: EpochMs) => ({ stateBy: (known: OrderRecord, by: number) => (at <= by ? known : undefined) })

  it.each<[what: string, known: Partial<OrderRecord>, seen: Partial<OrderRecord>, isOld: boolean]>([
    ['where an order that ended still works', { phase: 'cancelled' }, {}, true],
    ['where less has filled', { phase: 'open', filled: 65 }, { phase: 'open', filled: 20 }, true],
    ['where the exchange dates the order earlier', { updatedAt: ago(9_000) }, { updatedAt: ago(20_000) }, true],
    ['never by a row without a date', { updatedAt: ago(9_000) }, { updatedAt: null }, false],
    ['not where it shows the same', {}, {}, false],
    ['not where it shows more', { phase: 'armed' }, { phase: 'complete', filled: 65 }, false],
  ])('%s', async (_what, known, seen, expected) => {
    const unitOfWork = await ledgerOf([BOUGHT, order('s1', known)])
    expect(isOld(unitOfWork, order('s1', seen))).toBe(expected)
    expect(isOld(unitOfWork, order('s1', seen), LAG_MS - 1)).toBe(false)
  })

  it.each<[what: string, acceptedAgoMs: number, seen: Partial<OrderRecord>, isOld: boolean]>([
    ['where it shows the stop as it was before we raised it', 10_000, {}, true],
    ['not where it shows the raise', 10_000, raised, false],
    ['not while the raise is too new to be shown', 1_999, {}, false],
    ['not once the exchange must have thrown the raise out', 60_001, {}, false],
    ['where the user changed the stop before we raised it', 10_000, byUser(11_000), true],
    ['not where the user has changed the stop since', 10_000, byUser(7_000), false],
    ['not where the stop is on its way to the exchange', 10_000, { phase: 'pending' }, false],
    ['not where the stop has sold', 10_000, { phase: 'complete', filled: 65 }, false],
    ['not where the exchange has thrown a change out', 10_000, { message: 'out of the range' }, false],
  ])('%s', async (_what, acceptedAgoMs, seen, expected) => {
    const shown = order('s1', seen)
    const raise = intent('move', modify('s1', RAISED), accepted('s1', acceptedAgoMs))
    expect(isOld(await ledgerOf([BOUGHT, shown], [raise]), shown)).toBe(expected)
  })

  it.each<[what: string, row: Partial<OrderRecord>, seenAgoMs: number, age: 'fresh' | 'unclear' | 'old']>([
    ['no, where its row shows the raise before the change', { ...raised, updatedAt: ago(10_000) }, 8_500, 'fresh'],
    ['perhaps, where its row has not shown the raise yet', { updatedAt: ago(10_000) }, 8_500, 'unclear'],
    ['perhaps, where its row shows the change already', byUser(8_500), 8_500, 'unclear'],
    ['perhaps, in the second of the raise', byUser(10_999), 10_999, 'unclear'],
    ['yes, where the change was made before', byUser(11_000), 11_000, 'old'],
  ])('and one changed by a process whose rows are not known: %s', async (_what, row, seenAgoMs, expected) => {
    const raise = intent('move', modify('s1', RAISED), accepted('s1', 10_000))
    const unitOfWork = await ledgerOf([BOUGHT, order('s1', row)], [raise])
    const changes = new ShownChanges()
    changes.restart(unitOfWork.state)
    const book = [BOUGHT, order('s1', byUser(seenAgoMs))]
    const isOlder = isOlderState(unitOfWork, book, NOW, LAG_MS, learnedAt(ago(1_000)), changes)
    const mayLack = mayLackChange(unitOfWork, book, NOW, LAG_MS, changes)
    expect(isOlder ? 'old' : mayLack ? 'unclear' : 'fresh').toBe(expected)
  })

  it('where it shows the stop as an earlier change of ours made it, in the second of the newest', async () => {
    const again = { ...STOP, trigger: rs(135), price: rs(125) }
    const changes = [
      intent('move', modify('s1', RAISED), accepted('s1', 10_500)),
      intent('move', modify('s1', again), accepted('s1', 10_000)),
    ]
    const shown = order('s1', { ...raised, updatedAt: ago(10_000) })
    expect(isOld(await ledgerOf([BOUGHT, shown], changes), shown)).toBe(true)
  })

  it.each<[what: string, acceptedAgoMs: number, seen: Partial<OrderRecord>, may: boolean]>([
    ['where the exchange has thrown out this change, or one before it', 10_000, { message: 'out of the range' }, true],
    ['not where no change was thrown out', 10_000, {}, false],
    ['not while the change is too new to be shown', 1_999, { message: 'out of the range' }, false],
    ['not where it shows the change', 10_000, { ...raised, message: 'out of the range' }, false],
    ['not where the order is over', 10_000, { phase: 'cancelled', message: 'out of the range' }, false],
  ])('perhaps: %s', async (_what, acceptedAgoMs, seen, expected) => {
    const shown = order('s1', seen)
    const raise = intent('move', modify('s1', RAISED), accepted('s1', acceptedAgoMs))
    const unitOfWork = await ledgerOf([BOUGHT, shown], [raise])
    expect(mayLackChange(unitOfWork, [BOUGHT, shown], NOW, LAG_MS, new ShownChanges())).toBe(expected)
  })

  it.each<[what: string, seen: Partial<OrderRecord>, isOld: boolean]>([
    ['by a raise that it should show, while a newer one is in doubt', {}, true],
    ['not by that raise where it shows the newer one', { trigger: rs(135), price: rs(125) }, false],
    ['not by the newer one where it shows that raise', raised, false],
  ])('%s', async (_what, seen, expected) => {
    const again = { ...STOP, trigger: rs(135), price: rs(125) }
    const changes = [
      intent('move', modify('s1', RAISED), accepted('s1', 10_000)),
      intent('move', modify('s1', again), inDoubt(5_000)),
    ]
    const unitOfWork = await ledgerOf([BOUGHT, order('s1', raised)], changes)
    expect(isOld(unitOfWork, order('s1', seen))).toBe(expected)
  })

  it('by the state it should show, though a newer one was learned a moment ago', async () => {
    const [first, second, third] = [30_000, 20_000, 500].map((ms) => order('s1', { updatedAt: ago(ms) }))
    const unitOfWork = await ledgerOf([BOUGHT, third!])
    const known = new KnownStates()
    known.record(first, second!, ago(20_000))
    known.record(second, third!, ago(500))
    const isOldBy = (seen: BrokerOrder) =>
      isOlderState(unitOfWork, [BOUGHT, seen], NOW, LAG_MS, known, new ShownChanges())
    expect([first!, second!, third!].map(isOldBy)).toEqual([true, false, false])
  })
})
