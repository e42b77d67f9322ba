import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderRecord } from '../order/order.ts'
import { DAY } from '../testing/scenario.ts'
import { StagedAccount } from '../testing/account-fixture.ts'
import { BOUGHT, NOW, OPEN, order, viewOf } from '../testing/trade-fixture.ts'
import type { Trade } from '../trade/trade.ts'
import { Alarms } from '../persist/alarms.ts'
import { Invariants } from './invariants.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'

let account: StagedAccount
let unitOfWork: AccountUnitOfWork
let invariants: Invariants
beforeEach(async () => {
  account = new StagedAccount()
  unitOfWork = await account.unitOfWork()
  invariants = new Invariants(new Alarms(account.ports.observer), account.ports.observer)
})

const at = (ms: number) => (NOW + ms) as EpochMs
const codes = () => account.alarms.map((alarm) => alarm.split(':')[0])
const check = (ms: number, trade: Trade, ...orders: OrderRecord[]) =>
  invariants.check(unitOfWork, viewOf({ trade, orders }), at(ms))

describe('more on sale than is held', () => {
  const two = [BOUGHT, order('s1'), order('s2')]

  it('may be put right for ten seconds', () => {
    expect(check(0, OPEN, ...two)).toBe(at(10_000))
    expect(check(9_999, OPEN, ...two)).toBe(at(10_000))
    expect(codes()).toEqual([])
    expect(check(10_000, OPEN, ...two)).toBeUndefined()
    expect(codes()).toEqual(['oversold'])
  })

  it('restarts once it was corrected, or the rows were read again', () => {
    check(0, OPEN, ...two)
    expect(check(5_000, OPEN, BOUGHT, order('s1'))).toBeUndefined()
    expect(check(9_000, OPEN, ...two)).toBe(at(19_000))
    invariants.forget()
    expect(check(10_000, OPEN, ...two)).toBe(at(20_000))
  })

  it('is also what is on sale of a position that is short', () => {
    const short = { ...OPEN, manualExitQuantity: 130 }
    check(0, short, BOUGHT, order('s1', { quantity: 1 }))
    check(10_000, short, BOUGHT, order('s1', { quantity: 1 }))
    expect(codes()).toEqual(['oversold'])
  })

  it('is nothing on sale, however short the position is', () =>
    expect(check(0, { ...OPEN, manualExitQuantity: 130 }, BOUGHT)).toBeUndefined())

  it('is not what has sold already, nor what is over', () => {
    const half = order('s1', { quantity: 130, filled: 65 })
    expect(check(0, OPEN, { ...BOUGHT, filled: 130 }, half, order('s2', { phase: 'cancelled' }))).toBeUndefined()
  })
})

describe('more bought than was asked for', () => {
  it.each([
    [65, []],
    [66, ['overbought']],
  ])('%j units of 65 raise %j', (filled, notified) => {
    check(0, OPEN, { ...BOUGHT, filled })
    expect(codes()).toEqual(notified)
  })
})

describe('what must never be and is', () => {
  const locks = async () =>
    (await account.written(unitOfWork)).flatMap((change) =>
      change.type === 'lock' ? [[change.lock.mode, change.lock.reason]] : [],
    )

  it.each<[what: string, reason: 'losing_streak' | 'loss_cap' | 'invariant_broken' | undefined, held: string[]]>([
    ['holds the entries of both kinds of link', undefined, ['paper', 'live']],
    ['shows more than a streak of losses', 'losing_streak', ['paper', 'live']],
    ['shows less than a reached loss cap', 'loss_cap', ['live']],
    ['holds once', 'invariant_broken', ['live']],
  ])('%s', async (_what, reason, held) => {
    if (reason !== undefined)
      unitOfWork.state.apply({ type: 'lock', lock: { on: DAY, mode: 'paper', reason, at: NOW } })
    invariants.broken(unitOfWork, { code: 'alarm.short', contract: contractRef(OPEN.contract), units: 1 }, OPEN, NOW)
    invariants.broken(unitOfWork, { code: 'alarm.short', contract: contractRef(OPEN.contract), units: 1 }, OPEN, NOW)
    expect(codes()).toEqual(['short'])
    expect(account.counts.get('invariant_broken')).toBe(1)
    expect(await locks()).toEqual(held.map((mode) => [mode, 'invariant_broken']))
    expect(account.store.notifications.map(({ kind }) => kind)).toEqual(['alarm', 'day_locked'])
  })
})
