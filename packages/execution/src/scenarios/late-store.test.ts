import { expect, it, vi } from 'vitest'
import { opened } from '../testing/open-trade.ts'

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
