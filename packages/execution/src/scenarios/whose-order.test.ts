import { describe, expect, it } from 'vitest'
import { opened } from '../testing/open-trade.ts'
import { ACCOUNT, CALL, Scenario } from '../testing/scenario.ts'

describe('whose order it is', () => {
  it('an order that borrows our tag for another contract is not ours', async () => {
    const s = await opened(new Scenario(), 5_000)
    const [entry] = s.broker.book()
    s.broker.borrowTag(entry!.tag!, 'NIFTY26D0124100CE')
    await s.run(5_000)
    expect(s.broker.calls.filter((call) => call.kind === 'cancel')).toEqual([])
    expect(s.counts.get('order_contradicts')).toBeGreaterThan(0)
    expect(s.trade.state).toBe('open')
  })

  it.each([
    ['another contract', { tradingsymbol: 'NIFTY26D0124100CE' }],
    ['the other side', { side: 'BUY' }],
  ] as const)('a row with the number of our stop and %s is not believed', async (_what, change) => {
    const s = await opened(new Scenario(), 5_000)
    const [stop] = s.sells
    s.broker.orders = async () => {
      const lie = { ...change, phase: 'complete', filled: 65 } as const
      return {
        ok: true,
        value: s.broker.book().map((row) => (row.orderId === stop!.orderId ? { ...row, ...lie } : row)),
      }
    }
    await s.run(5_000)
    expect(s.counts.get('order_contradicts')).toBeGreaterThan(0)
    expect(s.trade.state).toBe('open')
    expect(s.placed('SELL')).toHaveLength(1)
  })

  it.each([
    ['for the other side', { side: 'SELL' }],
    ['in another product', { product: 'NRML' }],
  ] as const)('an order that borrows our tag %s is not ours', async (_what, change) => {
    const s = await opened(new Scenario(), 5_000)
    s.broker.orders = async () => {
      const [entry, ...others] = s.broker.book()
      return { ok: true, value: [entry!, ...others, { ...entry!, ...change, orderId: '77' }] }
    }
    await s.run(5_000)
    expect(s.counts.get('order_contradicts')).toBeGreaterThan(0)
    expect(s.alarms).toEqual([])
    expect(s.sells).toMatchObject([{ quantity: 65 }])
  })

  it('an order with a tag like ours that no row knows is notified once, and left alone', async () => {
    const s = await opened(new Scenario(), 5_000)
    s.broker.borrowTag('s0mz3k9x1a0000b7q2z01', CALL.tradingsymbol)
    s.broker.borrowTag('scalper', CALL.tradingsymbol)
    await s.run(1_000)
    expect(s.alarms).toEqual([])
    s.broker.borrowTag('s0mz3k9x1a0000b7q201', CALL.tradingsymbol)
    await s.run(30_000)
    expect(s.alarms).toEqual([expect.stringMatching(/^unknown_tag: .*"contract":"NIFTY26D0124000CE","order":"\d+"/)])
    expect(s.broker.calls.map((call) => call.kind)).toEqual(['place', 'place'])
    expect(s.trade.state).toBe('open')
  })

  it('an order with a tag like ours that no row knows holds the entries of the day', async () => {
    const s = await new Scenario().start()
    s.broker.borrowTag('s0mz3k9x1a0000b7q201', CALL.tradingsymbol)
    await s.run(10_000)
    s.decide()
    await s.run(5_000)
    expect(s.placed('BUY')).toEqual([])
    expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ code: 'invariant_broken' }])
  })

  it('orders without our tag are never touched', async () => {
    const s = await opened(new Scenario(), 5_000)
    s.price(140, 160)
    s.broker.tradeManually('BUY', CALL.tradingsymbol, 'MIS', 65)
    s.price(100, 100.2)
    await s.run(20_000)
    const own = new Set(
      s.store.intentsOf(ACCOUNT).flatMap((one) => ('orderId' in one.outcome ? [one.outcome.orderId] : [])),
    )
    for (const call of s.broker.calls) if (call.orderId !== undefined) expect(own.has(call.orderId)).toBe(true)
  })
})
