import { alarmLine, alarmRow } from '../testing/alarm-line.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { StaleEpoch } from '../ports.ts'
import type { Change } from '../store/account-changes.ts'
import { ACCOUNT, DAY, rs } from '../testing/scenario.ts'
import { StagedAccount } from '../testing/account-fixture.ts'
import { BOUGHT, ENTERING, fillOf, intent, NOW, OPEN, order, place, sending } from '../testing/trade-fixture.ts'
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
const journaled = () =>
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
  ])('that takes %j ms is late, for a while: %j', async (ms, late) => {
    account.storeMs = ms
    unitOfWork.put(alarm('a'))
    const writing = unitOfWork.commit(false)
    await account.clock.advance(ms)
    expect(await writing).toBe('written')
    expect(unitOfWork.isLate).toBe(late)
    // Nothing more is written, so nothing else shows that it is not late any more.
    await account.clock.advance(1_000)
    expect(unitOfWork.isLate).toBe(false)
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
    expect(await unitOfWork.commit(true)).toBe('journaled')
    expect(await unitOfWork.commit(true)).toBe('journaled')
    unitOfWork.put(alarm('b'))
    expect(await unitOfWork.commit(true)).toBe('journaled')
    expect(journaled()).toEqual([['a'], ['b']])
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
    expect(await writing).toBe('journaled')
    expect(unitOfWork.isLate).toBe(true)
    await account.clock.advance(4_000)
    account.storeMs = 0
    expect(await unitOfWork.commit(true)).toBe('written')
    expect([rows(), account.offlineJournal]).toEqual([['a'], []])
  })

  it('lets the next writing begin once the store has ended the abandoned one (I1)', async () => {
    const begun: number[] = []
    const from = account.clock.now()
    const transaction = account.ports.store.transaction.bind(account.ports.store)
    vi.spyOn(account.ports.store, 'transaction').mockImplementation((work, lane) => {
      begun.push(account.clock.now() - from)
      return transaction(work, lane)
    })
    account.store.fault = () => undefined
    account.storeMs = 2_500
    for (const code of ['a', 'b']) {
      unitOfWork.put(alarm(code))
      const writing = unitOfWork.commit(true)
      await account.clock.advance(1_000)
      expect(await writing).toBe('journaled')
    }
    unitOfWork.put(alarm('c'))
    const writing = unitOfWork.commit(false)
    await account.clock.advance(3_000)
    expect(await writing).toBe('written')
    // What was to be written meanwhile, and was abandoned as well, comes with the next.
    expect([begun, rows(), account.offlineJournal]).toEqual([[0, 2_500], ['a', 'b', 'c'], []])
  })

  it('that fails too is notified, once until it works again', async () => {
    account.offlineJournalFails = true
    unitOfWork.put(alarm('a'))
    expect(await unitOfWork.commit(true)).toBe('failed')
    expect(await unitOfWork.commit(true)).toBe('failed')
    expect(account.alarms).toHaveLength(1)
    account.offlineJournalFails = false
    expect(await unitOfWork.commit(true)).toBe('journaled')
    account.offlineJournalFails = true
    unitOfWork.put(alarm('b'))
    await unitOfWork.commit(true)
    expect(account.alarms).toHaveLength(2)
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
    expect(await unitOfWork.commit(true)).toBe('journaled')
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
  const newest = intent('exit', place('SELL'), sending)
  for (const one of [call, newest]) unitOfWork.put({ type: 'intent', intent: one })
  unitOfWork.settleUnsent([call], NOW)
  expect(unitOfWork.state.intent(call.id)?.outcome).toMatchObject({ state: 'refused', code: 'not_sent', at: NOW })
  expect(unitOfWork.state.intent(newest.id)?.outcome).toEqual(sending)
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
    expect(rows()).toEqual(['a', 'offline_journal_damaged'])
    expect(account.store.notifications).toMatchObject([
      { kind: 'alarm', message: { code: 'alarm.offline_journal_damaged', records: 2 } },
    ])
    expect(account.alarms).toEqual([expect.stringMatching(/^offline_journal_damaged: /)])
  })

  it.each([
    ['the report', ['offline_journal_damaged'], ['a']],
    ['every alarm', ['a', 'row_rejected', 'offline_journal_damaged'], []],
  ])('begins its day though the store rejects the row of %s (I17)', async (_what, refused, written) => {
    account.damagedLines = 2
    account.store.rejects = (_account, _batch, change) =>
      change.type === 'alarm' && refused.includes(change.code) ? 'simulated_check' : undefined
    account.offlineJournal.push(batch('a', 1))
    await account.unitOfWork()
    expect(rows()).toEqual(written)
    const codes = account.store.notifications.map(({ key }) => key.split('/')[3])
    expect(new Set(codes)).toEqual(new Set(['row_rejected', 'offline_journal_damaged']))
    expect(account.alarms).toEqual([expect.stringMatching(/^offline_journal_damaged: /)])
  })

  it('leaves the local file alone when nothing waited', async () => {
    await account.unitOfWork()
    expect(account.cleared).toBe(0)
  })

  it('reports what waited under an executor that was replaced, and omits it', async () => {
    await loadAccount(account.ports, ACCOUNT, { ...account.lease, epoch: 2 }, DAY, TEST_BROKER)
    account.offlineJournal.push(batch('a', 1), batch('b', 1))
    await loadAccount(account.ports, ACCOUNT, { ...account.lease, epoch: 3 }, DAY, TEST_BROKER)
    expect(rows()).toEqual(['offline_journal_outdated', 'offline_journal_outdated'])
    expect(account.alarms).toEqual([alarmLine({ code: 'alarm.offline_journal_outdated.many', batches: 2 })])
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
