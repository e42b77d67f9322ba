import { TEST_BROKER } from '../testing/test-broker.ts'
import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import { describe, expect, it } from 'vitest'
import { opened } from '../testing/open-trade.ts'
import { CALL, Scenario } from '../testing/scenario.ts'

const UNITS = 65
const CONTRACT = contractRef(CALL)
const STAYS = { code: 'alarm.token_expired', contract: CONTRACT }
const NONE = {
  code: 'alarm.token_expired.unprotected',
  contract: CONTRACT,
  units: UNITS,
  portal: TEST_BROKER.names.portal,
}
const EXIT = { code: 'alarm.token_expired.exiting', contract: CONTRACT }

/** The notifications about the dead login that the user got, with the part of their key that names the alarm. */
const notifications = ({ store }: Scenario) =>
  store.notifications
    .filter(({ key, message }) => key.includes('/token_expired/') && message.code !== 'alarm.token_expired.order')
    .map(({ key, message }) => ({ key: key.split('/').slice(3).join('/'), message }))

/** The login dies as the entry fills: the stop is refused, and so is every reading. */
async function unprotected(): Promise<Scenario> {
  const s = await new Scenario().start()
  for (let i = 0; i < 100; i += 1) s.broker.failNext('sell', { type: 'refuse', code: 'token_expired' })
  s.decide()
  s.broker.readFault = 'token_expired'
  await s.run(2_000)
  return s
}

describe('a dead login while a position is held', () => {
  it('is reported with the stop-loss order that stays active where the broker confirmed one', async () => {
    const s = await opened()
    s.broker.readFault = 'token_expired'
    await s.run(60_000)
    expect(notifications(s)).toEqual([{ key: `token_expired/${s.trade.id}`, message: STAYS }])
  })

  it('is reported with the units that have no stop-loss order where none was ever accepted', async () => {
    const s = await unprotected()
    expect([s.trade.state, s.sells]).toEqual(['open', []])
    await s.run(60_000)
    expect(notifications(s)).toEqual([{ key: `token_expired/${s.trade.id}/${UNITS}`, message: NONE }])
  })

  it('is reported with the units that have no stop-loss order where the broker took one and never confirmed it', async () => {
    const s = await new Scenario().start()
    s.broker.failNext('sell', { type: 'stick', unshown: true })
    s.decide()
    await s.run(3_000)
    s.broker.readFault = 'token_expired'
    await s.run(2_000)
    expect(notifications(s).map(({ message }) => message)).toEqual([NONE])
  })

  it('is reported again where the stop that stayed active is gone', async () => {
    const s = await opened()
    s.broker.readFault = 'token_expired'
    await s.run(2_000)
    for (let i = 0; i < 100; i += 1) s.broker.failNext('sell', { type: 'refuse', code: 'token_expired' })
    s.broker.endOrder(s.sells[0]!.orderId, null)
    await s.run(10_000)
    expect(notifications(s).map(({ message }) => message)).toEqual([STAYS, NONE])
  })

  it('names the exit order where that is what the broker confirmed', async () => {
    const s = await opened()
    s.broker.fillLimit = 0
    s.price(290, 290.2)
    await s.run(1_000)
    expect(s.sells).toMatchObject([{ kind: 'LIMIT', quantity: UNITS }])
    s.broker.readFault = 'token_expired'
    for (let i = 0; i < 100; i += 1) s.broker.failNext('modify', { type: 'refuse', code: 'token_expired' })
    await s.run(2_000)
    expect(notifications(s).map(({ message }) => message)).toEqual([EXIT])
  })
})
