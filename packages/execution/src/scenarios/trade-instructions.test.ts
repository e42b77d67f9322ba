// @invariant instruction-tightens
// @invariant instructed-exit
import { describe, expect, it, vi } from 'vitest'
import type { SendGuard } from '../ports.ts'
import { opened, openedTwice } from '../testing/open-trade.ts'
import { ACCOUNT, goodFacts, rs, Scenario } from '../testing/scenario.ts'
import { TEST_BROKER } from '../testing/test-broker.ts'

/** A position at ₹150.10, its stop at ₹120.10 and its target at ₹270.10, trailing. */
const movesOf = (s: Scenario) => s.broker.calls.filter(({ kind }) => kind === 'modify')
const reasonsOf = (s: Scenario) => s.store.intentsOf(ACCOUNT).map(({ reason }) => reason)

function expectExited(s: Scenario, exitReason: string): void {
  expect(s.trade).toMatchObject({ state: 'closed', exitReason, traded: 65 })
  expect([s.broker.net(), s.broker.liveSellUnits()]).toEqual([0, 0])
}

describe('an exit that its user asks for', () => {
  it('turns the stop into the exit in the turn that reads it', async () => {
    const s = await opened()
    const before = s.broker.calls.length
    s.ask({ kind: 'exit' })
    await s.clock.advance(50)
    expect(s.broker.calls.slice(before)).toMatchObject([{ kind: 'modify', terms: { kind: 'LIMIT', quantity: 65 } }])
    await s.run(2_000)
    expectExited(s, 'user_exit')
    expect(s.placed('SELL')).toHaveLength(1)
  })

  it('has a reason of its own where support asks for it', async () => {
    const s = await opened()
    s.ask({ kind: 'exit' }, 'operator')
    await s.run(2_000)
    expectExited(s, 'operator_exit')
  })

  it('waits for no kill switch, plan, consent or setting', async () => {
    const s = await opened()
    s.facts((facts) => ({
      ...facts,
      plan: 'starter',
      planExpiresAt: null,
      consentGiven: false,
      strategies: [],
      killSwitch: { user: true, global: true },
    }))
    s.ask({ kind: 'exit' })
    await s.run(2_000)
    expectExited(s, 'user_exit')
  })

  it('is seen though nothing else of the account can be read', async () => {
    const s = await opened()
    vi.spyOn(s.store.factsOf, 'get').mockImplementation(() => {
      throw new Error('a setting that cannot be read')
    })
    s.ask({ kind: 'exit' })
    await s.run(2_000)
    expectExited(s, 'user_exit')
  })

  it('of an entry under way is carried out when it fills, and no further try leaves', async () => {
    const s = await new Scenario().start()
    s.broker.pushes = false
    s.broker.failNext('buy', { type: 'lose_reply' })
    s.decide()
    await s.run(100)
    expect(s.trade.state).toBe('entering')
    s.ask({ kind: 'exit' })
    await s.run(20_000)
    expectExited(s, 'user_exit')
    expect(s.placed('BUY')).toHaveLength(1)
  })

  it('of an entry that did not fill gives it up', async () => {
    const s = await new Scenario().start()
    // The exchange is ahead of the feed: the order does not fill, and would be sent again.
    s.broker.quote(rs(151), rs(151.2), rs(151))
    s.decide()
    await s.run(100)
    expect(s.trade.state).toBe('entering')
    s.ask({ kind: 'exit' })
    await s.run(15_000)
    expect(s.trade).toMatchObject({ state: 'abandoned', why: 'user_exit' })
    expect(s.placed('BUY')).toHaveLength(1)
  })

  it('of an entry that is about to leave keeps it from leaving', async () => {
    const s = await new Scenario().start()
    const guards: SendGuard[] = []
    s.broker.place = (_order, guard) => {
      guards.push(guard)
      return new Promise(() => {})
    }
    s.decide()
    await s.run(100)
    expect(guards[0]!()).toBe(true)
    s.ask({ kind: 'exit' })
    expect(guards[0]!()).toBe(false)
    await s.run(100)
    expect(guards[0]!()).toBe(false)
  })

  it('of an abandoned entry is carried out when it fills late, also over a restart', async () => {
    const s = await new Scenario().start()
    s.broker.failNext('buy', { type: 'arrive_late', ms: 25_000 })
    s.decide()
    await s.run(100)
    s.ask({ kind: 'exit' })
    await s.run(20_000)
    expect(s.trade.state).toBe('abandoned')
    s.kill()
    await s.start()
    await s.run(20_000)
    expectExited(s, 'user_exit')
  })

  it('sells once where the stop itself is in doubt', async () => {
    const s = await new Scenario().start()
    s.broker.failNext('sell', { type: 'lose_reply' })
    s.decide()
    await s.run(1_000)
    s.ask({ kind: 'exit' })
    await s.run(30_000)
    expectExited(s, 'user_exit')
    expect(s.placed('SELL')).toHaveLength(1)
  })

  it('is carried out where the store went away after it was read', async () => {
    const s = await opened()
    s.ask({ kind: 'exit' })
    let transactions = 0
    s.store.fault = () => ((transactions += 1) > 1 ? 'fail' : undefined)
    await s.run(20_000)
    expect(s.broker.net()).toBe(0)
    s.store.fault = () => undefined
    await s.run(5_000)
    expectExited(s, 'user_exit')
  })

  it('is read when a store is back that was away as it was given', async () => {
    const s = await opened()
    s.store.fault = () => 'fail'
    s.ask({ kind: 'exit' })
    await s.run(5_000)
    s.store.fault = () => undefined
    await s.run(5_000)
    expectExited(s, 'user_exit')
  })

  it('is carried out by the next executor where this one ended before it was read', async () => {
    const s = await opened()
    s.kill()
    s.ask({ kind: 'exit' })
    await s.start()
    await s.run(3_000)
    expectExited(s, 'user_exit')
    expect(s.placed('SELL')).toHaveLength(1)
  })

  it('from two devices at once is one exit', async () => {
    const s = await opened()
    s.ask({ kind: 'exit' })
    s.ask({ kind: 'exit' })
    await s.run(20)
    s.ask({ kind: 'exit' })
    await s.run(3_000)
    expectExited(s, 'user_exit')
    expect(movesOf(s)).toHaveLength(1)
  })

  it('beside a stop that fires sells no unit twice', async () => {
    const s = await opened()
    s.broker.pushes = false
    s.broker.fillLimit = 0
    s.price(115, 115.2)
    s.ask({ kind: 'exit' })
    await s.run(500)
    s.broker.fillLimit = Number.POSITIVE_INFINITY
    await s.run(15_000)
    expect(s.trade).toMatchObject({ state: 'closed', traded: 65 })
    expect([s.broker.net(), s.broker.liveSellUnits()]).toEqual([0, 0])
    expect(s.placed('SELL')).toHaveLength(1)
  })

  it('of one trade leaves the other in its contract alone', async () => {
    const s = await openedTwice()
    s.ask({ kind: 'exit' })
    await s.run(3_000)
    const [first, second] = s.store.tradesOf(ACCOUNT)
    expect(first!.state).toBe('open')
    expect(second).toMatchObject({ state: 'closed', exitReason: 'user_exit' })
    expect(s.sells).toHaveLength(1)
  })
})

describe('a stop that its user raises', () => {
  it('is moved by modify, and no trail lowers it', async () => {
    const s = await opened()
    s.ask({ kind: 'stop', price: rs(145) })
    await s.run(1_000)
    expect(s.sells).toMatchObject([{ trigger: rs(145), price: rs(135) }])
    expect(reasonsOf(s)).toContain('user_stop')
    s.price(148, 148.2)
    await s.run(5_000)
    s.price(181, 181.2)
    await s.run(5_000)
    expect(s.sells[0]!.trigger).toBeGreaterThan(rs(145))
    expect(s.placed('SELL')).toHaveLength(1)
  })

  it('never falls to a lower one that is asked for later', async () => {
    const s = await opened()
    s.ask({ kind: 'stop', price: rs(145) })
    await s.run(1_000)
    s.ask({ kind: 'stop', price: rs(130) })
    await s.run(3_000)
    expect(s.sells).toMatchObject([{ trigger: rs(145) }])
    expect(movesOf(s)).toHaveLength(1)
  })

  it('through which the price went meanwhile is an exit', async () => {
    const s = await opened()
    s.ask({ kind: 'stop', price: rs(155) })
    await s.run(3_000)
    expectExited(s, 'stop_through')
    expect(s.placed('SELL')).toHaveLength(1)
    expect(movesOf(s)).toMatchObject([{ terms: { kind: 'LIMIT' } }])
  })

  it('is moved though the trail has used its moves', async () => {
    const s = await opened(new Scenario({ trailMoves: 1 }))
    s.price(181, 181.2)
    await s.run(4_000)
    s.price(196, 196.2)
    await s.run(4_000)
    expect(movesOf(s)).toHaveLength(1)
    s.ask({ kind: 'stop', price: rs(170) })
    await s.run(2_000)
    expect(s.sells).toMatchObject([{ trigger: rs(170) }])
  })

  it('is asked for at once though the broker has refused the trail ever longer, and again only at its own pace', async () => {
    const s = await opened()
    const asked = () =>
      s.store
        .intentsOf(ACCOUNT)
        .flatMap(({ call }) => (call.type === 'modify' && call.terms.kind === 'SL' ? [call.terms.trigger] : []))
    const refusals = Array.from({ length: 8 }, () => ({ type: 'refuse', code: 'trigger_through' }) as const)
    s.broker.failNext('modify', ...refusals)
    s.price(196, 196.2)
    await s.run(25_000)
    expect(asked()).toHaveLength(4)
    s.ask({ kind: 'stop', price: rs(180) })
    await s.run(1_000)
    expect(asked().slice(4)).toEqual([rs(180)])
    s.ask({ kind: 'stop', price: rs(185) })
    await s.run(1_000)
    expect(asked().slice(5)).toEqual([rs(185)])
    s.ask({ kind: 'stop', price: rs(182) })
    await s.run(1_900)
    expect(asked()).toHaveLength(6)
    await s.run(200)
    expect(asked()).toHaveLength(7)
  })

  it('takes none of the moves of the trail', async () => {
    const s = await opened(new Scenario({ trailMoves: 1 }))
    for (const price of [130, 135, 140]) {
      s.ask({ kind: 'stop', price: rs(price) })
      await s.run(2_000)
    }
    expect(movesOf(s)).toHaveLength(3)
    s.price(181, 181.2)
    await s.run(4_000)
    expect(s.sells[0]!.trigger).toBeGreaterThan(rs(150))
  })

  it('leaves the exit its changes of the order, and is watched from there', async () => {
    const s = new Scenario()
    const { orderLimits } = TEST_BROKER
    s.broker.profile = { ...TEST_BROKER, orderLimits: { ...orderLimits, modifications: 6 } }
    await opened(s)
    for (const price of [125, 130]) {
      s.ask({ kind: 'stop', price: rs(price) })
      await s.run(2_000)
    }
    expect(s.sells).toMatchObject([{ trigger: rs(125) }])
    s.price(129, 129.2)
    await s.run(3_000)
    expectExited(s, 'stop_through')
  })

  it('is at the exchange before the trade that is entered has another', async () => {
    const s = await new Scenario().start()
    s.decide()
    await s.run(5)
    s.ask({ kind: 'stop', price: rs(140) })
    await s.run(3_000)
    expect(s.placed('SELL')).toMatchObject([{ terms: { kind: 'SL', trigger: rs(140) } }])
  })

  it('is asked again where its answer is lost', async () => {
    const s = await opened()
    s.broker.failNext('modify', { type: 'lose_request' })
    s.ask({ kind: 'stop', price: rs(145) })
    await s.run(30_000)
    expect(s.sells).toMatchObject([{ trigger: rs(145) }])
    expect(s.placed('SELL')).toHaveLength(1)
  })
})

describe('a target that its user lowers', () => {
  it('is taken where the bid reaches it, and none is raised again', async () => {
    const s = await opened()
    s.ask({ kind: 'target', price: rs(170) })
    await s.run(1_000)
    s.ask({ kind: 'target', price: rs(190) })
    await s.run(1_000)
    expect(s.trade).toMatchObject({ state: 'open', target: rs(170) })
    s.price(170, 170.2)
    await s.run(2_000)
    expectExited(s, 'target')
  })

  it('above that of the rules changes nothing', async () => {
    const s = new Scenario()
    s.store.factsOf.set(ACCOUNT, {
      ...goodFacts(s.clock.now()),
      strategies: [
        { symbol: 'NIFTY', lots: 1, autoExecute: true, approvalSeconds: null, trailing: false, slBuffer: rs(10) },
      ],
    })
    await opened(s)
    s.ask({ kind: 'target', price: rs(400) })
    await s.run(1_000)
    s.price(210.2, 210.4)
    await s.run(2_000)
    expectExited(s, 'target')
  })

  it('holds over a restart', async () => {
    const s = await opened()
    s.kill()
    s.ask({ kind: 'target', price: rs(170) })
    await s.start()
    s.price(170, 170.2)
    await s.run(2_000)
    expectExited(s, 'target')
  })
})
