// @invariant one-order-per-intent
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { ACCOUNT, CALL, Scenario } from '../testing/scenario.ts'

const UNKNOWN = '9999999999999999999'
const ENTRY = '2000000000000000001'
const THE_USERS = '2000000000000000001'

const changed = (s: Scenario) => s.broker.calls.filter(({ kind }) => kind !== 'place').map(({ orderId }) => orderId)
const stops = (s: Scenario) => s.placed('SELL').length
const codes = (s: Scenario) => s.alarms.map((alarm) => alarm.split(':')[0])

/** A user's own order to sell rests in the same contract, at a price that is not reached. */
async function begun(pushes: boolean): Promise<Scenario> {
  const s = await new Scenario().start()
  s.broker.pushes = pushes
  return s
}

describe.each([true, false])('an answer with the id of another order (pushes: %s)', (pushes) => {
  it.each([
    ['that no book shows', UNKNOWN],
    ['of ours', ENTRY],
  ])('to a stop, %s: the stop is found by its tag, and placed once', async (_whose, orderId) => {
    const s = await begun(pushes)
    s.broker.failNext('sell', { type: 'name_another', orderId })
    s.decide()
    await s.run(5_000)
    expect([s.trade.state, stops(s), s.broker.liveSellUnits(), changed(s), codes(s)]).toEqual(['open', 1, 65, [], []])
    s.price(400, 400.2)
    await s.run(20_000)
    expect([s.trade.state, s.broker.net(), codes(s)]).toEqual(['closed', 0, []])
  })

  it('of the user’s to a stop: that order is left alone, and the stop is found by its tag', async () => {
    const s = await begun(pushes)
    s.broker.restManualOrder('SELL', CALL.tradingsymbol, 'MIS', 65, 500)
    s.broker.failNext('sell', { type: 'name_another', orderId: THE_USERS })
    s.decide()
    await s.run(5_000)
    expect([s.trade.state, stops(s), changed(s)]).toEqual(['open', 1, []])
    s.price(400, 400.2)
    await s.run(20_000)
    expect([s.trade.state, s.broker.net(), s.broker.liveSellUnits()]).toEqual(['closed', 0, 65])
    expect(changed(s)).not.toContain(THE_USERS)
  })

  it.each([
    ['that no book shows', UNKNOWN],
    ['of the user’s', THE_USERS],
  ])(
    'to an entry, %s: what it bought is found by its tag and protected, and not bought again',
    async (_whose, orderId) => {
      const s = await begun(pushes)
      s.broker.restManualOrder('BUY', CALL.tradingsymbol, 'MIS', 65, 100)
      s.broker.failNext('buy', { type: 'name_another', orderId })
      s.decide()
      await s.run(60_000)
      expect([s.trade.state, s.broker.liveSellUnits(), codes(s)]).toEqual(['open', 65, []])
      expect(s.placed('BUY')).toHaveLength(1)
      expect(changed(s)).toEqual([])
    },
  )

  it.each([
    ['the target is reached', 0],
    ['the target is reached and no reading succeeds for a second', 1_000],
  ])('of the user’s newest order to a stop: that is not changed by the exit when %s', async (_when, blindMs) => {
    const s = await begun(pushes)
    s.facts((facts) => ({ ...facts, strategies: facts.strategies.map((one) => ({ ...one, trailing: false })) }))
    let theirs: string | undefined
    const place = s.broker.place.bind(s.broker)
    s.broker.place = async (order, guard) => {
      if (order.side !== 'SELL' || theirs !== undefined) return place(order, guard)
      // No reading has shown it: nothing contradicts the answer.
      s.broker.restManualOrder('SELL', CALL.tradingsymbol, 'MIS', 65, 500)
      theirs = s.broker.book().at(-1)!.orderId
      s.broker.failNext('sell', { type: 'name_another', orderId: theirs })
      const answer = await place(order, guard)
      if (blindMs > 0) s.broker.readFault = 'unavailable'
      s.clock.at((s.clock.now() + blindMs) as EpochMs, () => (s.broker.readFault = undefined))
      s.price(214, 214.2)
      return answer
    }
    s.decide()
    await s.run(30_000)
    expect(theirs).toBeDefined()
    expect(changed(s)).not.toContain(theirs)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'target' })
    expect([s.broker.net(), s.broker.liveSellUnits()]).toEqual([0, 65])
  })

  it('to a stop that the book hides for a while: no second one is placed beside it', async () => {
    const s = await begun(pushes)
    const place = s.broker.place.bind(s.broker)
    s.broker.place = async (order, guard) => {
      const answer = await place(order, guard)
      const own = s.broker.book().find(({ tag }) => tag === order.tag)
      if (order.side === 'SELL' && own !== undefined) s.broker.hidden.add(own.orderId)
      return answer
    }
    s.broker.failNext('sell', { type: 'name_another', orderId: ENTRY })
    s.decide()
    await s.run(9_000)
    expect([stops(s), s.broker.liveSellUnits()]).toEqual([1, 65])
    s.broker.hidden.clear()
    await s.run(5_000)
    expect([stops(s), s.broker.liveSellUnits(), s.trade.state]).toEqual([1, 65, 'open'])
  })

  it('to a stop that was never taken: it is placed again once its absence is proved, and reported before', async () => {
    const s = await begun(pushes)
    s.broker.failNext('sell', { type: 'name_another', orderId: ENTRY, isLost: true })
    s.decide()
    await s.run(10_500)
    expect([stops(s), codes(s)]).toEqual([0, ['unprotected']])
    await s.run(12_000)
    expect([stops(s), s.broker.liveSellUnits()]).toEqual([1, 65])
  })

  it('to an entry that was never taken: it is abandoned, and not sent again', async () => {
    const s = await begun(pushes)
    s.broker.restManualOrder('BUY', CALL.tradingsymbol, 'MIS', 130, 100)
    s.broker.failNext('buy', { type: 'name_another', orderId: THE_USERS, isLost: true })
    s.decide()
    await s.run(90_000)
    expect([s.trade.state, s.placed('BUY').length, changed(s)]).toEqual(['abandoned', 0, []])
  })

  it.each([
    ['that no book shows', UNKNOWN],
    ['of ours', ENTRY],
  ])('to a stop, %s, right before its process dies: the successor finds it by its tag', async (_whose, orderId) => {
    const s = await begun(pushes)
    s.broker.failNext('sell', { type: 'name_another', orderId })
    s.decide()
    for (let waited = 0; stops(s) === 0 && waited < 2_000; waited += 10) await s.run(10)
    await s.run(50)
    s.kill()
    await s.start()
    await s.run(5_000)
    expect([s.trade.state, stops(s), s.broker.liveSellUnits(), changed(s)]).toEqual(['open', 1, 65, []])
    s.price(400, 400.2)
    await s.run(20_000)
    expect([s.trade.state, s.broker.net()]).toEqual(['closed', 0])
    expect(s.store.tradesOf(ACCOUNT)).toHaveLength(1)
  })
})
