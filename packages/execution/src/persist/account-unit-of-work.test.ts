import { alarmLine, alarmRow } from '../testing/alarm-line.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { StaleEpoch } from '../ports.ts'
import type { Change } from '../store/account-changes.ts'
import { ACCOUNT, DAY, rs } from '../testing/scenario.ts'
import { StagedAccount } from '../testing/account-fixture.ts'
import {
  BOUGHT,
  ENTERING,
  EXITING,
  fillOf,
  intent,
  NOW,
  OPEN,
  order,
  place,
  sending,
} from '../testing/trade-fixture.ts'
import type { AccountUnitOfWork } from './account-unit-of-work.ts'
import { loadAccount } from './load-account.ts'
import { TEST_BROKER } from '../testing/test-broker.ts'

let account: StagedAccount
let unitOfWork: AccountUnitOfWork
beforeEach(async () => {
  account = new StagedAccount()
  unitOfWork = await account.unitOfWork()
  account.transactions = 0
})

const alarm = (code: string): Change => alarmRow(code)
/** The alarms that are rows, in their order. */
const rows = () =>
  account.store.journalOf(ACCOUNT).flatMap(({ change }) => (change.type === 'alarm' ? [change.code] : []))
const spooled = () =>
  account.offlineJournal.map(({ changes }) => changes.map((one) => (one.type === 'alarm' ? one.code : '')))

describe('writing down', () => {
  it('asks nothing of the store when there is nothing', async () => {
    unitOfWork.keepInMemory(order('s1'))
    expect(await unitOfWork.commit(true)).toBe('written')
    expect(account.transactions).toBe(0)
  })

  it('is done in one transaction, notes and all', async () => {
    unitOfWork.put(alarm('a'))
    unitOfWork.put(alarm('b'))
    unitOfWork.notify({
      userId: ACCOUNT,
      kind: 'alarm',
      key: 'n',
      at: NOW,
      symbol: null,
      message: { code: 'legacy.text', text: '' },
    })
    expect(await unitOfWork.commit(false)).toBe('written')
    expect([account.transactions, rows(), account.store.notifications.length]).toEqual([1, ['a', 'b'], 1])
    expect(unitOfWork.isDirty).toBe(false)
    expect(account.cleared).toBe(0)
  })

  it.each<[what: string, change: Change, hints: number]>([
    ['a trade', { type: 'trade', trade: ENTERING }, 1],
    ['the state of an order, as of a stop that now rests', { type: 'order', order: order('s1'), on: DAY }, 1],
    ['a fill', { type: 'fill', fill: fillOf(BOUGHT, rs(150)), on: DAY }, 1],
    ['an alarm', alarm('a'), 0],
  ])('of %s notifies the screens of the trades %i times', async (_what, change, hints) => {
    unitOfWork.put({ type: 'trade', trade: ENTERING })
    await unitOfWork.commit(false)
    const before = account.tradesNotified
    unitOfWork.put(change)
    expect(await unitOfWork.commit(false)).toBe('written')
    expect(account.tradesNotified - before).toBe(hints)
  })

  it('is repeated until the store has it, which takes it once', async () => {
    account.store.fault = () => 'commit_then_fail'
    unitOfWork.put(alarm('a'))
    expect(await unitOfWork.commit(false)).toBe('failed')
    expect([unitOfWork.isDirty, unitOfWork.isLate]).toEqual([true, true])
    account.store.fault = () => undefined
    unitOfWork.put(alarm('b'))
    expect(await unitOfWork.commit(false)).toBe('written')
    expect([rows(), unitOfWork.isDirty, unitOfWork.isLate]).toEqual([['a', 'b'], false, false])
    expect(account.counts.get('store_commit_failed')).toBe(1)
  })

  it.each([
    [1_000, false],
    [1_001, true],
  ])('that takes %j ms is late: %j', async (ms, late) => {
    account.storeMs = ms
    unitOfWork.put(alarm('a'))
    const writing = unitOfWork.commit(false)
    await account.clock.advance(ms)
    expect(await writing).toBe('written')
    expect(unitOfWork.isLate).toBe(late)
  })

  it('keeps no more than a hundred batches for a store that takes nothing, and loses no state', async () => {
    unitOfWork.put({ type: 'trade', trade: ENTERING })
    await unitOfWork.commit(false)
    account.store.fault = () => 'fail'
    for (let nth = 1; nth <= 1_000; nth += 1) {
      unitOfWork.put({ type: 'order', order: { ...order('s1'), filled: nth }, on: DAY })
      unitOfWork.put(alarm(`a${nth % 5}`))
      expect(await unitOfWork.commit(false)).toBe('failed')
      expect(unitOfWork.unwritten.batches).toBeLessThanOrEqual(100)
    }
    account.store.fault = () => undefined
    expect(await unitOfWork.commit(false)).toBe('written')
    expect(unitOfWork.isDirty).toBe(false)
    const changes = account.store.journalOf(ACCOUNT).map(({ change }) => change)
    const orders = changes.flatMap((change) => (change.type === 'order' ? [change.order.filled] : []))
    expect(orders.at(-1)).toBe(1_000)
    expect(orders.length).toBe(101)
    expect(changes.filter(({ type }) => type === 'alarm')).toHaveLength(1_000)
  })

  it('ends when another executor has the account', async () => {
    const later = { ...account.lease, epoch: 2 }
    await loadAccount(account.ports, ACCOUNT, later, DAY, TEST_BROKER)
    unitOfWork.put(alarm('a'))
    await expect(unitOfWork.commit(true)).rejects.toThrow(StaleEpoch)
    expect(account.offlineJournal).toEqual([])
  })

  it.each<[what: string, change: Change, notified: number]>([
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
          code: 'user_stop',
          message: { code: 'refusal.user_stop' },
        },
      },
      1,
    ],
    ['a lock', { type: 'lock', lock: { on: DAY, mode: 'paper', reason: 'loss_cap', at: NOW } }, 1],
    ['an intent', { type: 'intent', intent: intent('protect', place('SELL'), sending) }, 0],
    ['an alarm', alarm('a'), 0],
  ])('notifies the screens of %s', async (_what, change, notified) => {
    unitOfWork.put(alarm('before'))
    unitOfWork.put(change)
    await unitOfWork.commit(false)
    expect(account.tradesNotified).toBe(notified)
  })
})

describe('the local file', () => {
  beforeEach(() => {
    account.store.fault = () => 'fail'
  })

  it('takes what the store does not, each once and in order', async () => {
    unitOfWork.put(alarm('a'))
    expect(await unitOfWork.commit(true)).toBe('spooled')
    expect(await unitOfWork.commit(true)).toBe('spooled')
    unitOfWork.put(alarm('b'))
    expect(await unitOfWork.commit(true)).toBe('spooled')
    expect(spooled()).toEqual([['a'], ['b']])
    expect(rows()).toEqual([])
  })

  it('is cleared once the store has it all, and not again', async () => {
    unitOfWork.put(alarm('a'))
    await unitOfWork.commit(true)
    account.store.fault = () => undefined
    unitOfWork.put(alarm('b'))
    expect(await unitOfWork.commit(true)).toBe('written')
    expect([account.offlineJournal, rows(), account.cleared]).toEqual([[], ['a', 'b'], 1])
    unitOfWork.put(alarm('c'))
    await unitOfWork.commit(true)
    expect(account.cleared).toBe(1)
  })

  it('keeps what a replaced executor has written to it since', async () => {
    const late = { id: 'late', at: account.clock.now(), epoch: account.lease.epoch - 1, changes: [alarm('late')] }
    unitOfWork.put(alarm('a'))
    await unitOfWork.commit(true)
    account.offlineJournal.push(late)
    account.store.fault = () => undefined
    expect(await unitOfWork.commit(true)).toBe('written')
    expect(account.offlineJournal).toEqual([late])
  })

  it('is not written to unless a call wants to leave', async () => {
    unitOfWork.put(alarm('a'))
    expect(await unitOfWork.commit(false)).toBe('failed')
    expect(account.offlineJournal).toEqual([])
  })

  it('takes what the store has not taken in a second, and the store may have it yet', async () => {
    account.store.fault = () => undefined
    account.storeMs = 5_000
    unitOfWork.put(alarm('a'))
    const writing = unitOfWork.commit(true)
    await account.clock.advance(1_000)
    expect(await writing).toBe('spooled')
    expect(unitOfWork.isLate).toBe(true)
    await account.clock.advance(4_000)
    account.storeMs = 0
    expect(await unitOfWork.commit(true)).toBe('written')
    expect([rows(), account.offlineJournal]).toEqual([['a'], []])
  })

  it('that fails too is notified, once until it works again', async () => {
    account.offlineJournalFails = true
    unitOfWork.put(alarm('a'))
    expect(await unitOfWork.commit(true)).toBe('failed')
    expect(await unitOfWork.commit(true)).toBe('failed')
    expect(account.alarms).toHaveLength(1)
    account.offlineJournalFails = false
    expect(await unitOfWork.commit(true)).toBe('spooled')
    account.offlineJournalFails = true
    unitOfWork.put(alarm('b'))
    await unitOfWork.commit(true)
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
    for (const change of [...started, hostile, alarm('after')]) unitOfWork.put(change)
    unitOfWork.notify({
      userId: ACCOUNT,
      kind: 'alarm',
      key: 'n',
      at: NOW,
      symbol: null,
      message: { code: 'legacy.text', text: '' },
    })
    expect(await unitOfWork.commit(true)).toBe('written')
    expect(kinds()).toEqual(['trade', 'order', 'alarm', 'alarm', 'lock', 'lock'])
    expect(rows()).toEqual(['after', 'row_rejected'])
    expect(account.store.notifications.map(({ key }) => key)).toEqual([
      'n',
      `alarm/${ACCOUNT}/${DAY}/row_rejected/`,
      `locked/${ACCOUNT}/${DAY}/invariant_broken`,
    ])
    expect(unitOfWork.state.lockOf('live')?.reason).toBe('invariant_broken')
    expect([unitOfWork.isDirty, unitOfWork.unwritten, account.offlineJournal]).toEqual([
      false,
      { batches: 0, notifications: 0 },
      [],
    ])
    expect(unitOfWork.takeRejected()).toMatchObject([{ change: hostile }])
    expect(unitOfWork.takeRejected()).toEqual([])
  })

  it('costs no more than its own writing: later commits are one transaction again', async () => {
    for (const change of [...started, hostile]) unitOfWork.put(change)
    await unitOfWork.commit(false)
    account.transactions = 0
    unitOfWork.put(alarm('later'))
    expect(await unitOfWork.commit(false)).toBe('written')
    expect(account.transactions).toBe(1)
  })

  it('is reported once however often it comes', async () => {
    for (const change of started) unitOfWork.put(change)
    for (let n = 0; n < 3; n += 1) {
      unitOfWork.put(hostile)
      expect(await unitOfWork.commit(false)).toBe('written')
    }
    expect(rows()).toEqual(['row_rejected'])
    expect(kinds().filter((kind) => kind === 'lock')).toHaveLength(2)
    expect(account.store.notifications).toHaveLength(2)
  })

  it('holds no entries where it is an alarm, and takes no loss cap back', async () => {
    unitOfWork.put(alarmRow('a', '\u0000'))
    await unitOfWork.commit(false)
    expect([unitOfWork.takeRejected().length, kinds()]).toEqual([1, ['alarm']])
    const lock = { on: DAY, mode: 'live', reason: 'loss_cap', at: NOW } as const
    unitOfWork.state.apply({ type: 'lock', lock })
    for (const change of [...started, hostile]) unitOfWork.put(change)
    await unitOfWork.commit(false)
    expect([unitOfWork.state.lockOf('live'), unitOfWork.state.lockOf('paper')?.reason]).toEqual([
      lock,
      'invariant_broken',
    ])
  })

  it('that is a lock holds entries by another row, unless the store rejects every lock', async () => {
    const lock = { on: DAY, mode: 'live', reason: 'losing_streak', at: NOW } as const
    const locks = () =>
      account.store.journalOf(ACCOUNT).flatMap(({ change }) => (change.type === 'lock' ? [change.lock.mode] : []))
    account.store.rejects = (_account, _batch, change) => (change.type === 'lock' ? 'simulated_check' : undefined)
    unitOfWork.put({ type: 'lock', lock })
    expect(await unitOfWork.commit(false)).toBe('written')
    expect(locks()).toEqual([])
    account.store.rejects = (_account, { id }, change) =>
      change.type === 'lock' && !id.includes('/held/') ? 'simulated_check' : undefined
    unitOfWork.put({ type: 'lock', lock: { ...lock, reason: 'invariant_broken' } })
    expect(await unitOfWork.commit(false)).toBe('written')
    expect(locks().toSorted()).toEqual(['live', 'paper'])
  })

  it('because its trade is gone from a restored store is written with the trade', async () => {
    for (const change of started) unitOfWork.state.apply(change)
    const protect = intent('protect', place('SELL'), sending)
    unitOfWork.put({ type: 'intent', intent: protect })
    expect(await unitOfWork.commit(false)).toBe('written')
    expect([kinds(), rows()]).toEqual([['trade', 'intent'], []])
    expect(unitOfWork.isStored(protect)).toBe(true)
  })

  it.each([1, 2])(
    'because its trade is gone is written once, one of %d, though the commit ended unknown (I8)',
    async (count) => {
      for (const change of started) unitOfWork.state.apply(change)
      for (const kind of ['protect', 'exit'].slice(0, count) as ('protect' | 'exit')[])
        unitOfWork.put({ type: 'intent', intent: { ...intent(kind, place('SELL'), sending), id: kind } })
      account.store.fault = () => 'commit_then_fail'
      expect(await unitOfWork.commit(true)).toBe('spooled')
      account.store.fault = () => undefined
      const intents = () => kinds().filter((kind) => kind === 'intent').length
      // What replays the local file knows nothing of the parts.
      const successor = await account.unitOfWork()
      expect(intents()).toBe(count)
      expect(successor.state.intentsOf('t1')).toHaveLength(count)
      expect(await unitOfWork.commit(false)).toBe('written')
      expect(intents()).toBe(count)
    },
  )

  it('because its trade is gone is written with the trade as it was then, not as later rows say', async () => {
    for (const change of started) unitOfWork.state.apply(change)
    account.store.fault = () => 'fail'
    unitOfWork.put({ type: 'intent', intent: intent('protect', place('SELL'), sending) })
    await unitOfWork.commit(false)
    unitOfWork.put({ type: 'trade', trade: EXITING })
    await unitOfWork.commit(false)
    unitOfWork.put({ type: 'trade', trade: { ...EXITING, state: 'closed', closedAt: NOW, traded: 65, result: null } })
    account.store.fault = () => undefined
    expect(await unitOfWork.commit(false)).toBe('written')
    const states = account.store
      .journalOf(ACCOUNT)
      .flatMap(({ change }) => (change.type === 'trade' ? [change.trade.state] : []))
    expect(states).toEqual(['exiting', 'exiting', 'closed'])
  })

  it('of an intent is known, so that nothing is placed by it', async () => {
    for (const change of started) unitOfWork.put(change)
    const [good, bad] = [intent('protect', place('SELL'), sending), intent('exit', place('SELL'), sending)]
    unitOfWork.put({ type: 'intent', intent: good })
    unitOfWork.put({ type: 'intent', intent: { ...bad, reason: 'a\u0000b' } })
    expect(await unitOfWork.commit(false)).toBe('written')
    expect([unitOfWork.isStored(good), unitOfWork.isStored(bad)]).toEqual([true, false])
  })

  it('is written in parts once, though the commit of the parts ended unknown', async () => {
    for (const change of [...started, hostile]) unitOfWork.put(change)
    account.store.fault = () => 'commit_then_fail'
    expect(await unitOfWork.commit(false)).toBe('failed')
    account.store.fault = () => undefined
    expect(await unitOfWork.commit(false)).toBe('written')
    expect([kinds(), rows()]).toEqual([['trade', 'order', 'alarm', 'lock', 'lock'], ['row_rejected']])
  })

  it('that is a notification keeps nothing else from being written', async () => {
    unitOfWork.put(alarm('a'))
    unitOfWork.notify({
      userId: ACCOUNT,
      kind: 'alarm',
      key: 'bad',
      at: NOW,
      symbol: null,
      message: { code: 'legacy.text', text: '\u0000' },
    })
    unitOfWork.notify({
      userId: ACCOUNT,
      kind: 'alarm',
      key: 'good',
      at: NOW,
      symbol: null,
      message: { code: 'legacy.text', text: 'x' },
    })
    expect(await unitOfWork.commit(false)).toBe('written')
    expect([rows(), account.store.notifications.map(({ key }) => key)]).toEqual([['a'], ['good']])
    expect(account.alarms).toEqual([expect.stringMatching(/^note_rejected: /)])
  })

  it('and waited in the local file is set aside by the next executor, which begins its day', async () => {
    account.offlineJournal.push({ id: 'b1', at: NOW, epoch: 1, changes: [...started, hostile, alarm('after')] })
    const next = await account.unitOfWork()
    expect(next.state.trade('t1')?.state).toBe('open')
    expect([kinds(), account.offlineJournal]).toEqual([['trade', 'order', 'alarm', 'alarm', 'lock', 'lock'], []])
    expect([rows(), next.takeRejected().length, account.store.notifications.length]).toEqual([
      ['after', 'row_rejected'],
      1,
      2,
    ])
    expect(next.state.lockOf('live')?.reason).toBe('invariant_broken')
  })
})

describe('a notification', () => {
  const notification = {
    userId: ACCOUNT,
    kind: 'alarm',
    key: 'n',
    at: NOW,
    symbol: null,
    message: { code: 'legacy.text', text: 'x' },
  } as const

  it('that rode on a commit which failed rides on the next', async () => {
    account.store.fault = () => 'fail'
    unitOfWork.put(alarm('a'))
    unitOfWork.notify(notification)
    expect(await unitOfWork.commit(false)).toBe('failed')
    account.store.fault = () => undefined
    expect(await unitOfWork.commit(false)).toBe('written')
    expect(account.store.notifications).toEqual([notification])
  })

  it('put in while a commit is under way is not lost with it', async () => {
    account.storeMs = 100
    unitOfWork.put(alarm('a'))
    const writing = unitOfWork.commit(false)
    unitOfWork.notify(notification)
    await account.clock.advance(100)
    expect(await writing).toBe('written')
    expect(unitOfWork.isDirty).toBe(true)
    const second = unitOfWork.commit(false)
    await account.clock.advance(100)
    await second
    expect(account.store.notifications).toEqual([notification])
  })

  it('waits in the local file with its changes, and is sent by the process that brings them in', async () => {
    account.store.fault = () => 'fail'
    unitOfWork.put(alarm('a'))
    unitOfWork.notify(notification)
    expect(await unitOfWork.commit(true)).toBe('spooled')
    account.store.fault = () => undefined
    await account.unitOfWork()
    expect([rows(), account.store.notifications]).toEqual([['a'], [notification]])
  })

  it('of an alarm, and the alarm, are given to the next ledger when this one is dropped before any store or file has them', async () => {
    account.store.fault = () => 'fail'
    unitOfWork.put(alarm('in the file'))
    await unitOfWork.commit(true)
    account.offlineJournalFails = true
    unitOfWork.put(alarm('failed'))
    unitOfWork.notify(notification)
    unitOfWork.notify({ ...notification, kind: 'trade_closed', key: 'closed' })
    await unitOfWork.commit(true)
    unitOfWork.put(alarm('not yet tried'))
    expect(unitOfWork.unwrittenAlarms()).toEqual({
      changes: [alarm('failed'), alarm('not yet tried')],
      notifications: [notification],
    })
  })
})

it('what does not leave is refused in the rows', async () => {
  const call = intent('protect', place('SELL'), sending)
  const kept = intent('exit', place('SELL'), sending)
  for (const one of [call, kept]) unitOfWork.put({ type: 'intent', intent: one })
  unitOfWork.settleUnsent([call], NOW)
  expect(unitOfWork.state.intent(call.id)?.outcome).toMatchObject({ state: 'refused', code: 'not_sent', at: NOW })
  expect(unitOfWork.state.intent(kept.id)?.outcome).toEqual(sending)
})

describe('a ledger that is opened', () => {
  const batch = (id: string, epoch: number) => ({ id, at: NOW, epoch, changes: [alarm(id)] })

  it('brings in what waited in the local file', async () => {
    account.offlineJournal.push(batch('a', 1), batch('b', 1))
    await account.unitOfWork()
    expect([rows(), account.offlineJournal, account.alarms]).toEqual([['a', 'b'], [], []])
  })

  it('reports lines that were damaged to the journal and the user, and begins its day (B3)', async () => {
    account.damagedLines = 2
    account.offlineJournal.push(batch('a', 1))
    await account.unitOfWork()
    expect(rows()).toEqual(['a', 'spool_damaged'])
    expect(account.store.notifications).toMatchObject([
      { kind: 'alarm', message: { code: 'alarm.spool_damaged', records: 2 } },
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
    account.offlineJournal.push(batch('a', 1))
    await account.unitOfWork()
    expect(rows()).toEqual(written)
    const codes = account.store.notifications.map(({ key }) => key.split('/')[3])
    expect(new Set(codes)).toEqual(new Set(['row_rejected', 'spool_damaged']))
    expect(account.alarms).toEqual([expect.stringMatching(/^spool_damaged: /)])
  })

  it('leaves the local file alone when nothing waited', async () => {
    await account.unitOfWork()
    expect(account.cleared).toBe(0)
  })

  it('reports what waited under an executor that was replaced, and omits it', async () => {
    await loadAccount(account.ports, ACCOUNT, { ...account.lease, epoch: 2 }, DAY, TEST_BROKER)
    account.offlineJournal.push(batch('a', 1), batch('b', 1))
    await loadAccount(account.ports, ACCOUNT, { ...account.lease, epoch: 3 }, DAY, TEST_BROKER)
    expect(rows()).toEqual(['spool_outdated', 'spool_outdated'])
    expect(account.alarms).toEqual([alarmLine({ code: 'alarm.spool_outdated.many', batches: 2 })])
    expect(account.offlineJournal).toEqual([])
  })

  it('knows the day’s rows', async () => {
    unitOfWork.put({ type: 'trade', trade: OPEN })
    unitOfWork.put({ type: 'order', order: BOUGHT, on: DAY })
    await unitOfWork.commit(false)
    const again = await account.unitOfWork()
    expect(again.state.view('t1')).toMatchObject({ open: 65 })
  })
})
