// @invariant paper-apart-from-live
import { expect, it } from 'vitest'
import { ACCOUNT, rs, Scenario } from '../testing/scenario.ts'

const MINUTE = 60_000

/** The account's paper link has given way to a live one, as it may on a flat account. */
function goLive(s: Scenario): void {
  s.facts((facts) => ({ ...facts, link: { ...facts.link, mode: 'live', egressAddress: '192.0.2.1' } }))
  s.executor.accountChanged(ACCOUNT)
}

/** Loses the day's cap on paper, and waits until no cooldown is left. */
async function capLostOnPaper(): Promise<Scenario> {
  const s = new Scenario({ liveTrading: true })
  s.facts((facts) => ({ ...facts, risk: { ...facts.risk, capital: rs(150_000) } }))
  await s.start()
  s.decide()
  await s.run(3_000)
  s.facts((facts) => ({ ...facts, risk: { ...facts.risk, capital: rs(50_000) } }))
  s.executor.accountChanged(ACCOUNT)
  s.price(127, 127.2)
  await s.run(3_000)
  expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'day_cap', mode: 'paper' })
  await s.run(40 * MINUTE)
  s.price(149.9, 150.1)
  s.decide()
  await s.run(2_000)
  expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ code: 'day_locked' }])
  return s
}

it('a day that is locked on paper is not locked for a live link', async () => {
  const s = await capLostOnPaper()
  // Of this cap the paper loss would leave too little for a lot.
  s.facts((facts) => ({ ...facts, risk: { ...facts.risk, capital: rs(100_000) } }))
  goLive(s)
  await s.run(MINUTE)
  s.decide()
  await s.run(3_000)
  expect(s.trade).toMatchObject({ state: 'open', mode: 'live' })
})

it('entries, losses and cooldowns of a day count for their own kind of link', async () => {
  const s = new Scenario({ liveTrading: true })
  s.facts((facts) => ({ ...facts, risk: { ...facts.risk, maxEntriesPerSymbol: 1 } }))
  await s.start()
  s.decide()
  await s.run(3_000)
  s.price(290, 290.2)
  await s.run(3_000)
  expect(s.trade).toMatchObject({ state: 'closed', mode: 'paper' })
  goLive(s)
  s.price(149.9, 150.1)
  await s.run(2_000)
  s.decide()
  await s.run(3_000)
  expect(s.trade).toMatchObject({ state: 'open', mode: 'live' })
  expect(s.store.refusalsOf(ACCOUNT)).toEqual([])
})

it('no entry is made beside a position of the other kind', async () => {
  const s = new Scenario({ liveTrading: true })
  s.facts((facts) => ({ ...facts, plan: 'master' }))
  await s.start()
  s.decide()
  await s.run(3_000)
  expect(s.trade).toMatchObject({ state: 'open', mode: 'paper' })
  goLive(s)
  await s.run(MINUTE)
  s.decide()
  await s.run(3_000)
  expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ code: 'account_in_doubt' }])
  expect(s.store.tradesOf(ACCOUNT)).toHaveLength(1)
})

it('marks a paper trade as one', async () => {
  const s = await new Scenario().start()
  s.decide()
  await s.run(3_000)
  expect(s.store.notifications).toMatchObject([
    { kind: 'trade_opened', message: { code: 'notice.trade_opened', mode: 'paper', quantity: 65 } },
  ])
})
