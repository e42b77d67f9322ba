import { expect, it } from 'vitest'
import { openedTwice } from '../testing/opened.ts'
import { ACCOUNT, CALL } from '../testing/scenario.ts'

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
    { state: 'closed', soldByHand: 65 },
  ])
})
