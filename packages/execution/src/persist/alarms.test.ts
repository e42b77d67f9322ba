import { TEST_BROKER } from '../testing/test-broker.ts'
import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import { legacyText } from '@strikewise/domain/text/legacy-text.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import type { RaisedAlarm } from '../alarms/alarm.ts'
import { memoryOutbox } from '../testing/memory-store.ts'
import { alarmLine } from '../testing/alarm-line.ts'
import { DAY } from '../testing/scenario.ts'
import { StagedAccount } from '../testing/account-fixture.ts'
import { NOW, OPEN } from '../testing/trade-fixture.ts'
import { Alarms } from './alarms.ts'

const CONTRACT = contractRef(OPEN.contract)
const short = (units: number): RaisedAlarm => ({ code: 'alarm.short', contract: CONTRACT, units })
const oversold = { code: 'alarm.oversold', contract: CONTRACT, offered: 130, held: 65 } as const

it('is a row, a notification and a call of the observer, once a day, trade and code', async () => {
  const account = new StagedAccount()
  const unitOfWork = await account.unitOfWork()
  const alarms = new Alarms(account.ports.observer)
  alarms.raise(unitOfWork, short(1), OPEN, NOW)
  alarms.raise(unitOfWork, short(2), OPEN, NOW)
  alarms.raise(unitOfWork, short(3), { ...OPEN, id: 't2' }, NOW)
  alarms.raise(unitOfWork, oversold, OPEN, NOW)
  alarms.raise(unitOfWork, short(4), undefined, NOW)
  const raised = [short(1), short(3), oversold, short(4)]
  expect(account.alarms).toEqual(raised.map(alarmLine))
  expect(await account.written(unitOfWork)).toEqual([
    { type: 'alarm', code: 'short', tradeId: 't1', message: short(1) },
    { type: 'alarm', code: 'short', tradeId: 't2', message: short(3) },
    { type: 'alarm', code: 'oversold', tradeId: 't1', message: oversold },
    { type: 'alarm', code: 'short', tradeId: null, message: short(4) },
  ])
  expect(account.store.notifications.map(({ key, symbol, message }) => [key, symbol, message])).toEqual([
    [`alarm/u1/${DAY}/short/t1`, 'NIFTY', short(1)],
    [`alarm/u1/${DAY}/short/t2`, 'NIFTY', short(3)],
    [`alarm/u1/${DAY}/oversold/t1`, 'NIFTY', oversold],
    [`alarm/u1/${DAY}/short/`, null, short(4)],
  ])
})

describe('an alarm that grows is raised once for each', () => {
  const about = { contract: CONTRACT, units: 65 }
  const { portal } = TEST_BROKER.names
  it.each<[what: string, raised: readonly RaisedAlarm[], keys: readonly string[]]>([
    [
      'newest of the orders in the way',
      [['77'], ['78', '77'], ['77'], ['77', '78']].map((orders) => ({ code: 'alarm.in_the_way', ...about, orders })),
      ['in_the_way/t1/77', 'in_the_way/t1/78'],
    ],
    [
      'newest of the open sales over nothing',
      [['77'], ['77', '78']].map((orders) => ({ code: 'alarm.open_sale_over_nothing', ...about, orders, portal })),
      ['open_sale_over_nothing/t1/77', 'open_sale_over_nothing/t1/78'],
    ],
    [
      'number of converted units',
      [65, 130, 65].map((units) => ({ code: 'alarm.converted', contract: CONTRACT, units, portal })),
      ['converted/t1/65', 'converted/t1/130'],
    ],
    [
      'number of units without a stop while the login is dead, and once for the rest',
      [
        { code: 'alarm.token_expired', contract: CONTRACT },
        { code: 'alarm.token_expired.unprotected', ...about, portal },
        { code: 'alarm.token_expired.exiting', contract: CONTRACT },
        { code: 'alarm.token_expired.order', reason: 'no' },
      ],
      ['token_expired/t1', 'token_expired/t1/65'],
    ],
    [
      'number of units above all before that the user is to buy back',
      [65, 130, 65].map((manualUnits) => ({ code: 'alarm.manual_short.theirs', ...about, manualUnits, portal })),
      ['manual_short/t1/65', 'manual_short/t1/130'],
    ],
    [
      'number of units above all before that are short while ours are bought back',
      [130, 65, 195].map((units) => ({ code: 'alarm.manual_short.ours', contract: CONTRACT, units, due: 65 })),
      ['manual_short/t1/130', 'manual_short/t1/195'],
    ],
  ])('%s', async (_what, raised, keys) => {
    const account = new StagedAccount()
    const unitOfWork = await account.unitOfWork()
    const alarms = new Alarms(account.ports.observer)
    for (const [minute, alarm] of raised.entries())
      alarms.raise(unitOfWork, alarm, OPEN, (NOW + minute * MINUTE_MS) as EpochMs)
    expect(account.alarms).toHaveLength(keys.length)
    await account.written(unitOfWork)
    expect(account.store.notifications.map(({ key }) => key)).toEqual(keys.map((key) => `alarm/u1/${DAY}/${key}`))
  })
})

it('is raised again at the earliest a minute after the last time when the units of a short grow, and returns that time', async () => {
  const account = new StagedAccount()
  const unitOfWork = await account.unitOfWork()
  const alarms = new Alarms(account.ports.observer)
  const raise = (units: number, at: number) =>
    alarms.raise(
      unitOfWork,
      { code: 'alarm.manual_short.ours', contract: CONTRACT, units, due: 65 },
      OPEN,
      (NOW + at) as EpochMs,
    )
  expect(raise(65, 0)).toBeUndefined()
  expect(raise(130, 20_000)).toBe(NOW + MINUTE_MS)
  expect(raise(195, 59_999)).toBe(NOW + MINUTE_MS)
  expect(account.alarms).toHaveLength(1)
  expect(raise(195, 60_000)).toBeUndefined()
  expect(raise(130, 61_000)).toBeUndefined()
  expect(account.alarms).toHaveLength(2)
})

it('is notified of once on a day though an older version wrote that alarm as a sentence', async () => {
  const account = new StagedAccount()
  const older = legacyText('1 units of NIFTY26D0124000CE more were sold than bought.')
  const about = { userId: 'u1', kind: 'alarm', at: NOW, symbol: 'NIFTY' } as const
  await account.store.transaction(async (t) =>
    memoryOutbox.put(t, { ...about, key: `alarm/u1/${DAY}/short/t1`, message: older }),
  )
  const unitOfWork = await account.unitOfWork()
  const alarms = new Alarms(account.ports.observer)
  alarms.raise(unitOfWork, { code: 'alarm.short.own', contract: CONTRACT, units: 1 }, OPEN, NOW)
  await account.written(unitOfWork)
  expect(account.store.notifications.map(({ message }) => message)).toEqual([older])
})

it.each<[what: string, alarm: RaisedAlarm, fault: string]>([
  ['units', short(Number.NaN), 'alarm.short.units is NaN'],
  [
    'a figure inside a parameter',
    { ...oversold, contract: { ...CONTRACT, strike: Number.POSITIVE_INFINITY } },
    'alarm.oversold.contract.strike is Infinity',
  ],
])('is raised without its figures where %s are not finite, and the fault is reported', async (_what, alarm, fault) => {
  const account = new StagedAccount()
  const unitOfWork = await account.unitOfWork()
  const alarms = new Alarms(account.ports.observer)
  const code = reasonOf(alarm.code)
  const contract = OPEN.contract.tradingsymbol
  const without = { code: 'alarm.figure_unknown.contract', alarm: code, contract, fault } as const
  alarms.raise(unitOfWork, alarm, OPEN, NOW)
  alarms.raise(unitOfWork, alarm, OPEN, NOW)
  expect(account.alarms).toEqual([alarmLine(without)])
  expect(await account.written(unitOfWork)).toEqual([{ type: 'alarm', code, tradeId: 't1', message: without }])
  expect(account.store.notifications).toMatchObject([
    { key: `alarm/u1/${DAY}/${code}/t1/figure_unknown`, symbol: 'NIFTY', message: without },
  ])
})

it('is raised again with its figures once they are finite, and without a contract where no trade is concerned', async () => {
  const account = new StagedAccount()
  const unitOfWork = await account.unitOfWork()
  const alarms = new Alarms(account.ports.observer)
  alarms.raise(unitOfWork, short(Number.NaN), undefined, NOW)
  alarms.raise(unitOfWork, short(4), undefined, NOW)
  expect(account.alarms).toEqual(
    [{ code: 'alarm.figure_unknown', alarm: 'short', fault: 'alarm.short.units is NaN' } as const, short(4)].map(
      alarmLine,
    ),
  )
})
