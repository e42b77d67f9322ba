import { expect, it } from 'vitest'
import { mayHoldTwo, opened } from '../testing/open-trade.ts'
import { ACCOUNT, CALL, Scenario } from '../testing/scenario.ts'

const standing = (s: Scenario) => s.broker.book().filter(({ side, phase }) => side === 'BUY' && phase === 'open')

/** The account is short after a sale of the user's own and our stop, and the order that buys back finds no seller. */
async function unanswered(s: Scenario): Promise<Scenario> {
  s.facts((facts) => ({ ...facts, coverManualShorts: true }))
  await opened(s)
  s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
  s.price(115, 115.2)
  // Without a price to go by it is a market order, which stays open where there is no seller.
  s.feed.quote = () => undefined
  s.broker.fillLimit = 0
  for (let waited = 0; standing(s).length === 0 && waited < 10_000; waited += 100) await s.run(100)
  expect(standing(s)).toHaveLength(1)
  s.broker.fillLimit = Number.POSITIVE_INFINITY
  return s
}

it('a cover that stands is cancelled though the user has bought back meanwhile: it would buy without need (I11, I12)', async () => {
  const s = await unanswered(new Scenario())
  s.broker.tradeManually('BUY', CALL.tradingsymbol, 'MIS', 65)
  await s.run(10_000)
  expect(standing(s)).toEqual([])
  s.price(110, 110.2)
  expect(s.broker.net()).toBe(0)
})

it('a cover that stands is cancelled though the positions cannot be read (I12)', async () => {
  const s = await unanswered(mayHoldTwo())
  s.broker.positions = async () => ({ ok: false, code: 'unavailable', text: 'away' })
  await s.run(10_000)
  expect(standing(s)).toEqual([])
})

it('a cover that was lost is not sent again for what the user has bought back meanwhile (I11)', async () => {
  const s = new Scenario()
  s.facts((facts) => ({ ...facts, coverManualShorts: true }))
  await opened(s)
  s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
  s.price(115, 115.2)
  s.broker.pushes = false
  s.broker.failNext('buy', { type: 'lose_request' })
  const covers = () => s.store.intentsOf(ACCOUNT).filter(({ kind }) => kind === 'cover')
  for (let waited = 0; covers().length === 0 && waited < 10_000; waited += 100) await s.run(100)
  await s.run(4_000)
  s.broker.tradeManually('BUY', CALL.tradingsymbol, 'MIS', 65)
  await s.run(30_000)
  expect(covers()).toMatchObject([{ outcome: { state: 'absent' } }])
  expect(s.broker.net()).toBe(0)
})
