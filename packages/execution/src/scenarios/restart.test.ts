// @invariant stored-intent
// @invariant never-oversell
// @invariant replaced-executor-writes-nothing
// @invariant crash-recovery
// @invariant decision-answered-once
import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import { describe, expect, it } from 'vitest'
import { isUnresolved } from '../intent/intent.ts'
import { firstBreak } from '../store/journal.ts'
import { ACCOUNT, CALL, rs, Scenario } from '../testing/scenario.ts'

/** A day in short: enter, trail, fall through the stop, and time for everything to be settled. */
async function shortDay(s: Scenario): Promise<void> {
  await s.run(1_000)
  s.decide()
  await s.run(12_000)
  s.price(181, 181.2)
  await s.run(14_000)
  s.price(196, 196.2)
  await s.run(14_000)
  s.price(165, 165.2)
  await s.run(40_000)
}

/** What must hold whatever happened on the way: once, never short, flat, nothing left, books equal. */
function expectBooksEqual(s: Scenario): void {
  expect(s.placed('BUY').length).toBeLessThanOrEqual(1)
  expect(s.broker.net()).toBe(0)
  expect(s.sells).toEqual([])
  const trades = s.store.tradesOf(ACCOUNT)
  expect(trades.every((trade) => trade.state === 'closed' || trade.state === 'abandoned')).toBe(true)
  const value = (side: OrderSide) =>
    s.broker.fills().reduce((sum, fill) => (fill.side === side ? sum + fill.price * fill.quantity : sum), 0)
  const gross = trades.reduce((sum, one) => (one.state === 'closed' ? sum + one.result!.gross : sum), 0)
  expect(gross).toBe(value('SELL') - value('BUY'))
  expect(firstBreak(s.store.journalOf(ACCOUNT))).toBeUndefined()
}

const pointsOf = async (faults: (s: Scenario) => void): Promise<number> => {
  const s = new Scenario()
  faults(s)
  await s.start()
  await shortDay(s)
  expectBooksEqual(s)
  return s.crashPoints
}

/** `again`: points after the first kill at which the successor dies too. `stride`: every how many points one is tried. */
describe.each<[what: string, faults: (s: Scenario) => void, again: readonly number[], stride: number]>([
  ['an ordinary trade', () => undefined, [], 1],
  ['an ordinary trade, and again while recovering', () => undefined, [4, 9], 2],
  ['a trade without a word from the broker', (s) => (s.broker.pushes = false), [], 3],
  ['an entry whose answer is lost', (s) => s.broker.failNext('buy', { type: 'lose_reply' }), [], 3],
  ['a stop whose request is lost', (s) => s.broker.failNext('sell', { type: 'lose_request' }), [], 3],
  [
    'a refused trail',
    (s) => s.broker.failNext('modify', { type: 'refuse', code: 'other' }, { type: 'refuse', code: 'other' }),
    [],
    3,
  ],
])('killed at any point of %s', (_what, faults, again, stride) => {
  it('the next executor ends it with the books equal', { timeout: 60_000 }, async () => {
    const points = await pointsOf(faults)
    expect(points).toBeGreaterThan(50)
    for (let point = 1; point <= points; point += stride) {
      const s = new Scenario()
      faults(s)
      s.crashAt = [point, ...again.map((after) => point + after)]
      await s.start()
      await shortDay(s)
      try {
        expectBooksEqual(s)
      } catch (error) {
        throw new Error(`killed at point ${point} of ${points}`, { cause: error })
      }
    }
  })
})

it('recovering twice changes nothing', async () => {
  const s = await new Scenario().start()
  s.decide()
  await s.run(5_000)
  const state = () => structuredClone([s.store.tradesOf(ACCOUNT), s.store.intentsOf(ACCOUNT), s.broker.book()])
  const before = state()
  for (let i = 0; i < 2; i += 1) {
    s.kill()
    await s.start()
    await s.run(3_000)
  }
  expect(state()).toEqual(before)
})

it('an entry that was accepted long before the restart is looked up before it is called stuck', async () => {
  const s = await new Scenario().start()
  s.broker.pushes = false
  s.broker.readFault = 'unavailable'
  s.decide()
  await s.run(1_000)
  expect(s.store.intentsOf(ACCOUNT)).toMatchObject([{ kind: 'enter', outcome: { state: 'accepted' } }])
  expect(s.trade.state).toBe('entering')
  s.kill()
  s.broker.readFault = undefined
  await s.run(20_000)
  await s.start()
  expect(s.trade.state).toBe('open')
  expect(s.alarms).toEqual([])
  expect(s.broker.calls.map(({ kind }) => kind)).toEqual(['place', 'place'])
})

describe('a stop that the user raised, having sold a part, while no process ran', () => {
  /** A successor whose readings of the order book take so long; answers the triggers it asks for. */
  const fitted = async (s: Scenario, bookMs: number): Promise<number[]> => {
    s.facts((facts) => ({ ...facts, strategies: facts.strategies.map((one) => ({ ...one, lots: 2 })) }))
    await s.start()
    s.decide()
    await s.run(5_000)
    s.price(178, 178.2)
    await s.run(3_000)
    s.kill()
    s.broker.pushes = false
    s.broker.changeOrderManually(s.sells[0]!.orderId, { kind: 'SL', quantity: 130, trigger: rs(165), price: rs(155) })
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
    await s.run(5_000)
    const orders = s.broker.orders.bind(s.broker)
    s.broker.orders = () => s.clock.sleep(bookMs).then(orders)
    s.broker.calls.length = 0
    await s.start()
    await s.run(2_000)
    expect(s.sells).toMatchObject([{ quantity: 65 }])
    return s.broker.calls.map(({ terms }) => (terms?.kind === 'SL' ? terms.trigger : 0))
  }

  it('is fitted where it rests, though the positions are read before the order book (I1)', async () => {
    const s = new Scenario()
    expect(await fitted(s, 500)).toEqual([rs(165)])
    await s.run(5_000)
    expect(s.sells).toMatchObject([{ quantity: 65, trigger: rs(165) }])
  })

  it('is fitted where its own history shows it while no order book is read', async () => {
    expect(await fitted(new Scenario(), 6_000)).toEqual([rs(165)])
  })

  it('is fitted by what the rows show where nothing shows it within two seconds: more rests than is held', async () => {
    const s = new Scenario()
    s.broker.history = async () => ({ ok: false, code: 'unavailable', text: 'away' })
    expect(await fitted(s, 6_000)).toEqual([rs(120.1)])
  })
})

it('an executor whose account was taken over sends nothing more', async () => {
  const s = await new Scenario().start()
  const old = s.executor
  await s.store.transaction((t) => t.lock(ACCOUNT, 99))
  s.decide()
  await s.run(5_000)
  expect(s.broker.calls).toEqual([])
  expect(s.alarms).toEqual([expect.stringContaining('taken_over')])
  expect(old.accounts).toBe(0)
})

describe('with the store down', () => {
  it('no entry leaves', async () => {
    const s = await new Scenario().start()
    s.store.fault = () => 'fail'
    s.decide()
    await s.run(30_000)
    expect(s.broker.calls).toEqual([])
  })

  it('exits still go out, by the local file, and are written when it is back', async () => {
    const s = await new Scenario().start()
    s.decide()
    await s.run(5_000)
    s.store.fault = () => 'fail'
    s.price(290, 290.2)
    await s.run(5_000)
    expect(s.broker.net()).toBe(0)
    expect(s.offlineJournal.length).toBeGreaterThan(0)
    s.store.fault = () => undefined
    await s.run(5_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'target' })
    expect(s.offlineJournal).toEqual([])
    expect(firstBreak(s.store.journalOf(ACCOUNT))).toBeUndefined()
  })

  it('nothing new is placed: a stop taken away meanwhile comes back with the store', async () => {
    const s = await new Scenario().start()
    s.decide()
    await s.run(5_000)
    s.store.fault = () => 'fail'
    s.broker.endOrder(s.sells[0]!.orderId, null)
    await s.run(15_000)
    expect(s.placed('SELL')).toHaveLength(1)
    expect(s.alarms.some((alarm) => alarm.startsWith('unprotected'))).toBe(true)
    s.store.fault = () => undefined
    await s.run(3_000)
    expect(s.sells).toMatchObject([{ kind: 'SL', quantity: 65, trigger: rs(120.1) }])
    expect(s.placed('SELL')).toHaveLength(2)
  })

  it('a stop that is missing is placed by a store that takes three seconds', async () => {
    const s = await new Scenario().start()
    s.decide()
    await s.run(5_000)
    const tx = s.store.transaction.bind(s.store)
    s.store.transaction = async (work) => {
      await s.clock.sleep(3_000)
      return tx(work)
    }
    s.broker.endOrder(s.sells[0]!.orderId, null)
    await s.run(20_000)
    expect(s.sells).toMatchObject([{ kind: 'SL', quantity: 65 }])
  })

  it('an exit that only the file knows is not brought in once another executor has gone on without it', async () => {
    const s = await new Scenario().start()
    s.decide()
    await s.run(5_000)
    s.store.fault = () => 'fail'
    s.broker.failNext('modify', { type: 'lose_request' })
    s.price(290, 290.2)
    await s.run(500)
    s.price(150, 150.2)
    s.kill()
    const file = s.offlineJournal.splice(0)
    expect(file.flatMap(({ changes }) => changes)).toContainEqual(
      expect.objectContaining({ type: 'trade', trade: expect.objectContaining({ state: 'exiting' }) }),
    )
    s.store.fault = () => undefined
    await s.start()
    await s.run(5_000)
    s.kill()
    s.offlineJournal.push(...file)
    await s.start()
    await s.run(20_000)
    expect(s.trade.state).toBe('open')
    expect(s.sells).toMatchObject([{ kind: 'SL', quantity: 65 }])
    expect(s.offlineJournal).toEqual([])
    expect(s.alarms).toContainEqual(expect.stringContaining('offline_journal_outdated'))
    const notified = s.store.journalOf(ACCOUNT).filter(({ change }) => change.type === 'alarm')
    expect(notified.map(({ change }) => 'code' in change && change.code)).toEqual(
      file.map(() => 'offline_journal_outdated'),
    )
  })

  it('what another executor settled and closed meanwhile is not brought back by the file', async () => {
    const s = await new Scenario().start()
    s.decide()
    await s.run(5_000)
    s.store.fault = () => 'fail'
    s.broker.fillLimit = 0
    s.price(290, 290.2)
    await s.run(2_000)
    expect(s.offlineJournal.length).toBeGreaterThan(0)
    s.kill()
    const file = s.offlineJournal.splice(0)
    s.store.fault = () => undefined
    await s.start()
    s.broker.fillLimit = Infinity
    s.price(290, 290.2)
    await s.run(20_000)
    expect(s.trade.state).toBe('closed')
    const closed = s.trade
    s.kill()
    s.offlineJournal.push(...file)
    await s.start()
    await s.run(5_000)
    // Reopened and closed once more it would have another time and another note.
    expect(s.trade).toEqual(closed)
    expect(s.store.intentsOf(ACCOUNT).every((intent) => !isUnresolved(intent))).toBe(true)
    expect(s.broker.net()).toBe(0)
  })

  it('a claim that fails on it does not stand in the way of an exit', async () => {
    const s = await new Scenario().start()
    s.decide()
    await s.run(5_000)
    s.store.fault = () => 'fail'
    s.decide()
    await s.run(3_000)
    s.price(290, 290.2)
    await s.run(5_000)
    expect(s.broker.net()).toBe(0)
    s.store.fault = () => undefined
    await s.run(10_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'target' })
  })

  it('a restart brings in what lies in the file', async () => {
    const s = await new Scenario().start()
    s.decide()
    await s.run(5_000)
    s.store.fault = () => 'fail'
    s.price(290, 290.2)
    await s.run(5_000)
    s.kill()
    s.store.fault = () => undefined
    await s.start()
    await s.run(20_000)
    expect(s.trade).toMatchObject({ state: 'closed' })
    expect(s.broker.net()).toBe(0)
  })
})

describe('with a store that answers late', () => {
  it.each([1_500, 3_000, 60_000])('exits go out in time all the same (%d ms)', async (ms) => {
    const s = await new Scenario().start()
    s.decide()
    await s.run(5_000)
    const tx = s.store.transaction.bind(s.store)
    s.store.transaction = async (work) => {
      await s.clock.sleep(ms)
      return tx(work)
    }
    s.price(290, 290.2)
    await s.run(8_000)
    expect(s.broker.net()).toBe(0)
    s.store.transaction = tx
    await s.run(90_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'target' })
    expect(s.offlineJournal).toEqual([])
    expectBooksEqual(s)
    expect(firstBreak(s.store.journalOf(ACCOUNT))).toBeUndefined()
  })
})

it('a commit whose answer is lost is written once', async () => {
  const s = await new Scenario().start()
  let times = 0
  s.store.fault = () => ((times += 1) % 3 === 0 ? 'commit_then_fail' : undefined)
  s.decide()
  await s.run(8_000)
  s.price(196, 196.2)
  await s.run(8_000)
  s.price(165, 165.2)
  await s.run(30_000)
  s.store.fault = () => undefined
  await s.run(5_000)
  expect(s.broker.net()).toBe(0)
  expect(s.placed('BUY').length).toBeLessThanOrEqual(1)
  const seen = s.store.journalOf(ACCOUNT).map((row) => row.seq)
  expect(seen).toEqual(seen.map((_, index) => index + 1))
})

it('a decision that was refused stays refused when the next executor receives it too', async () => {
  const s = await new Scenario().start()
  s.facts((facts) => ({ ...facts, killSwitch: { user: true, global: false } }))
  const decision = s.decide()
  await s.run(1_000)
  s.kill()
  s.facts((facts) => ({ ...facts, killSwitch: { user: false, global: false } }))
  await s.start()
  s.decide(decision)
  await s.run(5_000)
  expect(s.placed('BUY')).toEqual([])
  expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ code: 'user_stop' }])
})

it('an intent that could not be stored is not sent, and its row reports it', async () => {
  const s = await new Scenario().start()
  s.decide()
  await s.run(5_000)
  s.offlineJournalFails = true
  s.store.fault = () => 'fail'
  s.price(290, 290.2)
  await s.run(5_000)
  expect(s.broker.calls.filter((call) => call.kind === 'modify')).toEqual([])
  expect(s.alarms).toEqual([expect.stringContaining('nothing_can_be_written')])
  s.offlineJournalFails = false
  s.store.fault = () => undefined
  await s.run(5_000)
  expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'target' })
  const outcomes = s.store.intentsOf(ACCOUNT).map(({ outcome }) => ('code' in outcome ? outcome.code : outcome.state))
  expect(outcomes.filter((one) => one !== 'not_sent')).toEqual(['accepted', 'accepted', 'accepted'])
  expect(s.broker.calls).toHaveLength(3)
})

it('an exit that nothing took leaves as soon as something does, not with the next step of the chase', async () => {
  const s = await new Scenario().start()
  s.decide()
  await s.run(5_000)
  s.store.fault = () => 'fail'
  s.offlineJournalFails = true
  s.price(290, 290.2)
  await s.run(600)
  s.offlineJournalFails = false
  await s.run(600)
  expect(s.broker.net()).toBe(0)
})
