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

/** How long after its entry left a position's stop is placed, in ms, where each writing takes `ms` from then on. */
async function placesStopAfter(s: Scenario, ms: number): Promise<number> {
  const place = s.broker.place.bind(s.broker)
  let entryAt = Number.NaN
  vi.spyOn(s.broker, 'place').mockImplementationOnce((asked, guard) => {
    entryAt = s.clock.now()
    s.storeTakesMs = ms
    return place(asked, guard)
  })
  s.decide()
  for (let waited = 0; s.sells.length === 0 && waited < 60_000; waited += 100) await s.run(100)
  expect(s.sells).toHaveLength(1)
  expect(s.placed('SELL')).toHaveLength(1)
  return s.clock.now() - entryAt
}

it.each([2_500, 3_500, 5_000, 6_500])(
  'a stop whose first writing took %d ms leaves with the next one, which has the time that one took (I1)',
  async (ms) => {
    const s = await new Scenario().start()
    expect(await placesStopAfter(s, ms)).toBeLessThanOrEqual(2 * ms + 200)
  },
)

it.each([2_500, 5_000, 6_500])(
  'a stop leaves with its first writing where the store was seen to take %d ms a moment before (I1)',
  async (ms) => {
    const s = await new Scenario().start()
    const killSwitch = (user: boolean) => s.facts((facts) => ({ ...facts, killSwitch: { user, global: false } }))
    // The refusal of a decision is stored.
    killSwitch(true)
    s.storeTakesMs = ms
    s.decide()
    await s.run(2 * ms)
    s.storeTakesMs = 0
    killSwitch(false)
    await s.run(1_500)
    expect(await placesStopAfter(s, ms)).toBeLessThanOrEqual(ms + 200)
  },
)

it('an exit whose first writing took 3 s leaves with the next one (I1)', async () => {
  const s = await opened()
  s.broker.endOrder(s.sells[0]!.orderId, 'rejected by the exchange')
  s.storeTakesMs = 3_000
  await s.run(6_300)
  expect(s.broker.net()).toBe(0)
})
