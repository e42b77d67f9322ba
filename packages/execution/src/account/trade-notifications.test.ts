import { expect, it } from 'vitest'
import { Scenario } from '../testing/scenario.ts'
import { OPEN } from '../testing/trade-fixture.ts'
import type { Trade } from '../trade/trade.ts'
import { tradeNotification } from './trade-notifications.ts'

const SAID = 'Paper: Bought 65 NIFTY 24000 CE at ₹150.00. Stop at ₹120.00.'
const textOf = (sizing: Trade['sizing'], quantity = 65) =>
  tradeNotification({ ...OPEN, quantity, ...(sizing === undefined ? {} : { sizing }) }, 65, OPEN.enteredAt)?.text

it.each<[NonNullable<Trade['sizing']>['boundBy'], string]>([
  ['risk_budget', 'your risk budget allows no more.'],
  ['day_cap', 'your daily loss limit leaves no more.'],
  ['cash', 'one entry uses at most half of your free cash.'],
  ['liquidity', 'too few units were on offer for more.'],
  ['freeze', 'the exchange accepts no larger order.'],
  ['earlier_loss', 'after a loss today, no trade is larger than the one before.'],
  ['second_attempt', 'a second attempt uses half the lots.'],
])('says with an entry of fewer lots than armed that it was bound by %s', (boundBy, reason) =>
  expect(textOf({ armedLots: 2, boundBy })).toBe(`${SAID} 1 of 2 lots: ${reason}`),
)

it('says that an order was filled in part', () =>
  expect(textOf({ armedLots: 2, boundBy: 'user_lots' }, 130)).toBe(
    `${SAID} 1 of 2 lots: the order was filled in part.`,
  ))

it.each<[string, Trade['sizing']]>([
  ['all lots were bought', { armedLots: 1, boundBy: 'user_lots' }],
  ['the sizing was not stored', undefined],
])('says nothing of lots when %s', (_what, sizing) => expect(textOf(sizing)).toBe(SAID))

it('notifies of an entry with its reason as soon as it is filled', async () => {
  const s = new Scenario()
  // The largest plan buys as many of the lots as fit; the others all or none.
  s.facts((facts) => ({
    ...facts,
    plan: 'master',
    strategies: facts.strategies.map((one) => ({ ...one, lots: 4 })),
  }))
  await s.start()
  s.decide()
  await s.run(3_000)
  expect(s.store.notifications.map(({ text }) => text)).toEqual([
    'Paper: Bought 130 NIFTY 24000 CE at ₹150.10. Stop at ₹120.10. 2 of 4 lots: your risk budget allows no more.',
  ])
})
