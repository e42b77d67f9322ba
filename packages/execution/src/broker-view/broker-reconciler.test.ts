import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_CONFIG } from '../testing/test-broker.ts'
import type { Intent } from '../intent/intent.ts'
import type { OrderAck } from '../order/order-ack.ts'
import type { BrokerOrder, OrderRecord } from '../order/order.ts'
import type { BrokerUpdate, MonoMs } from '../ports.ts'
import { CALL, rs } from '../testing/scenario.ts'
import { changesOf, StagedAccount } from '../testing/account-fixture.ts'
import {
  ago,
  accepted,
  BOUGHT,
  ENTERING,
  fillOf,
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
import type { Trade } from '../trade/trade.ts'
import { Alarms } from '../persist/alarms.ts'
import type { BrokerSnapshot } from './broker-event.ts'
import { BrokerReconciler } from './broker-reconciler.ts'
import { Invariants } from './invariants.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import { SNAPSHOT_KINDS, PollScheduler, type SnapshotKind } from './poll-scheduler.ts'

const OTHER = 'NIFTY26D0124100CE'

let account: StagedAccount
let pollScheduler: PollScheduler
let reconciler: BrokerReconciler
beforeEach(() => {
  account = new StagedAccount()
  begin()
})

/** A new process, which has read everything a second ago: of the last one's notifications it knows nothing. */
function begin(): void {
  const { observer } = account.ports
  const alarms = new Alarms(observer)
  pollScheduler = new PollScheduler(TEST_CONFIG)
  for (const kind of SNAPSHOT_KINDS) {
    pollScheduler.end(pollScheduler.begin(kind, ago(1_000)), { ok: true, value: [] })
  }
  reconciler = new BrokerReconciler(TEST_CONFIG, pollScheduler, alarms, new Invariants(alarms, observer), observer)
}

const ledgerOf = (orders: OrderRecord[], intents: Intent[] = [], trade: Trade = OPEN) =>
  account.unitOfWork(...changesOf({ trades: [trade], intents, orders }))

function read(unitOfWork: AccountUnitOfWork, snapshot: BrokerSnapshot, at: EpochMs = NOW): void {
  const started = { at, mono: (at - NOW) as MonoMs }
  reconciler.reconcile(unitOfWork, { type: 'reading', readStartedAt: started, snapshot }, NOW)
}

const orders = (...value: BrokerOrder[]): BrokerSnapshot => ({ kind: 'orders', result: { ok: true, value } })
const receive = (unitOfWork: AccountUnitOfWork, update: BrokerUpdate) =>
  reconciler.reconcile(unitOfWork, { type: 'update', update }, NOW)

/** The kinds of reading that were asked for, and when they are due. */
function asked(): Partial<Record<SnapshotKind, number>> {
  const asleep = { busySince: undefined, isHolding: false, isSessionOpen: false, doubtAt: undefined }
  return Object.fromEntries(
    SNAPSHOT_KINDS.flatMap((kind) => {
      const due = pollScheduler.dueAt(kind, asleep, NOW)
      return due === undefined ? [] : [[kind, due - NOW]]
    }),
  )
}

const positions = (quantity: number): BrokerSnapshot => ({
  kind: 'positions',
  result: { ok: true, value: [{ tradingsymbol: CALL.tradingsymbol, product: 'MIS', quantity }] },
})

const codes = () => account.alarms.map((alarm) => alarm.split(':')[0])

describe('an answer', () => {
  it.each<[answer: OrderAck, inMs: number]>([
    [{ type: 'accepted', orderId: 's1' }, 300],
    [{ type: 'in_doubt', why: 'no answer' }, 0],
    [{ type: 'refused', code: 'funds', text: 'no' }, 0],
  ])('asks for the order book: %j', async (answer, inMs) => {
    const call = intent('protect', place('SELL'), sending)
    reconciler.reconcile(await ledgerOf([BOUGHT], [call]), { type: 'answer', intentId: call.id, answer }, NOW)
    expect(asked()).toEqual({ orders: inMs })
    expect(account.counts.get('broker_answers')).toBe(1)
  })

  it.each([
    ['protect', 'token_dead', ['token_dead']],
    ['exit', 'not_permitted', ['not_permitted']],
    ['protect', 'funds', []],
    ['enter', 'token_dead', []],
  ] as const)('to %s that refuses as %s notifies the user of %j', async (kind, code, notified) => {
    const call = intent(kind, place('SELL'), sending)
    const unitOfWork = await ledgerOf([BOUGHT], [call])
    reconciler.reconcile(
      unitOfWork,
      { type: 'answer', intentId: call.id, answer: { type: 'refused', code, text: 'no' } },
      NOW,
    )
    expect(codes()).toEqual(notified)
  })

  it('to an unknown call notifies no account', async () => {
    const answer = { type: 'refused', code: 'token_dead', text: 'no' } as const
    reconciler.reconcile(await ledgerOf([BOUGHT]), { type: 'answer', intentId: 'i-none', answer }, NOW)
    expect(codes()).toEqual([])
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
    receive(await ledgerOf([BOUGHT, order('s1')], [], trade), update)
    expect(Object.keys(asked())).toEqual(reads)
  })

  it('of another login has what the one before was refused read at once', async () => {
    const expired = { ok: false, code: 'token_dead', text: 'no' } as const
    const unitOfWork = await ledgerOf([BOUGHT, order('s1')])
    for (const kind of SNAPSHOT_KINDS) {
      pollScheduler.end(pollScheduler.begin(kind, ago(300)), expired)
    }
    receive(unitOfWork, { type: 'look' })
    const need = { busySince: ago(60_000), isHolding: true, isSessionOpen: true, doubtAt: undefined }
    expect(SNAPSHOT_KINDS.map((kind) => pollScheduler.dueAt(kind, need, NOW))).toEqual(
      SNAPSHOT_KINDS.map(() => ago(-4_700)),
    )
    receive(unitOfWork, { type: 'login' })
    expect(SNAPSHOT_KINDS.map((kind) => pollScheduler.dueAt(kind, need, NOW))).toEqual(SNAPSHOT_KINDS.map(() => NOW))
  })

  it('that contradicts what we know of our order is counted, and one that does not is not', async () => {
    const unitOfWork = await ledgerOf([BOUGHT, order('s1')])
    receive(unitOfWork, own)
    expect(account.counts.get('order_contradicts')).toBeUndefined()
    receive(unitOfWork, { type: 'order', order: order('s1', { side: 'BUY' }) })
    expect(account.counts.get('order_contradicts')).toBe(1)
  })
})

describe('a sale of more than was bought', () => {
  const sold = (filled: number) => orders(BOUGHT, order('s1', { phase: 'complete', filled }))

  it('is notified as it is seen', async () => {
    read(await ledgerOf([BOUGHT, order('s1')]), sold(130))
    expect(codes()).toEqual(['short'])
  })

  it('is not notified again by a process that knows of it', async () => {
    const unitOfWork = await ledgerOf([BOUGHT, order('s1', { phase: 'complete', filled: 130 })])
    read(unitOfWork, sold(130))
    expect(codes()).toEqual([])
  })

  it('is none when it is all that was bought', async () => {
    read(await ledgerOf([BOUGHT, order('s1')]), sold(65))
    expect(codes()).toEqual([])
  })

  it('is not notified when a purchase makes it less', async () => {
    const known = order('s1', { phase: 'complete', filled: 130 })
    const buy = { ...BOUGHT, orderId: 'b2', phase: 'open', filled: 10 } as const
    read(await ledgerOf([BOUGHT, known, { ...buy, filled: 0 }]), orders(BOUGHT, known, buy))
    expect(codes()).toEqual([])
  })
})

describe('the order book', () => {
  it.each<[what: string, change: Partial<BrokerOrder>, expected: boolean]>([
    ['a sale that works', {}, true],
    ['a sale that is over', { phase: 'cancelled' }, false],
    ['a purchase', { side: 'BUY' }, false],
  ])('shows of others %s', async (_what, change, expected) => {
    read(await ledgerOf([BOUGHT]), orders(BOUGHT, { ...order('77'), tag: null, ...change }))
    expect(reconciler.foreignOpenSales.length > 0).toBe(expected)
  })

  it.each<[what: string, tag: string | null, isLeading: boolean, notified: string[]]>([
    ['a tag like ours that no row knows', 's0mz3k9x1a0000b7q201', true, ['unknown_tag']],
    ['one while another may lead', 's0mz3k9x1a0000b7q201', false, []],
    ['a tag unlike ours', 'scalper', true, []],
    ['no tag', null, true, []],
  ])('is notified of for %s', async (_what, tag, isLeading, notified) => {
    account.isLeading = isLeading
    read(await ledgerOf([BOUGHT]), orders(BOUGHT, { ...order('77'), tag, tradingsymbol: OTHER }))
    expect(codes()).toEqual(notified)
  })

  it('is looked for again where another may lead, and reported as soon as none does', async () => {
    const unitOfWork = await ledgerOf([BOUGHT])
    const unknown = orders(BOUGHT, { ...order('77'), tag: 's0mz3k9x1a0000b7q201', tradingsymbol: OTHER })
    account.isLeading = false
    read(unitOfWork, unknown)
    expect(asked()).toMatchObject({ orders: TEST_CONFIG.pollLiveMs })
    account.isLeading = true
    read(unitOfWork, unknown)
    expect(codes()).toEqual(['unknown_tag'])
  })

  it('shows whose an order is by our tag, though one without a tag that the answer named comes first (I13)', async () => {
    const call = intent('protect', place('SELL', STOP), accepted('77', 10))
    const named = order('77', { intentId: call.id, seenAt: null, phase: 'pending' })
    const unitOfWork = await ledgerOf([BOUGHT, named], [call])
    const tag = call.call.type === 'place' ? call.call.order.tag : null
    read(unitOfWork, orders(BOUGHT, { ...order('77'), tag: null }, { ...order('78'), tag }))
    expect([unitOfWork.state.order('77'), unitOfWork.state.order('78')?.phase]).toEqual([undefined, 'armed'])
    expect(codes()).toEqual([])
  })

  it('is not reported for a tag that a row knows, in an order that is not the one asked for', async () => {
    const tag = 's0mz3k9x1a0000b7q201'
    const call = intent('protect', { type: 'place', order: { ...requestOf(STOP), tag } }, inDoubt(10))
    read(await ledgerOf([BOUGHT], [call]), orders(BOUGHT, { ...order('77'), tag, tradingsymbol: OTHER }))
    expect(codes()).toEqual([])
  })

  it.each([
    ['whole', {}, 'absent'],
    ['partial', { partial: true }, 'in_doubt'],
  ])('settles a doubt when it is %s', async (_what, extra, state) => {
    const call = intent('move', modify('s1', { ...STOP, quantity: 130 }), inDoubt(9_000))
    const unitOfWork = await ledgerOf([BOUGHT, order('s1')], [call])
    read(unitOfWork, { kind: 'orders', result: { ok: true, value: [BOUGHT, order('s1')], ...extra } })
    expect(unitOfWork.state.intent(call.id)?.outcome.state).toBe(state)
  })

  const requestOf = (terms: typeof STOP) =>
    ({ tradingsymbol: CALL.tradingsymbol, side: 'SELL', product: 'MIS', terms }) as const
})

describe('an order that no book shows, of which positions and trades were not read yet', () => {
  const trades: BrokerSnapshot = { kind: 'trades', result: { ok: true, value: [fillOf(BOUGHT, rs(150))] } }
  /** Reads as the account does: what was asked for is no longer asked for. */
  const serve = (unitOfWork: AccountUnitOfWork, snapshot: BrokerSnapshot, at = NOW) => {
    pollScheduler.end(pollScheduler.begin(snapshot.kind, at), snapshot.result)
    read(unitOfWork, snapshot, at)
  }

  it.each([
    ['settled by the order book, asked for once both are here', 65, 'absent', {}],
    ['left to the next poll where they differ', 0, 'in_doubt', { positions: 250, trades: 250 }],
  ])('is %s (I1)', async (_what, held, state, after) => {
    const call = intent('protect', place('SELL'), inDoubt(12_000))
    const unitOfWork = await ledgerOf([BOUGHT], [intent('enter', place('BUY'), accepted('b1', 60_000)), call])
    for (const ms of [11_900, 5_000, 500]) serve(unitOfWork, orders(BOUGHT), ago(ms))
    expect(asked()).toEqual({ positions: 0, trades: 0 })
    serve(unitOfWork, positions(held))
    expect(asked()).not.toHaveProperty('orders')
    serve(unitOfWork, trades)
    expect(asked()).toEqual({ orders: 0 })
    serve(unitOfWork, orders(BOUGHT))
    expect(unitOfWork.state.intent(call.id)?.outcome.state).toBe(state)
    expect(asked()).toEqual(after)
    serve(unitOfWork, positions(held))
    serve(unitOfWork, trades)
    expect(asked()).not.toHaveProperty('orders')
  })
})

describe('whether the books are known', () => {
  const everything = (
    unitOfWork: AccountUnitOfWork,
    at: EpochMs = NOW,
    shown: readonly OrderRecord[] = [BOUGHT],
    held = 0,
  ) => {
    read(unitOfWork, positions(held))
    read(unitOfWork, { kind: 'trades', result: { ok: true, value: [] } })
    read(unitOfWork, orders(...shown), at)
  }

  it.each<[what: string, readings: BrokerSnapshot[], known: boolean]>([
    ['nothing was read', [], false],
    ['the orders alone', [orders(BOUGHT)], false],
    ['the trades are missing', [orders(BOUGHT), { kind: 'positions', result: { ok: true, value: [] } }], false],
    ['the positions are missing', [orders(BOUGHT), { kind: 'trades', result: { ok: true, value: [] } }], false],
  ])('when %s', async (_what, snapshots, known) => {
    const unitOfWork = await ledgerOf([BOUGHT])
    for (const snapshot of snapshots) read(unitOfWork, snapshot)
    expect(reconciler.hasFreshSnapshots(unitOfWork.state, NOW)).toBe(known)
  })

  it('ends when the last fresh reading is too old', async () => {
    const unitOfWork = await ledgerOf([BOUGHT])
    everything(unitOfWork)
    expect(reconciler.hasFreshSnapshots(unitOfWork.state, (NOW + 15_000) as EpochMs)).toBe(true)
    expect(reconciler.hasFreshSnapshots(unitOfWork.state, (NOW + 15_001) as EpochMs)).toBe(false)
  })

  it('does not begin with a reading that lacks an order of ours', async () => {
    const unitOfWork = await ledgerOf([BOUGHT])
    everything(unitOfWork, NOW, [])
    expect(reconciler.hasFreshSnapshots(unitOfWork.state, NOW)).toBe(false)
    expect(reconciler.snapshotsReadAt).toBe(NOW)
  })

  it.each([
    ['counts an order that was acknowledged after the last reading of the book began', 500, true],
    ['does not count one of which neither rows nor book show that it bought', undefined, false],
  ])('where positions show a purchase, %s', async (_what, acknowledgedMsAgo, known) => {
    const rows = acknowledgedMsAgo === undefined ? [] : [{ ...BOUGHT, acknowledgedAt: ago(acknowledgedMsAgo) }]
    const unitOfWork = await ledgerOf(rows)
    everything(unitOfWork, NOW, [], 65)
    expect(reconciler.hasFreshSnapshots(unitOfWork.state, NOW)).toBe(known)
    expect(Object.keys(asked()).includes('positions')).toBe(!known)
  })

  it('restarts from the rows', async () => {
    const unitOfWork = await ledgerOf([BOUGHT])
    everything(unitOfWork)
    reconciler.forget()
    const isKnown = reconciler.hasFreshSnapshots(unitOfWork.state, NOW)
    expect([isKnown, reconciler.snapshotsReadAt, reconciler.foreignOpenSales]).toEqual([false, undefined, []])
  })
})

describe('a reading that failed', () => {
  const failed = (code: 'token_dead' | 'unavailable'): BrokerSnapshot => ({
    kind: 'orders',
    result: { ok: false, code, text: 'no' },
  })

  it.each<[code: 'token_dead' | 'unavailable', trade: Trade, notified: string[]]>([
    ['token_dead', OPEN, ['token_dead']],
    ['token_dead', ENTERING, []],
    ['unavailable', OPEN, []],
  ])('as %s is notified where something is held', async (code, trade, notified) => {
    read(await ledgerOf([BOUGHT], [], trade), failed(code))
    expect(codes()).toEqual(notified)
    expect(reconciler.snapshotsReadAt).toBeUndefined()
  })
})

describe('a position that reads small', () => {
  const trades = (...value: ReturnType<typeof fillOf>[]): BrokerSnapshot => ({
    kind: 'trades',
    result: { ok: true, value },
  })
  const sale = { ...fillOf(order('x', { filled: 65 }), rs(150)), at: NOW }
  const ledgerWithFill = async () => {
    const unitOfWork = await ledgerOf([BOUGHT], [intent('enter', place('BUY'), accepted('b1', 60_000))])
    read(unitOfWork, trades(fillOf(BOUGHT, rs(150))))
    return unitOfWork
  }

  it('asks for the trades, and what they show is booked once', async () => {
    const unitOfWork = await ledgerWithFill()
    read(unitOfWork, positions(0))
    expect(asked()).toEqual({ trades: 0 })
    read(unitOfWork, trades(sale))
    expect(unitOfWork.state.trade('t1')).toMatchObject({ manualExitQuantity: 65 })
    expect(account.counts.get('position_unexplained')).toBeUndefined()
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
    const unitOfWork = await ledgerOf([BOUGHT], [intent('enter', place('BUY'), accepted('b1', 60_000))])
    if (before !== undefined) read(unitOfWork, before, ago(5_000))
    read(unitOfWork, trades(fillOf(BOUGHT, rs(150))))
    read(unitOfWork, now, (NOW + laterMs) as EpochMs)
    expect(unitOfWork.state.trade('t1')?.converted).toBe(converted)
  })

  it('and is in no trade is counted', async () => {
    const unitOfWork = await ledgerWithFill()
    read(unitOfWork, positions(0))
    read(unitOfWork, trades())
    read(unitOfWork, trades())
    expect(account.counts.get('position_unexplained')).toBe(1)
  })

  it('is nothing when all is there', async () => {
    read(await ledgerWithFill(), positions(65))
    expect(asked()).toEqual({})
  })

  it('too early to decide is read again when it can be decided, the trades at once: its order may be rejected', async () => {
    const call = intent('move', modify('s1'), accepted('s1', 500))
    read(await ledgerOf([BOUGHT], [call]), positions(0))
    expect(asked()).toEqual({ positions: 1_500, trades: 0 })
  })
})

it('the money that is usable is dated by when its reading began', async () => {
  const value = { usable: rs(1_000), opening: rs(2_000) }
  read(await ledgerOf([BOUGHT]), { kind: 'funds', result: { ok: true, value } }, ago(50))
  expect(reconciler.funds).toEqual({ ...value, readAt: ago(50) })
})
