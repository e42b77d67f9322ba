import { expect, it } from 'vitest'
import { DAY } from '../testing/scenario.ts'
import { StagedAccount } from '../testing/staged-account.ts'
import { NOW, OPEN } from '../testing/staged-trade.ts'
import { Alarms } from './alarms.ts'

it('an alarm is a row, a note and a word to whoever watches, once a day, trade and code', async () => {
  const account = new StagedAccount()
  const ledger = await account.ledger()
  const alarms = new Alarms(account.ports.observer)
  alarms.raise(ledger, 'short', OPEN, 'a', NOW)
  alarms.raise(ledger, 'short', OPEN, 'b', NOW)
  alarms.raise(ledger, 'short', { ...OPEN, id: 't2' }, 'c', NOW)
  alarms.raise(ledger, 'oversold', OPEN, 'd', NOW)
  alarms.raise(ledger, 'short', undefined, 'e', NOW)
  expect(account.alarms).toEqual(['short: a', 'short: c', 'oversold: d', 'short: e'])
  expect(
    (await account.written(ledger)).map((one) => one.type === 'alarm' && [one.code, one.tradeId, one.text]),
  ).toEqual([
    ['short', 't1', 'a'],
    ['short', 't2', 'c'],
    ['oversold', 't1', 'd'],
    ['short', null, 'e'],
  ])
  expect(account.store.notes.map(({ key, symbol }) => [key, symbol])).toEqual([
    [`alarm/u1/${DAY}/short/t1`, 'NIFTY'],
    [`alarm/u1/${DAY}/short/t2`, 'NIFTY'],
    [`alarm/u1/${DAY}/oversold/t1`, 'NIFTY'],
    [`alarm/u1/${DAY}/short/`, null],
  ])
})

it('an alarm that names orders is raised once for each of them', async () => {
  const account = new StagedAccount()
  const ledger = await account.ledger()
  const alarms = new Alarms(account.ports.observer)
  for (const orderId of ['77', '78', '77', '78']) alarms.raise(ledger, 'in_the_way', OPEN, orderId, NOW, orderId)
  expect(account.alarms).toEqual(['in_the_way: 77', 'in_the_way: 78'])
  await account.written(ledger)
  expect(account.store.notes.map(({ key }) => key)).toEqual([
    `alarm/u1/${DAY}/in_the_way/t1/77`,
    `alarm/u1/${DAY}/in_the_way/t1/78`,
  ])
})
