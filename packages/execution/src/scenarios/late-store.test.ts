import { expect, it, vi } from 'vitest'
import { opened } from '../testing/open-trade.ts'
import { Scenario } from '../testing/scenario.ts'

it('reads a book that is due before it waits for a store that is late', async () => {
  const s = await opened()
  s.broker.pushes = false
  const read = s.broker.orders.bind(s.broker)
  const askedAt: number[] = []
  vi.spyOn(s.broker, 'orders').mockImplementation(async () => {
    askedAt.push(s.clock.now())
    await s.clock.sleep(2_000)
    return read()
  })
  s.storeTakesMs = 3_000
  s.broker.endOrder(s.sells[0]!.orderId, null)
  await s.run(12_000)
  expect(s.sells).toHaveLength(1)
  const gaps = askedAt.slice(1).map((at, nth) => at - askedAt[nth]!)
  expect(gaps.length).toBeGreaterThan(2)
  // A turn that waits for the store takes as long as the store does, and the reading is under way meanwhile.
  expect(Math.max(...gaps)).toBeLessThan(3_500)
})

it('reads the order book each second while one writing hangs, so that a doubt lasts no longer by it (I1, I5)', async () => {
  const s = await opened()
  const asked = vi.spyOn(s.broker, 'orders')
  // A refusal of the next decision is stored, and that takes five seconds.
  s.storeTakesMs = 5_000
  s.decide()
  await s.run(100)
  s.storeTakesMs = 0
  asked.mockClear()
  await s.run(4_500)
  expect(asked.mock.calls.length).toBeGreaterThanOrEqual(4)
})

it('asks for the order book beside a reading of it that hangs, and takes no older one after it (I1)', async () => {
  const s = await opened()
  s.broker.pushes = false
  const read = s.broker.orders.bind(s.broker)
  const hung: Awaited<ReturnType<typeof read>>[] = []
  vi.spyOn(s.broker, 'orders').mockImplementationOnce(async () => {
    const shown = await read()
    await s.clock.sleep(6_000)
    hung.push(shown)
    return shown
  })
  await s.run(1_000)
  s.broker.endOrder(s.sells[0]!.orderId, null)
  await s.run(3_000)
  expect(hung).toHaveLength(0)
  expect(s.sells).toHaveLength(1)
  expect(s.placed('SELL')).toHaveLength(2)
  await s.run(5_000)
  expect(hung).toHaveLength(1)
  expect(s.placed('SELL')).toHaveLength(2)
})

it.each([1_000, 1_500, 2_000])(
  'a sale that waits for a late store does not leave for what a stuck stop sells meanwhile, %d ms after the price (I11)',
  async (ms) => {
    const s = await new Scenario().start()
    s.broker.failNext('sell', { type: 'stick' })
    s.decide()
    await s.run(5_000)
    const stop = s.broker.book().find(({ side }) => side === 'SELL')!
    s.storeTakesMs = 1_500
    s.price(115, 115.2)
    await s.run(ms)
    s.broker.release(stop.orderId)
    await s.run(10_000)
    expect(s.placed('SELL')).toHaveLength(1)
    expect(s.broker.net()).toBe(0)
    expect(s.trade.state).toBe('closed')
  },
)
