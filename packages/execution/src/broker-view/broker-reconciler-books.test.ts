import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_CONFIG } from '../testing/test-broker.ts'
import type { BrokerOrder, OrderRecord } from '../order/order.ts'
import { CALL, rs } from '../testing/scenario.ts'
import {
  ago,
  accepted,
  BOUGHT,
  ENTERING,
  EXITING,
  fillOf,
  inDoubt,
  intent,
  modify,
  NOW,
  OPEN,
  order,
  place,
  STOP,
} from '../testing/trade-fixture.ts'
import type { Trade } from '../trade/trade.ts'
import type { BrokerSnapshot } from './broker-event.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import { ReconcilerFixture, orders, positions } from '../testing/reconciler-fixture.ts'

const OTHER = 'NIFTY26D0124100CE'
/** The account has watched the books all along. */
const START = 0 as EpochMs

let fixture: ReconcilerFixture
beforeEach(() => {
  fixture = new ReconcilerFixture()
})

describe('the order book', () => {
  it.each<[what: string, change: Partial<BrokerOrder>, expected: boolean]>([
    ['a sale that works', {}, true],
    ['a sale that is over', { phase: 'cancelled' }, false],
    ['a purchase', { side: 'BUY' }, false],
  ])('shows of others %s', async (_what, change, expected) => {
    fixture.read(await fixture.ledgerOf([BOUGHT]), orders(BOUGHT, { ...order('77'), tag: null, ...change }))
    expect(fixture.reconciler.foreignOpenSales.length > 0).toBe(expected)
  })

  it.each<[what: string, tag: string | null, isLeading: boolean, notified: string[]]>([
    ['a tag like ours that no row knows', 's0mz3k9x1a0000b7q201', true, ['unknown_tag']],
    ['one while another may lead', 's0mz3k9x1a0000b7q201', false, []],
    ['a tag unlike ours', 'scalper', true, []],
    ['no tag', null, true, []],
  ])('is notified of for %s', async (_what, tag, isLeading, notified) => {
    fixture.account.isLeading = isLeading
    fixture.read(await fixture.ledgerOf([BOUGHT]), orders(BOUGHT, { ...order('77'), tag, tradingsymbol: OTHER }))
    expect(fixture.codes()).toEqual(notified)
  })

  it('is looked for again where another may lead, and reported as soon as none does', async () => {
    const unitOfWork = await fixture.ledgerOf([BOUGHT])
    const unknown = orders(BOUGHT, { ...order('77'), tag: 's0mz3k9x1a0000b7q201', tradingsymbol: OTHER })
    fixture.account.isLeading = false
    fixture.read(unitOfWork, unknown)
    expect(fixture.asked()).toMatchObject({ orders: TEST_CONFIG.pollLiveMs })
    fixture.account.isLeading = true
    fixture.read(unitOfWork, unknown)
    expect(fixture.codes()).toEqual(['unknown_tag'])
  })

  it('shows whose an order is by our tag, though one without a tag that the answer named comes first (I13)', async () => {
    const call = intent('protect', place('SELL', STOP), accepted('77', 10))
    const named = order('77', { intentId: call.id, seenAt: null, phase: 'pending' })
    const unitOfWork = await fixture.ledgerOf([BOUGHT, named], [call])
    const tag = call.call.type === 'place' ? call.call.order.tag : null
    fixture.read(unitOfWork, orders(BOUGHT, { ...order('77'), tag: null }, { ...order('78'), tag }))
    expect([unitOfWork.state.order('77'), unitOfWork.state.order('78')?.phase]).toEqual([undefined, 'armed'])
    expect(fixture.codes()).toEqual([])
  })

  it('is not reported for a tag that a row knows, in an order that is not the one asked for', async () => {
    const tag = 's0mz3k9x1a0000b7q201'
    const call = intent('protect', { type: 'place', order: { ...requestOf(STOP), tag } }, inDoubt(10))
    fixture.read(
      await fixture.ledgerOf([BOUGHT], [call]),
      orders(BOUGHT, { ...order('77'), tag, tradingsymbol: OTHER }),
    )
    expect(fixture.codes()).toEqual([])
  })

  it.each([
    ['whole', {}, 'absent'],
    ['partial', { partial: true }, 'in_doubt'],
  ])('settles a doubt when it is %s', async (_what, extra, state) => {
    const call = intent('move', modify('s1', { ...STOP, quantity: 130 }), inDoubt(9_000))
    const unitOfWork = await fixture.ledgerOf([BOUGHT, order('s1')], [call])
    fixture.read(unitOfWork, { kind: 'orders', result: { ok: true, value: [BOUGHT, order('s1')], ...extra } })
    expect(unitOfWork.state.intent(call.id)?.outcome.state).toBe(state)
  })

  const requestOf = (terms: typeof STOP) =>
    ({ tradingsymbol: CALL.tradingsymbol, side: 'SELL', product: 'MIS', terms }) as const
})

describe('an order that no book shows, of which positions and trades were not read yet', () => {
  const trades: BrokerSnapshot = { kind: 'trades', result: { ok: true, value: [fillOf(BOUGHT, rs(150))] } }
  /** Reads as the account does: what was asked for is no longer asked for. */
  const serve = (unitOfWork: AccountUnitOfWork, snapshot: BrokerSnapshot, at = NOW) => {
    fixture.pollScheduler.end(fixture.pollScheduler.begin(snapshot.kind, at), snapshot.result)
    fixture.read(unitOfWork, snapshot, at)
  }

  it.each([
    ['settled by the order book, asked for once both are here', 65, 'absent', {}],
    ['left to the next poll where they differ', 0, 'in_doubt', { positions: 250, trades: 250 }],
  ])('is %s (I1)', async (_what, held, state, after) => {
    const call = intent('protect', place('SELL'), inDoubt(12_000))
    const unitOfWork = await fixture.ledgerOf([BOUGHT], [intent('enter', place('BUY'), accepted('b1', 60_000)), call])
    for (const ms of [11_900, 5_000, 500]) serve(unitOfWork, orders(BOUGHT), ago(ms))
    expect(fixture.asked()).toEqual({ positions: 0, trades: 0 })
    serve(unitOfWork, positions(held))
    expect(fixture.asked()).not.toHaveProperty('orders')
    serve(unitOfWork, trades)
    expect(fixture.asked()).toEqual({ orders: 0 })
    serve(unitOfWork, orders(BOUGHT))
    expect(unitOfWork.state.intent(call.id)?.outcome.state).toBe(state)
    expect(fixture.asked()).toEqual(after)
    serve(unitOfWork, positions(held))
    serve(unitOfWork, trades)
    expect(fixture.asked()).not.toHaveProperty('orders')
  })
})

describe('whether the books are known', () => {
  const everything = (
    unitOfWork: AccountUnitOfWork,
    at: EpochMs = NOW,
    shown: readonly OrderRecord[] = [BOUGHT],
    held = 0,
  ) => {
    fixture.read(unitOfWork, positions(held))
    fixture.read(unitOfWork, { kind: 'trades', result: { ok: true, value: [] } })
    fixture.read(unitOfWork, orders(...shown), at)
  }

  it.each<[what: string, readings: BrokerSnapshot[], known: boolean]>([
    ['nothing was read', [], false],
    ['the orders alone', [orders(BOUGHT)], false],
    ['the trades are missing', [orders(BOUGHT), { kind: 'positions', result: { ok: true, value: [] } }], false],
    ['the positions are missing', [orders(BOUGHT), { kind: 'trades', result: { ok: true, value: [] } }], false],
  ])('when %s', async (_what, snapshots, known) => {
    const unitOfWork = await fixture.ledgerOf([BOUGHT])
    for (const snapshot of snapshots) fixture.read(unitOfWork, snapshot)
    expect(fixture.reconciler.hasFreshSnapshots(unitOfWork.state, NOW, START)).toBe(known)
  })

  it.each<[what: string, trade: Trade, maxAgeMs: number]>([
    ['two idle polls and a slow answer', ENTERING, 15_000],
    ['what it shows may be behind beside a position, whose stop may have sold', OPEN, 5_000],
    ['the same while the position is sold', EXITING, 5_000],
  ])('ends when the last fresh reading is older than %s', async (_what, trade, maxAgeMs) => {
    const unitOfWork = await fixture.ledgerOf([BOUGHT], [], trade)
    everything(unitOfWork)
    const isKnownAfter = (ms: number) =>
      fixture.reconciler.hasFreshSnapshots(unitOfWork.state, (NOW + ms) as EpochMs, START)
    expect(isKnownAfter(maxAgeMs)).toBe(true)
    expect(isKnownAfter(maxAgeMs + 1)).toBe(false)
  })

  it('begins again with a reading that began after the account stood still', async () => {
    const unitOfWork = await fixture.ledgerOf([BOUGHT])
    everything(unitOfWork)
    expect(fixture.reconciler.hasFreshSnapshots(unitOfWork.state, NOW, NOW)).toBe(true)
    expect(fixture.reconciler.hasFreshSnapshots(unitOfWork.state, NOW, (NOW + 1) as EpochMs)).toBe(false)
  })

  it('does not begin with a reading that lacks an order of ours', async () => {
    const unitOfWork = await fixture.ledgerOf([BOUGHT])
    everything(unitOfWork, NOW, [])
    expect(fixture.reconciler.hasFreshSnapshots(unitOfWork.state, NOW, START)).toBe(false)
    expect(fixture.reconciler.snapshotsReadAt).toBe(NOW)
  })

  it.each([
    ['counts an order that was acknowledged after the last reading of the book began', 500, true],
    ['does not count one of which neither rows nor book show that it bought', undefined, false],
  ])('where positions show a purchase, %s', async (_what, acknowledgedMsAgo, known) => {
    const rows = acknowledgedMsAgo === undefined ? [] : [{ ...BOUGHT, acknowledgedAt: ago(acknowledgedMsAgo) }]
    const unitOfWork = await fixture.ledgerOf(rows)
    everything(unitOfWork, NOW, [], 65)
    expect(fixture.reconciler.hasFreshSnapshots(unitOfWork.state, NOW, START)).toBe(known)
    expect(Object.keys(fixture.asked()).includes('positions')).toBe(!known)
  })

  const LOST: BrokerOrder = { ...order('77'), tag: 's0mz3k9x1a0000b7q201', tradingsymbol: OTHER }

  it('waits while an order looks like ours and has no row, and another may lead', async () => {
    const unitOfWork = await fixture.ledgerOf([BOUGHT])
    fixture.account.isLeading = false
    everything(unitOfWork)
    fixture.read(unitOfWork, orders(BOUGHT, LOST))
    expect(fixture.reconciler.hasFreshSnapshots(unitOfWork.state, NOW, START)).toBe(false)
    const { result } = orders(BOUGHT)
    fixture.read(unitOfWork, { kind: 'orders', result: { ...result, partial: true } } as BrokerSnapshot)
    expect(fixture.reconciler.hasFreshSnapshots(unitOfWork.state, NOW, START)).toBe(false)
    fixture.read(unitOfWork, orders(BOUGHT, { ...LOST, tag: 'scalper' }))
    expect(fixture.reconciler.hasFreshSnapshots(unitOfWork.state, NOW, START)).toBe(true)
  })

  it('leaves an order that looks like ours and has no row to the lock of the day once it leads', async () => {
    const unitOfWork = await fixture.ledgerOf([BOUGHT])
    fixture.account.isLeading = true
    everything(unitOfWork)
    fixture.read(unitOfWork, orders(BOUGHT, LOST))
    expect(unitOfWork.state.lockOf('live')).toMatchObject({ reason: 'invariant_broken' })
    expect(fixture.reconciler.hasFreshSnapshots(unitOfWork.state, NOW, START)).toBe(true)
  })

  it('restarts from the rows', async () => {
    const unitOfWork = await fixture.ledgerOf([BOUGHT])
    everything(unitOfWork)
    fixture.reconciler.forget(unitOfWork.state)
    const isKnown = fixture.reconciler.hasFreshSnapshots(unitOfWork.state, NOW, START)
    expect([isKnown, fixture.reconciler.snapshotsReadAt, fixture.reconciler.foreignOpenSales]).toEqual([
      false,
      undefined,
      [],
    ])
  })
})

describe('a position that reads small', () => {
  const trades = (...value: ReturnType<typeof fillOf>[]): BrokerSnapshot => ({
    kind: 'trades',
    result: { ok: true, value },
  })
  const sale = { ...fillOf(order('x', { filled: 65 }), rs(150)), at: NOW }
  const ledgerWithFill = async () => {
    const unitOfWork = await fixture.ledgerOf([BOUGHT], [intent('enter', place('BUY'), accepted('b1', 60_000))])
    fixture.read(unitOfWork, trades(fillOf(BOUGHT, rs(150))))
    return unitOfWork
  }

  it('asks for the trades, and what they show is booked once', async () => {
    const unitOfWork = await ledgerWithFill()
    fixture.read(unitOfWork, positions(0))
    expect(fixture.asked()).toEqual({ trades: 0 })
    fixture.read(unitOfWork, trades(sale))
    expect(unitOfWork.state.trade('t1')).toMatchObject({ manualExitQuantity: 65 })
    expect(fixture.account.counts.get('position_unexplained')).toBeUndefined()
  })

  const shown = (mis: number, nrml: number): BrokerSnapshot => ({
    kind: 'positions',
    result: {
      ok: true,
      value: [
        { tradingsymbol: CALL.tradingsymbol, product: 'MIS', quantity: mis },
        { tradingsymbol: CALL.tradingsymbol, product: 'NRML', quantity: nrml },
      ],
    },
  })

  it.each<
    [when: string, before: BrokerSnapshot | undefined, now: BrokerSnapshot, at: number, converted: number | undefined]
  >([
    ['that came first and was asked for with it', shown(65, 0), shown(0, 65), 0, 65],
    ['that is older, not', shown(65, 0), shown(0, 65), 1, undefined],
    ['that may lack a sale of since, for nothing moved, not', shown(65, 65), shown(0, 65), 0, undefined],
    ['that came before any positions, not', undefined, shown(0, 65), 0, undefined],
  ])('is explained at once by a trade book %s', async (_when, before, now, laterMs, converted) => {
    const unitOfWork = await fixture.ledgerOf([BOUGHT], [intent('enter', place('BUY'), accepted('b1', 60_000))])
    if (before !== undefined) fixture.read(unitOfWork, before, ago(5_000))
    fixture.read(unitOfWork, trades(fillOf(BOUGHT, rs(150))))
    fixture.read(unitOfWork, now, (NOW + laterMs) as EpochMs)
    expect(unitOfWork.state.trade('t1')?.converted).toBe(converted)
  })

  it('and is in no trade is counted', async () => {
    const unitOfWork = await ledgerWithFill()
    fixture.read(unitOfWork, positions(0))
    fixture.read(unitOfWork, trades())
    fixture.read(unitOfWork, trades())
    expect(fixture.account.counts.get('position_unexplained')).toBe(1)
  })

  it('is nothing when all is there', async () => {
    fixture.read(await ledgerWithFill(), positions(65))
    expect(fixture.asked()).toEqual({})
  })

  it('too early to decide is read again when it can be decided, the trades at once: its order may be rejected', async () => {
    const call = intent('move', modify('s1'), accepted('s1', 500))
    fixture.read(await fixture.ledgerOf([BOUGHT], [call]), positions(0))
    expect(fixture.asked()).toEqual({ positions: 1_500, trades: 0 })
  })
})
