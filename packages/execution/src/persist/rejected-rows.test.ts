import { alarmRow } from '../testing/alarm-line.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Change } from '../store/account-changes.ts'
import { ACCOUNT, DAY, rs } from '../testing/scenario.ts'
import { StagedAccount } from '../testing/account-fixture.ts'
import { BOUGHT, EXITING, fillOf, intent, NOW, OPEN, place, sending } from '../testing/trade-fixture.ts'
import type { AccountUnitOfWork } from './account-unit-of-work.ts'

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
      expect(await unitOfWork.commit(true)).toBe('journaled')
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
