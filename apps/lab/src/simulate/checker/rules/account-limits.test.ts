import { NO_ACCOUNT_LIMITS } from '@strikewise/domain/trading/account-limits.ts'
import { expect, it } from 'vitest'
import { StagedDay } from '../testing/day-fixture.ts'
import { FACTS, MID, RISK, UNITS } from '../testing/facts-fixture.ts'
import { ENTRY } from '../testing/fixtures.ts'

/** A live account that allows one trade a day, whose user has made one without the product. */
function tradedElsewhere(): StagedDay {
  const day = new StagedDay().readsNoBooks()
  day.becomes({
    link: { ...FACTS.link, mode: 'live' },
    risk: { ...RISK, account: { ...NO_ACCOUNT_LIMITS, tradesPerDay: 1 } },
  })
  return day.taken('u1', 'BUY', { kind: 'MARKET', quantity: UNITS }).filled('u1', UNITS, MID).wait(5_000).readsOrders()
}
const enters = (day: StagedDay) =>
  day
    .wait(3_000)
    .trade('t1', 'entering')
    .place('e1', 'BUY', ENTRY)
    .checker.violations.map(({ text }) => text)
const beyond = expect.stringMatching(/0 trades over all indices today and 1 of the user's own, 1 allowed/)

it('lets no entry of a live link leave beyond the trades of a day, counting what its user made without the product', () => {
  expect(enters(tradedElsewhere())).toContainEqual(beyond)
})

it('does not count what the order book, which lagged, had not shown to the process of the entry', () => {
  const day = tradedElsewhere()
  Object.assign(day.ordersRead.at(-1)!, { orderIds: [] })
  expect(enters(day)).not.toContainEqual(beyond)
})
