import { expect, it } from 'vitest'
import { NO_ACCOUNT_LIMITS } from '@strikewise/domain/trading/account-limits.ts'
import { mayHoldTwo, opened } from '../testing/open-trade.ts'
import { ACCOUNT } from '../testing/scenario.ts'

it('no entry leaves at the end of a standstill in which the stop sold at a loss: the book is read first', async () => {
  const s = mayHoldTwo()
  const account = { ...NO_ACCOUNT_LIMITS, lossPauseMinutes: 30 }
  s.facts((facts) => ({ ...facts, risk: { ...facts.risk, account } }))
  await opened(s)
  s.broker.pushes = false
  s.clock.stand(6_000)
  s.price(115, 115.2)
  expect(s.broker.net()).toBe(0)
  s.decide()
  await s.run(3_000)
  expect(s.placed('BUY')).toHaveLength(1)
  expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ code: 'loss_pause' }])
})
