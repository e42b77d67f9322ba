// @invariant no-martingale
// @invariant kill-switch
// @invariant flat-before-close
import { addDays, istInstant } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { opened } from '../testing/open-trade.ts'
import { ACCOUNT, DAY, rs, Scenario } from '../testing/scenario.ts'

const MINUTE = 60_000

describe('the stop button', () => {
  it.each([
    ['of the user', { user: true, global: false }, 'user_stop'],
    ['of the operator', { user: false, global: true }, 'global_stop'],
    ['that cannot be read', { user: null, global: false }, 'user_stop'],
  ])('%s lets no entry out', async (_whose, stop, code) => {
    const s = new Scenario()
    s.facts((facts) => ({ ...facts, killSwitch: stop }))
    await s.start()
    s.decide()
    await s.run(3_000)
    expect(s.broker.calls).toEqual([])
    expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ code }])
  })

  it('does not hold an exit back', async () => {
    const s = await opened()
    s.facts((facts) => ({ ...facts, killSwitch: { user: true, global: true } }))
    s.executor.accountChanged(ACCOUNT)
    s.price(290, 290.2)
    await s.run(3_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'target' })
  })
})

describe('outside the user’s entry hours', () => {
  const until = (s: Scenario, toMinute: number) =>
    s.facts((facts) => ({ ...facts, entryHours: { days: ['wed'], fromMinute: 570, toMinute } }))

  it('no entry leaves, and the reason is recorded', async () => {
    const s = new Scenario()
    until(s, 600)
    await s.start()
    s.decide()
    await s.run(3_000)
    expect(s.broker.calls).toEqual([])
    expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ code: 'outside_entry_hours' }])
  })

  it('an open trade keeps its stop, which still trails, and is exited', async () => {
    const s = new Scenario()
    until(s, 601)
    await opened(s)
    const trigger = s.trade.state === 'open' ? s.trade.trigger : 0
    await s.run(2 * MINUTE)
    s.decide()
    await s.run(3_000)
    expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ code: 'outside_entry_hours' }])
    expect(s.sells).toHaveLength(1)
    s.price(200, 200.2)
    await s.run(3_000)
    expect(s.trade.state === 'open' && s.trade.trigger).toBeGreaterThan(trigger)
    s.price(290, 290.2)
    await s.run(3_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'target' })
    expect(s.placed('BUY')).toHaveLength(1)
  })

  it('an exit follows a change that allows no entry on any hour of the day any more', async () => {
    const s = await opened()
    s.facts((facts) => ({ ...facts, entryHours: { days: ['sun'], fromMinute: 570, toMinute: 571 } }))
    s.executor.accountChanged(ACCOUNT)
    s.price(290, 290.2)
    await s.run(3_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'target' })
  })
})

describe('while word of a stop might not come', () => {
  it('no entry leaves', async () => {
    const s = await new Scenario().start()
    s.isListening = false
    s.decide()
    await s.run(20_000)
    expect(s.placed('BUY')).toEqual([])
    const outcomes = s.store.intentsOf(ACCOUNT).map(({ outcome }) => outcome)
    expect(outcomes.length).toBeGreaterThan(0)
    for (const outcome of outcomes) expect(outcome).toMatchObject({ state: 'refused', code: 'not_sent' })
    s.isListening = true
    s.decide()
    await s.run(5_000)
    expect(s.placed('BUY')).toHaveLength(1)
  })

  it('stops and exits go', async () => {
    const s = await new Scenario().start()
    s.decide()
    await s.run(5_000)
    s.isListening = false
    s.price(290, 290.2)
    await s.run(5_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'target' })
  })
})

it('an entry that was on its way when the machine froze does not leave on what was received before', async () => {
  const s = await new Scenario().start()
  s.decide()
  await s.run(10)
  s.clock.stand(600)
  s.facts((facts) => ({ ...facts, killSwitch: { user: true, global: false } }))
  await s.run(20_000)
  expect(s.placed('BUY')).toEqual([])
  expect(s.store.intentsOf(ACCOUNT)).toMatchObject([{ outcome: { state: 'refused', code: 'not_sent' } }])
})

it('an entry does not leave once the executor is asked to end', async () => {
  const s = await new Scenario().start()
  s.decide()
  await s.run(10)
  void s.executor.close()
  await s.run(5_000)
  expect(s.placed('BUY')).toEqual([])
  expect(s.store.intentsOf(ACCOUNT)).toMatchObject([{ outcome: { state: 'refused', code: 'not_sent' } }])
})

it('an expired plan or a withdrawn consent stops entries, never exits', async () => {
  const s = await opened()
  s.facts((facts) => ({ ...facts, consentGiven: false, planExpiresAt: s.clock.now() }))
  s.price(196, 196.2)
  await s.run(3_000)
  expect(s.sells).toMatchObject([{ trigger: rs(165.1) }])
  s.price(160, 160.2)
  await s.run(5_000)
  expect(s.trade.state).toBe('closed')
})

it('the same decision twice is one order', async () => {
  const s = await new Scenario().start()
  const decision = s.decide()
  s.executor.decide(decision)
  await s.run(2_000)
  s.executor.decide(decision)
  await s.run(2_000)
  expect(s.placed('BUY')).toHaveLength(1)
  expect(s.store.tradesOf(ACCOUNT)).toHaveLength(1)
})

it('a second decision finds the elite limit of one active trade', async () => {
  const s = await opened()
  await s.run(MINUTE)
  s.decide()
  await s.run(3_000)
  expect(s.placed('BUY')).toHaveLength(1)
  expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ code: 'active_trade_limit' }])
})

it('waits thirty minutes in the same direction after a stop, then tries once more with half the lots', async () => {
  const s = new Scenario()
  s.facts((facts) => ({ ...facts, strategies: facts.strategies.map((one) => ({ ...one, lots: 2 })) }))
  await s.start()
  s.decide()
  await s.run(3_000)
  s.price(119, 119.2)
  await s.run(10_000)
  expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'stop' })
  s.price(149.9, 150.1)
  for (const minutes of [5, 20]) {
    await s.run((minutes === 5 ? 5 : 15) * MINUTE)
    s.decide()
    await s.run(2_000)
  }
  expect(s.store.refusalsOf(ACCOUNT).map((refusal) => refusal.code)).toEqual(['cooldown', 'cooldown'])
  await s.run(15 * MINUTE)
  s.decide()
  await s.run(2_000)
  expect(s.placed('BUY').map((call) => call.terms!.quantity)).toEqual([130, 65])
  const [first, second] = s.store.tradesOf(ACCOUNT)
  expect(second).toMatchObject({ state: 'open', recoveryOf: first!.id })
})

it('is flat at the square-off, well before the close', async () => {
  const s = new Scenario()
  await s.clock.advance(istInstant(DAY, 14, 20) - s.clock.now())
  s.price(149.9, 150.1)
  await s.start()
  s.decide({ score: 0.6 })
  await s.run(5_000)
  expect(s.trade.state).toBe('open')
  // A good score and enough profit keep it past half an hour.
  s.price(170, 170.2)
  for (let minute = 0; minute < 48; minute += 1) {
    await s.run(MINUTE)
    if (s.trade.state === 'open') s.executor.decide({ ...s.decide({ action: 'none', entry: null }) })
  }
  expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'square_off' })
  expect(s.trade.state === 'closed' && s.trade.closedAt).toBeLessThan(istInstant(DAY, 15, 6))
})

it('the day’s loss cap sells what is open and locks the day', async () => {
  const s = new Scenario()
  s.facts((facts) => ({ ...facts, risk: { ...facts.risk, capital: rs(150_000) } }))
  await s.start()
  s.decide()
  await s.run(3_000)
  s.facts((facts) => ({ ...facts, risk: { ...facts.risk, capital: rs(50_000) } }))
  s.executor.accountChanged(ACCOUNT)
  s.price(127, 127.2)
  await s.run(3_000)
  expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'day_cap' })
  await s.run(40 * MINUTE)
  s.price(149.9, 150.1)
  s.decide()
  await s.run(2_000)
  expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ code: 'day_locked' }])
  expect(s.store.notifications.map((notification) => notification.kind)).toContain('day_locked')
})

describe('a price that is not known', () => {
  /** One lot whose stop would lose more than the day may; at the bid nothing is lost. */
  async function openAtNarrowLimit(): Promise<Scenario> {
    const s = new Scenario()
    s.facts((facts) => ({ ...facts, risk: { ...facts.risk, capital: rs(150_000) } }))
    await s.start()
    s.decide()
    await s.run(3_000)
    s.facts((facts) => ({ ...facts, risk: { ...facts.risk, capital: rs(50_000) } }))
    s.executor.accountChanged(ACCOUNT)
    return s
  }

  it('does not reach the daily loss limit, whether one quote is broken or the feed is silent', async () => {
    const s = await openAtNarrowLimit()
    s.feedOnly(150.1, 149.9)
    await s.run(20_000)
    expect(s.trade.state).toBe('open')
    expect(s.store.notifications.map(({ kind }) => kind)).not.toContain('day_locked')
    s.price(127, 127.2)
    await s.run(3_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'day_cap' })
  })

  it('does not reach the daily loss limit after a restart', async () => {
    const s = await openAtNarrowLimit()
    s.kill()
    s.feedOnly(150.1, 149.9)
    await s.start()
    await s.run(3_000)
    expect(s.trade.state).toBe('open')
  })
})

it('two scores against it end a trade', async () => {
  const s = await opened()
  for (let i = 0; i < 2; i += 1) {
    await s.run(MINUTE)
    s.decide({ action: 'none', entry: null, score: -0.3 })
  }
  await s.run(3_000)
  expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'score' })
})

it('thirty minutes without progress end a trade', async () => {
  const s = await opened()
  await s.run(31 * MINUTE)
  expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'time' })
})

it('a freak quote whose last price agrees with it ends nothing, unless it lasts', async () => {
  const s = await opened()
  s.feedOnly(9_000, 9_000.2)
  await s.clock.advance(1_500)
  s.price(149.9, 150.1)
  await s.run(3_000)
  expect(s.trade).toMatchObject({ state: 'open', trigger: rs(120.1) })
  expect(s.broker.calls.filter(({ kind }) => kind === 'modify')).toEqual([])
  s.price(9_000, 9_000.2)
  await s.run(4_000)
  expect(s.trade).toMatchObject({ state: 'closed' })
})

it('a freak quote that comes first, before any other after a restart, ends nothing and moves no stop', async () => {
  const s = await opened()
  s.kill()
  s.feedOnly(9_000, 9_000.2)
  // The second of the start is all it stands.
  await s.start()
  s.price(149.9, 150.1)
  await s.run(3_000)
  expect(s.trade).toMatchObject({ state: 'open', trigger: rs(120.1) })
  expect(s.broker.calls.filter(({ kind }) => kind === 'modify')).toEqual([])
})

it('a freak bid does not move the stop', async () => {
  const s = await opened()
  s.price(900, 900.2, 150)
  await s.run(3_000)
  expect(s.trade).toMatchObject({ state: 'open', trigger: rs(120.1) })
})

it('a day that was not seen to its end is closed as not reconciled', async () => {
  const s = await opened()
  s.broker.readFault = 'unavailable'
  s.broker.pushes = false
  await s.run(1_000)
  s.kill()
  await s.clock.advance(24 * 60 * MINUTE)
  s.broker.readFault = undefined
  await s.start()
  expect(s.trade).toMatchObject({ state: 'closed', result: null })
  expect(s.alarms.some((alarm) => alarm.startsWith('not_reconciled'))).toBe(true)
})

it('the next day starts over: the book, the entries, the lock', async () => {
  const s = await opened()
  s.price(119, 119.2)
  await s.run(10_000)
  expect(s.trade.state).toBe('closed')
  const tomorrow = addDays(DAY, 1)
  await s.clock.advance(istInstant(tomorrow, 9, 20) - s.clock.now())
  s.broker.newDay()
  s.facts((facts) => ({
    ...facts,
    planExpiresAt: istInstant(tomorrow, 23),
    link: { ...facts.link, loginAt: istInstant(tomorrow, 9) },
  }))
  s.executor.accountChanged(ACCOUNT)
  s.price(149.9, 150.1)
  await s.run(11 * MINUTE)
  s.decide()
  await s.run(3_000)
  expect(s.trade).toMatchObject({ state: 'open', on: tomorrow })
  expect(s.sells).toHaveLength(1)
  expect(s.store.tradesOf(ACCOUNT)).toHaveLength(2)
})
