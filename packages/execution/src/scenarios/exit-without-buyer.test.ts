import { expect, it } from 'vitest'
import { opened } from '../testing/open-trade.ts'

it('a chase for which no one bids comes ever more seldom, and follows the first buyer at once', async () => {
  const s = await opened()
  s.broker.fillLimit = 0
  s.price(105, 105.2, 119)
  s.price(0, 105.2, 119)
  await s.run(1_800_000)
  const calls = s.broker.calls.length
  expect(calls).toBeGreaterThan(50)
  expect(calls).toBeLessThan(80)
  s.broker.fillLimit = Infinity
  s.price(110, 110.2, 119)
  await s.run(1_000)
  expect(s.trade.state).toBe('closed')
})
