import { expect, it } from 'vitest'
import { NO_ACCOUNT_LIMITS } from '@strikewise/domain/trading/account-limits.ts'
import { mayHoldTwo, opened } from '../testing/open-trade.ts'
import { ACCOUNT, type Scenario } from '../testing/scenario.ts'

/** One open trade of a user who pauses after a loss; the broker reports nothing that is not asked for. */
async function openedWithPause(): Promise<Scenario> {
  const s = mayHoldTwo()
  const account = { ...NO_ACCOUNT_LIMITS, lossPauseMinutes: 30 }
  s.facts((facts) => ({ ...facts, risk: { ...facts.risk, account } }))
  await opened(s)
  s.broker.pushes = false
  return s
}

it('no entry leaves at the end of a standstill in which the stop sold at a loss: the book is read first', async () => {
  const s = await openedWithPause()
  s.clock.stand(6_000)
  s.price(115, 115.2)
  expect(s.broker.net()).toBe(0)
  s.decide()
  await s.run(3_000)
  expect(s.placed('BUY')).toHaveLength(1)
  expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ code: 'loss_pause' }])
})

it('no entry leaves whose claim stood still while the stop sold at a loss: the book is read first', async () => {
  const s = await openedWithPause()
  let standsFor = 6_000
  const transaction = s.store.transaction.bind(s.store)
  s.store.transaction = (work, ...lane) =>
    transaction(
      (t) => {
        const entryRows = t.entryRows.bind(t)
        t.entryRows = (...asked) => {
          if (standsFor > 0) {
            s.clock.stand(standsFor)
            s.price(115, 115.2)
          }
          standsFor = 0
          return entryRows(...asked)
        }
        return work(t)
      },
      ...lane,
    )
  s.decide()
  await s.run(12_000)
  expect(standsFor).toBe(0)
  expect(s.broker.net()).toBe(0)
  expect(s.placed('BUY')).toHaveLength(1)
})
