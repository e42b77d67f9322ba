import { describe, expect, it } from 'vitest'
import { TEST_BROKER } from '../testing/test-broker.ts'
import { CALL, rs, Scenario } from '../testing/scenario.ts'

/** A broker that takes no immediate-or-cancel orders. */
async function withoutImmediateOrders(): Promise<Scenario> {
  const s = new Scenario()
  s.broker.profile = { ...TEST_BROKER, immediateOrCancel: false }
  return s.start()
}

/** Entries of ours that work at the broker. */
function restingBuys(s: Scenario) {
  return s.broker
    .book()
    .filter(({ side, phase }) => side === 'BUY' && !['complete', 'cancelled', 'rejected'].includes(phase))
}

describe('an entry at a broker without immediate-or-cancel orders', () => {
  it('is a DAY order, and is protected as any other when it fills at once', async () => {
    const s = await withoutImmediateOrders()
    s.decide()
    await s.run(1_000)
    expect(s.placed('BUY').map(({ terms }) => terms)).toMatchObject([{ kind: 'LIMIT', validity: 'DAY' }])
    expect(s.trade).toMatchObject({ state: 'open' })
    expect(s.sells).toMatchObject([{ kind: 'SL', quantity: 65, phase: 'armed' }])
    await s.run(5_000)
    expect(s.broker.calls.filter(({ kind }) => kind === 'cancel')).toEqual([])
    expect(s.alarms).toEqual([])
  })

  it('rests a second at most, is cancelled without an alarm and priced again', async () => {
    const s = await withoutImmediateOrders()
    // What the exchange asks is out of reach; the feed shows it late.
    s.price(159.9, 160.1)
    s.feedOnly(149.9, 150.1)
    s.decide()
    await s.run(4_000)
    expect(s.broker.calls.filter(({ kind }) => kind === 'cancel').length).toBeGreaterThanOrEqual(1)
    await s.run(20_000)
    expect(s.placed('BUY')).toHaveLength(s.config.maxEntryAttempts)
    expect(restingBuys(s)).toEqual([])
    expect(s.trade).toMatchObject({ state: 'abandoned' })
    expect(s.alarms).toEqual([])
    expect(s.broker.net()).toBe(0)
  })

  it('is cancelled for the rest of it when a part has filled, and what was bought has its stop', async () => {
    const s = await withoutImmediateOrders()
    s.facts((facts) => ({ ...facts, strategies: facts.strategies.map((one) => ({ ...one, lots: 2 })) }))
    await s.run(1_000)
    s.broker.fillLimit = CALL.lotSize
    s.decide()
    await s.run(400)
    // The price leaves: the second lot would rest.
    s.broker.fillLimit = 0
    await s.run(4_000)
    expect(restingBuys(s)).toEqual([])
    expect(s.trade).toMatchObject({ state: 'open' })
    expect(s.broker.net()).toBe(CALL.lotSize)
    expect(s.sells).toMatchObject([{ kind: 'SL', quantity: CALL.lotSize, phase: 'armed' }])
    expect(s.alarms).toEqual([])
  })

  it('is cancelled by the executor that follows one that died while it rested', async () => {
    const s = await withoutImmediateOrders()
    s.price(159.9, 160.1)
    s.feedOnly(149.9, 150.1)
    s.decide()
    await s.run(500)
    expect(restingBuys(s)).toHaveLength(1)
    s.kill()
    await s.run(1_000)
    await s.start()
    await s.run(3_000)
    expect(restingBuys(s)).toEqual([])
    expect(s.broker.net()).toBe(0)
  })

  it('is an immediate order where the broker takes them', async () => {
    const s = await new Scenario().start()
    s.price(159.9, 160.1)
    s.feedOnly(149.9, 150.1)
    s.decide()
    await s.run(4_000)
    expect(s.placed('BUY')[0]!.terms).toMatchObject({ validity: 'IOC', price: rs(150.2) })
    expect(s.broker.calls.filter(({ kind }) => kind === 'cancel')).toEqual([])
  })
})
