// @invariant no-entry-over-a-short
import { describe, expect, it } from 'vitest'
import { ACCOUNT, CALL, Scenario } from '../testing/scenario.ts'

/** The user sells a lot that the account does not hold. */
async function short(s = new Scenario()): Promise<Scenario> {
  await s.start()
  s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
  await s.run(8_000)
  expect(s.broker.net()).toBe(-65)
  return s
}

describe('while the account is short of a contract', () => {
  it('no entry in it leaves, and the user sees the reason (I11)', async () => {
    const s = await short()
    s.decide()
    await s.run(25_000)
    expect(s.placed('BUY')).toEqual([])
    expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ code: 'contract_short' }])
  })

  it('no entry in it leaves though the broker has sent no update of the sale (I11)', async () => {
    const s = new Scenario()
    s.broker.pushes = false
    await short(s)
    s.decide()
    await s.run(25_000)
    expect(s.placed('BUY')).toEqual([])
  })

  it('a decision waits, and is traded once the user has bought back', async () => {
    const s = await short()
    s.decide()
    await s.run(3_000)
    expect(s.placed('BUY')).toEqual([])
    s.broker.tradeManually('BUY', CALL.tradingsymbol, 'MIS', 65)
    s.executor.accountChanged(ACCOUNT)
    await s.run(5_000)
    expect(s.trade).toMatchObject({ state: 'open' })
    expect(s.broker.net()).toBe(65)
    expect(s.broker.liveSellUnits()).toBe(65)
  })
})
