import { expect, it } from 'vitest'
import { DAY } from '../testing/scenario.ts'
import { StagedAccount } from '../testing/account-fixture.ts'
import { NOW, OPEN } from '../testing/trade-fixture.ts'
import { Alarms } from './alarms.ts'

it('an alarm is a row, a note and a word to whoever watches, once a day, trade and code', async () => {
  const account = new StagedAccount()
  const unitOfWork = await account.unitOfWork()
  const alarms = new Alarms(account.ports.observer)
  alarms.raise(unitOfWork, 'short', OPEN, 'a', NOW)
  alarms.raise(unitOfWork, 'short', OPEN, 'b', NOW)
  alarms.raise(unitOfWork, 'short', { ...OPEN, id: 't2' }, 'c', NOW)
  alarms.raise(unitOfWork, 'oversold', OPEN, 'd', NOW)
  alarms.raise(unitOfWork, 'short', undefined, 'e', NOW)
  expect(account.alarms).toEqual(['short: a', 'short: c', 'oversold: d', 'short: e'])
  expect(
    (await account.written(unitOfWork)).map((one) => one.type === 'alarm' && [one.code, one.tradeId, one.text]),
  ).toEqual([
    ['short', 't1', 'a'],
    ['short', 't2', 'c'],
    ['oversold', 't1', 'd'],
    ['short', null, 'e'],
  ])
  expect(account.store.notifications.map(({ key, symbol }) => [key, symbol])).toEqual([
    [`alarm/u1/${DAY}/short/t1`, 'NIFTY'],
    [`alarm/u1/${DAY}/short/t2`, 'NIFTY'],
    [`alarm/u1/${DAY}/oversold/t1`, 'NIFTY'],
    [`alarm/u1/${DAY}/short/`, null],
  ])
})

it('an alarm that names orders is raised once for each of them', async () => {
  const account = new StagedAccount()
  const unitOfWork = await account.unitOfWork()
  const alarms = new Alarms(account.ports.observer)
  for (const orderId of ['77', '78', '77', '78']) alarms.raise(unitOfWork, 'in_the_way', OPEN, orderId, NOW, orderId)
  expect(account.alarms).toEqual(['in_the_way: 77', 'in_the_way: 78'])
  await account.written(unitOfWork)
  expect(account.store.notifications.map(({ key }) => key)).toEqual([
    `alarm/u1/${DAY}/in_the_way/t1/77`,
    `alarm/u1/${DAY}/in_the_way/t1/78`,
  ])
})
