import { TEST_BROKER } from '../testing/test-broker.ts'
import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { Alarm } from '../alarms/alarm.ts'
import { alarmLine } from '../testing/alarm-line.ts'
import { describe, expect, it } from 'vitest'
import { opened, openedTwice } from '../testing/open-trade.ts'
import { ACCOUNT, CALL, Scenario } from '../testing/scenario.ts'
import type { Fault } from '../testing/scripted-broker.ts'
import type { Trade } from '../trade/trade.ts'

const converted = (units: number): Alarm => ({
  code: 'alarm.converted',
  contract: contractRef(CALL),
  units,
  portal: TEST_BROKER.names.portal,
})

it('a stop that sells after its units were converted takes them from the next trade, whose stop goes (B9b)', async () => {
  const s = await openedTwice()
  const [first] = s.sells
  s.broker.failNext('cancel', { type: 'slow_cancel', ms: 60_000 })
  s.broker.convert(CALL.tradingsymbol, 'MIS', 'NRML', 1)
  await s.run(8_000)
  expect(s.broker.liveSellUnits()).toBe(130)
  // The cancel loses: it fills after all.
  s.broker.fillLate(first!.orderId)
  await s.run(10_000)
  expect(s.broker.liveSellUnits()).toBe(0)
  expect(s.store.tradesOf(ACCOUNT)).toMatchObject([
    { state: 'closed', converted: 65 },
    { state: 'closed', manualExitQuantity: 65 },
  ])
})

describe('converting the position to another product (B9b)', () => {
  it('converting the position is reported, for nothing of ours protects it any more (B9b, P8)', async () => {
    const s = await opened(new Scenario(), 5_000)
    s.broker.convert(CALL.tradingsymbol, 'MIS', 'NRML')
    await s.run(60_000)
    expect(s.alarms.map((alarm) => alarm.split(':')[0])).toEqual(['converted'])
    expect(s.trade).toMatchObject({ state: 'closed', result: null, converted: 65 })
    expect(s.placed('SELL')).toHaveLength(1)
  })

  it.each<[what: string, sells: (s: Scenario) => void, left: Partial<Trade>]>([
    ['converted', (s) => s.broker.convert(CALL.tradingsymbol, 'MIS', 'NRML'), { converted: 65 }],
    ['sold', (s) => s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65), { manualExitQuantity: 65 }],
  ])(
    'a position that is %s while its stop is raised every second is known as such within 3 s (I11, I13)',
    async (_what, sells, left) => {
      const s = await opened(new Scenario(), 5_000)
      s.broker.pushes = false
      for (let rise = 1; rise <= 8; rise += 1) {
        s.price(180 + 10 * rise, 180.2 + 10 * rise)
        if (rise === 4) sells(s)
        await s.run(1_000)
      }
      expect(s.trade).toMatchObject(left)
      expect(s.placed('SELL')).toHaveLength(1)
    },
  )

  it('converting the position while the answer to its stop is lost leaves nothing for us to sell (B9b)', async () => {
    const s = await new Scenario().start()
    s.broker.failNext('sell', { type: 'lose_request' })
    s.decide()
    await s.run(3_000)
    s.broker.convert(CALL.tradingsymbol, 'MIS', 'NRML')
    await s.run(5_000)
    // Known while the doubt lasts: near its stop another would leave, for nothing.
    expect(s.trade).toMatchObject({ converted: 65 })
    await s.run(25_000)
    expect(s.placed('SELL')).toEqual([])
    expect(s.trade).toMatchObject({ state: 'closed', result: null, converted: 65 })
  })

  it('converting the position while the broker refuses our stop over and over is seen (B9b)', async () => {
    const s = await new Scenario().start()
    for (let nth = 0; nth < 20; nth += 1) s.broker.failNext('sell', { type: 'refuse', code: 'rate_limited' })
    s.decide()
    await s.run(3_000)
    s.broker.convert(CALL.tradingsymbol, 'MIS', 'NRML')
    await s.run(5_000)
    expect(s.trade).toMatchObject({ state: 'closed', result: null, converted: 65 })
    expect(s.placed('SELL')).toEqual([])
  })

  it('converting the position is known before a sale follows a stop that the broker rejects for it (I11)', async () => {
    const s = await opened(new Scenario(), 5_000)
    s.broker.failNext('sell', { type: 'stick' })
    s.broker.endOrder(s.sells[0]!.orderId, null)
    s.broker.convert(CALL.tradingsymbol, 'MIS', 'NRML')
    await s.run(1_900)
    const stuck = s.sells.at(-1)!
    expect(s.placed('SELL')).toHaveLength(2)
    expect(s.trade).toMatchObject({ state: 'open' })
    s.broker.endOrder(stuck.orderId, 'Insufficient funds.', 'rejected')
    await s.run(5_000)
    expect(s.placed('SELL')).toHaveLength(2)
    expect(s.trade).toMatchObject({ state: 'closed', converted: 65 })
  })

  it('converting the position and selling it before anything of ours has looked leaves nothing for us to sell (B9b)', async () => {
    const s = await opened(new Scenario(), 5_000)
    s.broker.pushes = false
    s.broker.convert(CALL.tradingsymbol, 'MIS', 'NRML')
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'NRML', 65)
    await s.run(60_000)
    expect(s.trade).toMatchObject({ state: 'closed', result: null, converted: 65 })
    expect(s.alarms.map((alarm) => alarm.split(':')[0])).toEqual(['converted'])
    expect(s.placed('SELL')).toHaveLength(1)
  })

  it('converting the position is known before the next sale leaves, though the trade book comes late (I11)', async () => {
    const s = await opened(new Scenario(), 5_000)
    const [stop] = s.sells
    const trades = s.broker.trades.bind(s.broker)
    s.broker.trades = () => s.clock.sleep(1_000).then(trades)
    s.broker.convert(CALL.tradingsymbol, 'MIS', 'NRML')
    // The positions lack it by then, and no trade book has reported why.
    await s.run(500)
    s.broker.endOrder(stop!.orderId, null)
    await s.run(5_000)
    expect(s.trade).toMatchObject({ state: 'closed', converted: 65 })
    expect(s.placed('SELL')).toHaveLength(1)
  })

  it('a position that reads small for no reason is protected within three seconds (I1)', async () => {
    const s = await opened(new Scenario(), 5_000)
    const [stop] = s.sells
    s.broker.positions = async () => ({ ok: true, value: [] })
    await s.run(3_000)
    s.broker.endOrder(stop!.orderId, null)
    await s.run(3_000)
    expect(s.sells).toHaveLength(1)
    expect(s.sells[0]!.orderId).not.toBe(stop!.orderId)
  })

  it('what the user bought and sold in another product is no conversion (B9b)', async () => {
    const s = await opened(new Scenario(), 5_000)
    s.broker.tradeManually('BUY', CALL.tradingsymbol, 'NRML', 130)
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'NRML', 65)
    await s.run(10_000)
    expect(s.trade).toMatchObject({ state: 'open', manualExitQuantity: 0 })
    expect(s.sells).toMatchObject([{ quantity: 65 }])
  })
})

it.each<[what: string, fault: Fault]>([
  ['accepted and not confirmed', { type: 'stick', live: true, unshown: true }],
  ['in doubt', { type: 'lose_reply' }],
])(
  'units that the user bought and converted are not taken for those that a stop sold which is %s (I4)',
  async (_what, fault) => {
    const s = await new Scenario().start()
    s.broker.pushes = false
    s.broker.failNext('sell', fault)
    s.decide()
    await s.run(500)
    const stop = s.sells.at(-1)?.orderId ?? [...s.broker.hidden][0]!
    s.broker.hidden.add(stop)
    const trades = s.broker.trades.bind(s.broker)
    s.broker.trades = async () => {
      const read = await trades()
      return read.ok ? { ...read, value: read.value.filter(({ orderId }) => !s.broker.hidden.has(orderId)) } : read
    }
    s.broker.tradeManually('BUY', CALL.tradingsymbol, 'MIS', 65)
    await s.run(1_000)
    s.price(115, 115.2)
    expect(s.broker.net()).toBe(65)
    s.broker.convert(CALL.tradingsymbol, 'MIS', 'NRML', 1)
    await s.run(4_000)
    expect(s.trade).not.toHaveProperty('converted')
    s.broker.release(stop)
    await s.run(30_000)
    expect(s.trade).toMatchObject({ state: 'closed', manualExitQuantity: 0 })
    expect(s.broker.net()).toBe(65)
    expect(s.alarms.filter((alarm) => /converted|short/.test(alarm))).toEqual([])
  },
)

it('a second conversion of one position is reported with all that is no longer managed (I13)', async () => {
  const s = new Scenario()
  s.facts((facts) => ({ ...facts, strategies: [{ ...facts.strategies[0]!, lots: 2 }] }))
  await opened(s)
  const shows = (quantity: number, product: string) => ({ tradingsymbol: CALL.tradingsymbol, product, quantity })
  const convert = (units: number) => {
    const value = [shows(130 - units, 'MIS'), shows(units, 'NRML')]
    s.broker.positions = async () => ({ ok: true, value })
  }
  convert(65)
  await s.run(5_000)
  expect(s.sells).toMatchObject([{ quantity: 65 }])
  convert(130)
  await s.run(5_000)
  expect(s.trade).toMatchObject({ state: 'closed', converted: 130 })
  expect(s.alarms).toEqual([65, 130].map((units) => alarmLine(converted(units))))
  expect(s.store.notifications.filter(({ kind }) => kind === 'alarm')).toHaveLength(2)
})

describe('a stop that is retried once the broker answers again', () => {
  /** Two lots are held; the broker refuses the stop and every reading for eight seconds. */
  async function unanswered(): Promise<Scenario> {
    const s = await new Scenario().start()
    s.facts((facts) => ({ ...facts, strategies: facts.strategies.map((one) => ({ ...one, lots: 2 })) }))
    for (let i = 0; i < 2; i += 1) s.broker.failNext('sell', { type: 'refuse', code: 'token_expired' })
    s.decide()
    await s.run(100)
    s.broker.readFault = 'token_expired'
    await s.run(8_000)
    expect([s.trade.state, s.broker.net(), s.sells]).toEqual(['open', 130, []])
    return s
  }
  /** The broker answers again, and its positions `ms` later than the rest. */
  async function answers(s: Scenario, ms: number): Promise<void> {
    const positions = s.broker.positions.bind(s.broker)
    s.broker.positions = async () => {
      const read = await positions()
      await s.clock.sleep(ms)
      return read
    }
    s.broker.readFault = undefined
    s.executor.accountChanged(ACCOUNT)
    await s.run(4_000)
  }
  const quantities = (s: Scenario) => s.placed('SELL').map(({ terms }) => terms?.quantity)

  it('leaves for what the user has not sold meanwhile (I11)', async () => {
    const s = await unanswered()
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
    await answers(s, 200)
    expect(quantities(s)).toEqual([65])
    expect(s.broker.liveSellUnits()).toBe(65)
  })

  it('leaves within a second though the positions cannot be read (I1)', async () => {
    const s = await unanswered()
    const before = s.broker.calls.length
    const at = s.clock.now()
    await answers(s, 60_000)
    expect(quantities(s)).toEqual([130])
    expect(s.broker.calls[before]!.at - at).toBeLessThan(1_000)
  })
})
