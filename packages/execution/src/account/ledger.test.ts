import { beforeEach, describe, expect, it } from 'vitest'
import { StaleEpoch } from '../ports.ts'
import type { Change } from '../store/change.ts'
import { ACCOUNT, DAY, rs } from '../testing/scenario.ts'
import { StagedAccount } from '../testing/staged-account.ts'
import { BOUGHT, ENTERING, EXITING, fillOf, intent, NOW, OPEN, order, place, sending } from '../testing/staged-trade.ts'
import type { Ledger } from './ledger.ts'
import { openLedger } from './open-ledger.ts'

let account: StagedAccount
let ledger: Ledger
beforeEach(async () => {
  account = new StagedAccount()
  ledger = await account.ledger()
  account.transactions = 0
})

const alarm = (code: string): Change => ({ type: 'alarm', code, tradeId: null, text: '' })
/** The alarms that are rows, in their order. */
const rows = () =>
  account.store.journalOf(ACCOUNT).flatMap(({ change }) => (change.type === 'alarm' ? [change.code] : []))
const spooled = () => account.spool.map(({ changes }) => changes.map((one) => (one.type === 'alarm' ? one.code : '')))

describe('writing down', () => {
  it('asks nothing of the store when there is nothing', async () => {
    ledger.remember(order('s1'))
    expect(await ledger.commit(true)).toBe('written')
    expect(account.transactions).toBe(0)
  })

  it('is done in one transaction, notes and all', async () => {
    ledger.put(alarm('a'))
    ledger.put(alarm('b'))
    ledger.note({ userId: ACCOUNT, kind: 'alarm', key: 'n', at: NOW, symbol: null, text: '' })
    expect(await ledger.commit(false)).toBe('written')
    expect([account.transactions, rows(), account.store.notes.length]).toEqual([1, ['a', 'b'], 1])
    expect(ledger.isDirty).toBe(false)
    expect(account.cleared).toBe(0)
  })

  it.each<[what: string, change: Change, hints: number]>([
    ['a trade', { type: 'trade', trade: ENTERING }, 1],
    ['the state of an order, as of a stop that now rests', { type: 'order', order: order('s1'), on: DAY }, 1],
    ['a fill', { type: 'fill', fill: fillOf(BOUGHT, rs(150)), on: DAY }, 1],
    ['an alarm', alarm('a'), 0],
  ])('of %s notifies the screens of the trades %i times', async (_what, change, hints) => {
    ledger.put({ type: 'trade', trade: ENTERING })
    await ledger.commit(false)
    const before = account.tradesTold
    ledger.put(change)
    expect(await ledger.commit(false)).toBe('written')
    expect(account.tradesTold - before).toBe(hints)
  })

  it('is repeated until the store has it, which takes it once', async () => {
    account.store.fault = () => 'commit_then_fail'
    ledger.put(alarm('a'))
    expect(await ledger.commit(false)).toBe('failed')
    expect([ledger.isDirty, ledger.isLate]).toEqual([true, true])
    account.store.fault = () => undefined
    ledger.put(alarm('b'))
    expect(await ledger.commit(false)).toBe('written')
    expect([rows(), ledger.isDirty, ledger.isLate]).toEqual([['a', 'b'], false, false])
    expect(account.counts.get('store_commit_failed')).toBe(1)
  })

  it.each([
    [1_000, false],
    [1_001, true],
  ])('that takes %j ms is late: %j', async (ms, late) => {
    account.storeMs = ms
    ledger.put(alarm('a'))
    const writing = ledger.commit(false)
    await account.clock.advance(ms)
    expect(await writing).toBe('written')
    expect(ledger.isLate).toBe(late)
  })

  it('keeps no more than a hundred batches for a store that takes nothing, and loses no state', async () => {
    ledger.put({ type: 'trade', trade: ENTERING })
    await ledger.commit(false)
    account.store.fault = () => 'fail'
    for (let nth = 1; nth <= 1_000; nth += 1) {
      ledger.put({ type: 'order', order: { ...order('s1'), filled: nth }, on: DAY })
      ledger.put(alarm(`a${nth % 5}`))
      expect(await ledger.commit(false)).toBe('failed')
      expect(ledger.unwritten.batches).toBeLessThanOrEqual(100)
    }
    account.store.fault = () => undefined
    expect(await ledger.commit(false)).toBe('written')
    expect(ledger.isDirty).toBe(false)
    const changes = account.store.journalOf(ACCOUNT).map(({ change }) => change)
    const orders = changes.flatMap((change) => (change.type === 'order' ? [change.order.filled] : []))
    expect(orders.at(-1)).toBe(1_000)
    expect(orders.length).toBe(101)
    expect(changes.filter(({ type }) => type === 'alarm')).toHaveLength(1_000)
  })

  it('ends when another executor has the account', async () => {
    const later = { ...account.lease, epoch: 2 }
    await openLedger(account.ports, ACCOUNT, later, DAY)
    ledger.put(alarm('a'))
    await expect(ledger.commit(true)).rejects.toThrow(StaleEpoch)
    expect(account.spool).toEqual([])
  })

  it.each<[what: string, change: Change, told: number]>([
    ['a trade', { type: 'trade', trade: ENTERING }, 1],
    [
      'a refusal',
      {
        type: 'refusal',
        refusal: {
          accountId: ACCOUNT,
          userId: ACCOUNT,
          decisionId: 'd1',
          symbol: 'NIFTY',
          on: DAY,
          at: NOW,
          code: 'x',
          text: '',
        },
      },
      1,
    ],
    ['a lock', { type: 'lock', lock: { on: DAY, mode: 'paper', reason: 'loss_cap', at: NOW } }, 1],
    ['an intent', { type: 'intent', intent: intent('protect', place('SELL'), sending) }, 0],
    ['an alarm', alarm('a'), 0],
  ])('tells the screens of %s', async (_what, change, told) => {
    ledger.put(alarm('before'))
    ledger.put(change)
    await ledger.commit(false)
    expect(account.tradesTold).toBe(told)
  })
})

describe('the local file', () => {
  beforeEach(() => {
    account.store.fault = () => 'fail'
  })

  it('takes what the store does not, each once and in order', async () => {
    ledger.put(alarm('a'))
    expect(await ledger.commit(true)).toBe('spooled')
    expect(await ledger.commit(true)).toBe('spooled')
    ledger.put(alarm('b'))
    expect(await ledger.commit(true)).toBe('spooled')
    expect(spooled()).toEqual([['a'], ['b']])
    expect(rows()).toEqual([])
  })

  it('is cleared once the store has it all, and not again', async () => {
    ledger.put(alarm('a'))
    await ledger.commit(true)
    account.store.fault = () => undefined
    ledger.put(alarm('b'))
    expect(await ledger.commit(true)).toBe('written')
    expect([account.spool, rows(), account.cleared]).toEqual([[], ['a', 'b'], 1])
    ledger.put(alarm('c'))
    await ledger.commit(true)
    expect(account.cleared).toBe(1)
  })

  it('keeps what a replaced executor has written to it since', async () => {
    const late = { id: 'late', at: account.clock.now(), epoch: account.lease.epoch - 1, changes: [alarm('late')] }
    ledger.put(alarm('a'))
    await ledger.commit(true)
    account.spool.push(late)
    account.store.fault = () => undefined
    expect(await ledger.commit(true)).toBe('written')
    expect(account.spool).toEqual([late])
  })

  it('is not written to unless a call wants to leave', async () => {
    ledger.put(alarm('a'))
    expect(await ledger.commit(false)).toBe('failed')
    expect(account.spool).toEqual([])
  })

  it('takes what the store has not taken in a second, and the store may have it yet', async () => {
    account.store.fault = () => undefined
    account.storeMs = 5_000
    ledger.put(alarm('a'))
    const writing = ledger.commit(true)
    await account.clock.advance(1_000)
    expect(await writing).toBe('spooled')
    expect(ledger.isLate).toBe(true)
    await account.clock.advance(4_000)
    account.storeMs = 0
    expect(await ledger.commit(true)).toBe('written')
    expect([rows(), account.spool]).toEqual([['a'], []])
  })

  it('that fails too is told, once until it works again', async () => {
    account.spoolFails = true
    ledger.put(alarm('a'))
    expect(await ledger.commit(true)).toBe('failed')
    expect(await ledger.commit(true)).toBe('failed')
    expect(account.alarms).toHaveLength(1)
    account.spoolFails = false
    expect(await ledger.commit(true)).toBe('spooled')
    account.spoolFails = true
    ledger.put(alarm('b'))
    await ledger.commit(true)
    expect(account.alarms).toHaveLength(2)
  })
})

describe('a row that the store rejects (B2)', () => {
  const hostile: Change = {
    type: 'fill',
    fill: { ...fillOf(BOUGHT, rs(150)), price: rs(0) },
    on: DAY,
  }
  const started: Change[] = [
    { type: 'trade', trade: OPEN },
    { type: 'order', order: BOUGHT, on: DAY },
  ]
  const kinds = () => account.store.journalOf(ACCOUNT).map(({ change }) => change.type)

  it('is set aside with an alarm and a notification in its place, and everything else is written', async () => {
    for (const change of [...started, hostile, alarm('after')]) ledger.put(change)
    ledger.note({ userId: ACCOUNT, kind: 'alarm', key: 'n', at: NOW, symbol: null, text: '' })
    expect(await ledger.commit(true)).toBe('written')
    expect(kinds()).toEqual(['trade', 'order', 'alarm', 'alarm', 'lock', 'lock'])
    expect(rows()).toEqual(['after', 'row_rejected'])
    expect(account.store.notes.map(({ key }) => key)).toEqual([
      'n',
      `alarm/${ACCOUNT}/${DAY}/row_rejected/`,
      `locked/${ACCOUNT}/${DAY}/invariant_broken`,
    ])
    expect(ledger.state.lockOf('live')?.reason).toBe('invariant_broken')
    expect([ledger.isDirty, ledger.unwritten, account.spool]).toEqual([false, { batches: 0, notes: 0 }, []])
    expect(ledger.takeRejected()).toMatchObject([{ change: hostile }])
    expect(ledger.takeRejected()).toEqual([])
  })

  it('costs no more than its own writing: later commits are one transaction again', async () => {
    for (const change of [...started, hostile]) ledger.put(change)
    await ledger.commit(false)
    account.transactions = 0
    ledger.put(alarm('later'))
    expect(await ledger.commit(false)).toBe('written')
    expect(account.transactions).toBe(1)
  })

  it('is reported once however often it comes', async () => {
    for (const change of started) ledger.put(change)
    for (let n = 0; n < 3; n += 1) {
      ledger.put(hostile)
      expect(await ledger.commit(false)).toBe('written')
    }
    expect(rows()).toEqual(['row_rejected'])
    expect(kinds().filter((kind) => kind === 'lock')).toHaveLength(2)
    expect(account.store.notes).toHaveLength(2)
  })

  it('holds no entries where it is an alarm, and takes no loss cap back', async () => {
    ledger.put({ type: 'alarm', code: 'a', tradeId: null, text: '\u0000' })
    await ledger.commit(false)
    expect([ledger.takeRejected().length, kinds()]).toEqual([1, ['alarm']])
    const lock = { on: DAY, mode: 'live', reason: 'loss_cap', at: NOW } as const
    ledger.state.apply({ type: 'lock', lock })
    for (const change of [...started, hostile]) ledger.put(change)
    await ledger.commit(false)
    expect([ledger.state.lockOf('live'), ledger.state.lockOf('paper')?.reason]).toEqual([lock, 'invariant_broken'])
  })

  it('that is a lock holds entries by another row, unless the store rejects every lock', async () => {
    const lock = { on: DAY, mode: 'live', reason: 'losing_streak', at: NOW } as const
    const locks = () =>
      account.store.journalOf(ACCOUNT).flatMap(({ change }) => (change.type === 'lock' ? [change.lock.mode] : []))
    account.store.rejects = (_account, _batch, change) => (change.type === 'lock' ? 'simulated_check' : undefined)
    ledger.put({ type: 'lock', lock })
    expect(await ledger.commit(false)).toBe('written')
    expect(locks()).toEqual([])
    account.store.rejects = (_account, { id }, change) =>
      change.type === 'lock' && !id.includes('/held/') ? 'simulated_check' : undefined
    ledger.put({ type: 'lock', lock: { ...lock, reason: 'invariant_broken' } })
    expect(await ledger.commit(false)).toBe('written')
    expect(locks().toSorted()).toEqual(['live', 'paper'])
  })

  it('because its trade is gone from a restored store is written with the trade', async () => {
    for (const change of started) ledger.state.apply(change)
    const protect = intent('protect', place('SELL'), sending)
    ledger.put({ type: 'intent', intent: protect })
    expect(await ledger.commit(false)).toBe('written')
    expect([kinds(), rows()]).toEqual([['trade', 'intent'], []])
    expect(ledger.isStored(protect)).toBe(true)
  })

  it('because its trade is gone is written with the trade as it was then, not as later rows say', async () => {
    for (const change of started) ledger.state.apply(change)
    account.store.fault = () => 'fail'
    ledger.put({ type: 'intent', intent: intent('protect', place('SELL'), sending) })
    await ledger.commit(false)
    ledger.put({ type: 'trade', trade: EXITING })
    await ledger.commit(false)
    ledger.put({ type: 'trade', trade: { ...EXITING, state: 'closed', closedAt: NOW, traded: 65, result: null } })
    account.store.fault = () => undefined
    expect(await ledger.commit(false)).toBe('written')
    const states = account.store
      .journalOf(ACCOUNT)
      .flatMap(({ change }) => (change.type === 'trade' ? [change.trade.state] : []))
    expect(states).toEqual(['exiting', 'exiting', 'closed'])
  })

  it('of an intent is known, so that nothing is placed by it', async () => {
    for (const change of started) ledger.put(change)
    const [good, bad] = [intent('protect', place('SELL'), sending), intent('exit', place('SELL'), sending)]
    ledger.put({ type: 'intent', intent: good })
    ledger.put({ type: 'intent', intent: { ...bad, reason: 'a\u0000b' } })
    expect(await ledger.commit(false)).toBe('written')
    expect([ledger.isStored(good), ledger.isStored(bad)]).toEqual([true, false])
  })

  it('is written in parts once, though the commit of the parts ended unknown', async () => {
    for (const change of [...started, hostile]) ledger.put(change)
    account.store.fault = () => 'commit_then_fail'
    expect(await ledger.commit(false)).toBe('failed')
    account.store.fault = () => undefined
    expect(await ledger.commit(false)).toBe('written')
    expect([kinds(), rows()]).toEqual([['trade', 'order', 'alarm', 'lock', 'lock'], ['row_rejected']])
  })

  it('that is a notification keeps nothing else from being written', async () => {
    ledger.put(alarm('a'))
    ledger.note({ userId: ACCOUNT, kind: 'alarm', key: 'bad', at: NOW, symbol: null, text: '\u0000' })
    ledger.note({ userId: ACCOUNT, kind: 'alarm', key: 'good', at: NOW, symbol: null, text: 'x' })
    expect(await ledger.commit(false)).toBe('written')
    expect([rows(), account.store.notes.map(({ key }) => key)]).toEqual([['a'], ['good']])
    expect(account.alarms).toEqual([expect.stringMatching(/^note_rejected: /)])
  })

  it('and waited in the local file is set aside by the next executor, which begins its day', async () => {
    account.spool.push({ id: 'b1', at: NOW, epoch: 1, changes: [...started, hostile, alarm('after')] })
    const next = await account.ledger()
    expect(next.state.trade('t1')?.state).toBe('open')
    expect([kinds(), account.spool]).toEqual([['trade', 'order', 'alarm', 'alarm', 'lock', 'lock'], []])
    expect([rows(), next.takeRejected().length, account.store.notes.length]).toEqual([['after', 'row_rejected'], 1, 2])
    expect(next.state.lockOf('live')?.reason).toBe('invariant_broken')
  })
})

describe('a notification', () => {
  const note = { userId: ACCOUNT, kind: 'alarm', key: 'n', at: NOW, symbol: null, text: 'x' } as const

  it('that rode on a commit which failed rides on the next', async () => {
    account.store.fault = () => 'fail'
    ledger.put(alarm('a'))
    ledger.note(note)
    expect(await ledger.commit(false)).toBe('failed')
    account.store.fault = () => undefined
    expect(await ledger.commit(false)).toBe('written')
    expect(account.store.notes).toEqual([note])
  })

  it('put in while a commit is under way is not lost with it', async () => {
    account.storeMs = 100
    ledger.put(alarm('a'))
    const writing = ledger.commit(false)
    ledger.note(note)
    await account.clock.advance(100)
    expect(await writing).toBe('written')
    expect(ledger.isDirty).toBe(true)
    const second = ledger.commit(false)
    await account.clock.advance(100)
    await second
    expect(account.store.notes).toEqual([note])
  })

  it('waits in the local file with its changes, and is sent by whoever brings them in', async () => {
    account.store.fault = () => 'fail'
    ledger.put(alarm('a'))
    ledger.note(note)
    expect(await ledger.commit(true)).toBe('spooled')
    account.store.fault = () => undefined
    await account.ledger()
    expect([rows(), account.store.notes]).toEqual([['a'], [note]])
  })

  it('of an alarm, and the alarm, are given to the next ledger when this one is dropped before any store or file has them', async () => {
    account.store.fault = () => 'fail'
    ledger.put(alarm('in the file'))
    await ledger.commit(true)
    account.spoolFails = true
    ledger.put(alarm('failed'))
    ledger.note(note)
    ledger.note({ ...note, kind: 'trade_closed', key: 'closed' })
    await ledger.commit(true)
    ledger.put(alarm('not yet tried'))
    expect(ledger.unwrittenAlarms()).toEqual({ changes: [alarm('failed'), alarm('not yet tried')], notes: [note] })
  })
})

it('what does not leave is refused in the rows', async () => {
  const call = intent('protect', place('SELL'), sending)
  const kept = intent('exit', place('SELL'), sending)
  for (const one of [call, kept]) ledger.put({ type: 'intent', intent: one })
  ledger.withhold([call], NOW)
  expect(ledger.state.intent(call.id)?.outcome).toMatchObject({ state: 'refused', code: 'not_sent', at: NOW })
  expect(ledger.state.intent(kept.id)?.outcome).toEqual(sending)
})

describe('a ledger that is opened', () => {
  const batch = (id: string, epoch: number) => ({ id, at: NOW, epoch, changes: [alarm(id)] })

  it('brings in what waited in the local file', async () => {
    account.spool.push(batch('a', 1), batch('b', 1))
    await account.ledger()
    expect([rows(), account.spool, account.alarms]).toEqual([['a', 'b'], [], []])
  })

  it('reports lines that were damaged to the journal and the user, and begins its day (B3)', async () => {
    account.damagedLines = 2
    account.spool.push(batch('a', 1))
    await account.ledger()
    expect(rows()).toEqual(['a', 'spool_damaged'])
    expect(account.store.notes).toMatchObject([
      { kind: 'alarm', text: expect.stringMatching(/^2 records of your exits/) },
    ])
    expect(account.alarms).toEqual([expect.stringMatching(/^spool_damaged: /)])
  })

  it.each([
    ['the report', ['spool_damaged'], ['a']],
    ['every alarm', ['a', 'row_rejected', 'spool_damaged'], []],
  ])('begins its day though the store rejects the row of %s (I17)', async (_what, refused, written) => {
    account.damagedLines = 2
    account.store.rejects = (_account, _batch, change) =>
      change.type === 'alarm' && refused.includes(change.code) ? 'simulated_check' : undefined
    account.spool.push(batch('a', 1))
    await account.ledger()
    expect(rows()).toEqual(written)
    const codes = account.store.notes.map(({ key }) => key.split('/')[3])
    expect(new Set(codes)).toEqual(new Set(['row_rejected', 'spool_damaged']))
    expect(account.alarms).toEqual([expect.stringMatching(/^spool_damaged: /)])
  })

  it('leaves the local file alone when nothing waited', async () => {
    await account.ledger()
    expect(account.cleared).toBe(0)
  })

  it('tells what waited under an executor that was replaced, and leaves it out', async () => {
    await openLedger(account.ports, ACCOUNT, { ...account.lease, epoch: 2 }, DAY)
    account.spool.push(batch('a', 1), batch('b', 1))
    await openLedger(account.ports, ACCOUNT, { ...account.lease, epoch: 3 }, DAY)
    expect(rows()).toEqual(['spool_outdated', 'spool_outdated'])
    expect(account.alarms).toEqual([expect.stringMatching(/^spool_outdated: 1 changes of batch a .*1 batches more\.$/)])
    expect(account.spool).toEqual([])
  })

  it('knows the day’s rows', async () => {
    ledger.put({ type: 'trade', trade: OPEN })
    ledger.put({ type: 'order', order: BOUGHT, on: DAY })
    await ledger.commit(false)
    const again = await account.ledger()
    expect(again.state.view('t1')).toMatchObject({ open: 65 })
  })
})
