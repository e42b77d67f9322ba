import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderAck } from '../order/order-ack.ts'
import type { BrokerOrder } from '../order/order.ts'
import type { BrokerUpdate } from '../ports.ts'
import { rs } from '../testing/scenario.ts'
import { ago, BOUGHT, ENTERING, intent, NOW, OPEN, order, place, sending } from '../testing/trade-fixture.ts'
import type { Trade } from '../trade/trade.ts'
import type { BrokerSnapshot } from './broker-event.ts'
import { SNAPSHOT_KINDS, type SnapshotKind } from './poll-scheduler.ts'
import { ReconcilerFixture, orders } from '../testing/reconciler-fixture.ts'

const OTHER = 'NIFTY26D0124100CE'

let fixture: ReconcilerFixture
beforeEach(() => {
  fixture = new ReconcilerFixture()
})

describe('an answer', () => {
  it.each<[answer: OrderAck, inMs: number]>([
    [{ type: 'accepted', orderId: 's1' }, 300],
    [{ type: 'in_doubt', why: 'no answer' }, 0],
    [{ type: 'refused', code: 'funds', text: 'no' }, 0],
  ])('asks for the order book: %j', async (answer, inMs) => {
    const call = intent('protect', place('SELL'), sending)
    fixture.reconciler.reconcile(
      await fixture.ledgerOf([BOUGHT], [call]),
      { type: 'answer', intentId: call.id, answer },
      NOW,
    )
    expect(fixture.asked()).toEqual({ orders: inMs })
    expect(fixture.account.counts.get('broker_answers')).toBe(1)
  })

  it.each([
    ['protect', 'token_expired', ['token_expired']],
    ['exit', 'not_permitted', ['not_permitted']],
    ['protect', 'funds', []],
    ['enter', 'token_expired', []],
  ] as const)('to %s that refuses as %s notifies the user of %j', async (kind, code, notified) => {
    const call = intent(kind, place('SELL'), sending)
    const unitOfWork = await fixture.ledgerOf([BOUGHT], [call])
    fixture.reconciler.reconcile(
      unitOfWork,
      { type: 'answer', intentId: call.id, answer: { type: 'refused', code, text: 'no' } },
      NOW,
    )
    expect(fixture.codes()).toEqual(notified)
  })

  it('to an unknown call notifies no account', async () => {
    const answer = { type: 'refused', code: 'token_expired', text: 'no' } as const
    fixture.reconciler.reconcile(await fixture.ledgerOf([BOUGHT]), { type: 'answer', intentId: 'i-none', answer }, NOW)
    expect(fixture.codes()).toEqual([])
  })
})

describe('an update', () => {
  const foreign = (change: Partial<BrokerOrder> = {}): BrokerUpdate => ({
    type: 'order',
    order: { ...order('77'), tag: null, ...change },
  })
  const own: BrokerUpdate = { type: 'order', order: order('s1', { phase: 'open' }) }

  it.each<[what: string, update: BrokerUpdate, trade: Trade, reads: SnapshotKind[]]>([
    ['of a new connection looks at everything', { type: 'look' }, OPEN, ['orders', 'trades', 'positions', 'funds']],
    ['that some order moved looks at the orders', { type: 'moved' }, OPEN, ['orders']],
    ['of our own order looks at nothing', own, OPEN, []],
    ['of another’s in a contract we hold looks at the position', foreign(), OPEN, ['positions']],
    ['of another’s in another contract looks at nothing', foreign({ tradingsymbol: OTHER }), OPEN, []],
    ['of another’s in a contract we do not hold yet looks at nothing', foreign(), ENTERING, []],
  ])('%s', async (_what, update, trade, reads) => {
    fixture.receive(await fixture.ledgerOf([BOUGHT, order('s1')], [], trade), update)
    expect(Object.keys(fixture.asked())).toEqual(reads)
  })

  it('of another login has what the one before was refused read at once', async () => {
    const expired = { ok: false, code: 'token_expired', text: 'no' } as const
    const unitOfWork = await fixture.ledgerOf([BOUGHT, order('s1')])
    for (const kind of SNAPSHOT_KINDS) {
      fixture.pollScheduler.end(fixture.pollScheduler.begin(kind, ago(300)), expired)
    }
    fixture.receive(unitOfWork, { type: 'look' })
    const need = { busySince: ago(60_000), isHolding: true, isSessionOpen: true, doubtAt: undefined }
    expect(SNAPSHOT_KINDS.map((kind) => fixture.pollScheduler.dueAt(kind, need, NOW))).toEqual(
      SNAPSHOT_KINDS.map(() => ago(-4_700)),
    )
    fixture.receive(unitOfWork, { type: 'login' })
    expect(SNAPSHOT_KINDS.map((kind) => fixture.pollScheduler.dueAt(kind, need, NOW))).toEqual(
      SNAPSHOT_KINDS.map(() => NOW),
    )
  })

  it('that contradicts what we know of our order is counted, and one that does not is not', async () => {
    const unitOfWork = await fixture.ledgerOf([BOUGHT, order('s1')])
    fixture.receive(unitOfWork, own)
    expect(fixture.account.counts.get('order_contradicts')).toBeUndefined()
    fixture.receive(unitOfWork, { type: 'order', order: order('s1', { side: 'BUY' }) })
    expect(fixture.account.counts.get('order_contradicts')).toBe(1)
  })
})

describe('a sale of more than was bought', () => {
  const sold = (filled: number) => orders(BOUGHT, order('s1', { phase: 'complete', filled }))

  it('is notified as it is seen', async () => {
    fixture.read(await fixture.ledgerOf([BOUGHT, order('s1')]), sold(130))
    expect(fixture.codes()).toEqual(['short'])
  })

  it('is not notified again by a process that knows of it', async () => {
    const unitOfWork = await fixture.ledgerOf([BOUGHT, order('s1', { phase: 'complete', filled: 130 })])
    fixture.read(unitOfWork, sold(130))
    expect(fixture.codes()).toEqual([])
  })

  it('is none when it is all that was bought', async () => {
    fixture.read(await fixture.ledgerOf([BOUGHT, order('s1')]), sold(65))
    expect(fixture.codes()).toEqual([])
  })

  it('is not notified when a purchase makes it less', async () => {
    const known = order('s1', { phase: 'complete', filled: 130 })
    const buy = { ...BOUGHT, orderId: 'b2', phase: 'open', filled: 10 } as const
    fixture.read(await fixture.ledgerOf([BOUGHT, known, { ...buy, filled: 0 }]), orders(BOUGHT, known, buy))
    expect(fixture.codes()).toEqual([])
  })
})

describe('a reading that failed', () => {
  const failed = (code: 'token_expired' | 'unavailable'): BrokerSnapshot => ({
    kind: 'orders',
    result: { ok: false, code, text: 'no' },
  })

  it.each<[code: 'token_expired' | 'unavailable', trade: Trade, notified: string[]]>([
    ['token_expired', OPEN, ['token_expired']],
    ['token_expired', ENTERING, []],
    ['unavailable', OPEN, []],
  ])('as %s is notified where something is held', async (code, trade, notified) => {
    fixture.read(await fixture.ledgerOf([BOUGHT], [], trade), failed(code))
    expect(fixture.codes()).toEqual(notified)
    expect(fixture.reconciler.snapshotsReadAt).toBeUndefined()
  })
})

it('the money that is usable is dated by when its reading began', async () => {
  const value = { usable: rs(1_000), opening: rs(2_000) }
  fixture.read(await fixture.ledgerOf([BOUGHT]), { kind: 'funds', result: { ok: true, value } }, ago(50))
  expect(fixture.reconciler.funds).toEqual({ ...value, readAt: ago(50) })
})
