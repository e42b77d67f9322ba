// @invariant instructed-reduction
// @invariant never-oversell
import { describe, expect, it } from 'vitest'
import { opened } from '../testing/open-trade.ts'
import { rs, Scenario } from '../testing/scenario.ts'
import { TEST_BROKER } from '../testing/test-broker.ts'

/** So many lots of 65 that a trade opens with. */
const LOTS = 4
const [ALL, HALF] = [LOTS * 65, (LOTS * 65) / 2]

/** An account that buys four lots at ₹150.10, its stop at ₹120.10. */
function fourLots(s = new Scenario()): Scenario {
  s.facts((facts) => ({
    ...facts,
    strategies: [
      { symbol: 'NIFTY', lots: LOTS, autoExecute: true, approvalSeconds: null, trailing: true, slBuffer: rs(10) },
    ],
    risk: { ...facts.risk, capital: rs(5_000_000) },
  }))
  return s
}

/** Its stop is for all four lots. */
async function openedFour(s = new Scenario()): Promise<Scenario> {
  await opened(fourLots(s))
  expect(s.sells).toMatchObject([{ quantity: ALL, kind: 'SL' }])
  return s
}

/** More is never on offer than is held, whatever time passes. */
async function runWatched(s: Scenario, ms: number, everyMs = 10): Promise<void> {
  for (let passed = 0; passed < ms; passed += everyMs) {
    await s.run(everyMs)
    expect(s.broker.liveSellUnits()).toBeLessThanOrEqual(Math.max(0, s.broker.net()))
  }
}

function expectHeld(s: Scenario, units: number): void {
  expect([s.broker.net(), s.broker.liveSellUnits()]).toEqual([units, units])
  expect(s.sells).toMatchObject([{ kind: 'SL', quantity: units, phase: 'armed' }])
  expect(s.trade.state).toBe('open')
}

const callsSince = (s: Scenario, before: number) => s.broker.calls.slice(before).map(({ kind, terms }) => [kind, terms])
const noticesOf = (s: Scenario) => s.store.notifications.map(({ message }) => message)

describe('a part of a position that its user sells', () => {
  it('is taken from the stop first, and sold once the broker shows that', async () => {
    const s = await openedFour()
    const before = s.broker.calls.length
    s.ask({ kind: 'reduce', units: HALF })
    await runWatched(s, 3_000)
    expect(callsSince(s, before)).toMatchObject([
      ['modify', { kind: 'SL', quantity: HALF, trigger: rs(120.1) }],
      ['place', { kind: 'LIMIT', quantity: HALF, validity: 'IOC' }],
    ])
    expectHeld(s, HALF)
    expect(s.trade).toMatchObject({ reduced: HALF })
    expect(noticesOf(s)).toContainEqual(
      expect.objectContaining({ code: 'notice.trade_reduced', quantity: HALF, held: HALF, price: rs(149.9) }),
    )
  })

  it('counts with its charges in the result of the trade', async () => {
    const s = await openedFour()
    s.ask({ kind: 'reduce', units: HALF })
    await s.run(3_000)
    s.price(160, 160.2)
    s.ask({ kind: 'exit' })
    await s.run(3_000)
    expect(s.trade).toMatchObject({ state: 'closed', traded: ALL, exitReason: 'user_exit', reduced: HALF })
    const gross = HALF * (rs(149.9) - rs(150.1)) + HALF * (rs(160) - rs(150.1))
    expect(s.trade).toMatchObject({ result: { gross } })
    expect([s.broker.net(), s.broker.liveSellUnits()]).toEqual([0, 0])
  })

  it('is sold once though two devices ask for it', async () => {
    const s = await openedFour()
    s.ask({ kind: 'reduce', units: HALF })
    s.ask({ kind: 'reduce', units: HALF })
    await runWatched(s, 500)
    s.ask({ kind: 'reduce', units: HALF })
    await runWatched(s, 3_000)
    expectHeld(s, HALF)
    expect(s.placed('SELL')).toHaveLength(2)
  })

  it('grows where its user asks to hold on fewer', async () => {
    const s = await openedFour()
    s.ask({ kind: 'reduce', units: HALF })
    await runWatched(s, 30)
    s.ask({ kind: 'reduce', units: 65 })
    await runWatched(s, 5_000)
    expectHeld(s, 65)
  })

  it('is never the last lot', async () => {
    const s = await openedFour()
    s.ask({ kind: 'reduce', units: 1 })
    await runWatched(s, 3_000)
    expectHeld(s, 65)
  })

  it('is chased, and under the stop again when no one buys it, and tried again', async () => {
    const s = await openedFour()
    s.broker.fillLimit = 0
    s.ask({ kind: 'reduce', units: HALF })
    await runWatched(s, 10_000)
    expect(s.broker.net()).toBe(ALL)
    expect(s.sells).toMatchObject([{ kind: 'SL', quantity: ALL }])
    const sales = s.placed('SELL').slice(1)
    expect(sales.map(({ terms }) => terms?.kind)).toEqual(['LIMIT', 'LIMIT', 'LIMIT'])
    s.broker.fillLimit = Infinity
    await runWatched(s, 20_000)
    expectHeld(s, HALF)
  })

  it('that fills in part is sold on from there', async () => {
    const s = await openedFour()
    s.broker.fillLimit = 65
    s.ask({ kind: 'reduce', units: 65 })
    await runWatched(s, 6_000)
    s.broker.fillLimit = Infinity
    await runWatched(s, 20_000)
    expectHeld(s, 65)
  })

  it('whose answer is lost is looked up, and not sent again', async () => {
    const s = await openedFour()
    s.broker.failNext('sell', { type: 'lose_reply' })
    s.ask({ kind: 'reduce', units: HALF })
    await runWatched(s, 30_000)
    expectHeld(s, HALF)
    expect(s.placed('SELL')).toHaveLength(2)
  })

  it('whose request is lost is protected again and tried again', async () => {
    const s = await openedFour()
    s.broker.failNext('sell', { type: 'lose_request' })
    s.ask({ kind: 'reduce', units: HALF })
    await runWatched(s, 22_000)
    expect(s.sells).toMatchObject([{ kind: 'SL', quantity: ALL }])
    await runWatched(s, 60_000)
    expectHeld(s, HALF)
  })

  it.each(['modify', 'sell'] as const)('stays under the stop where the broker refuses its %s', async (of) => {
    const s = await openedFour()
    s.broker.failNext(of, { type: 'refuse', code: 'other' })
    s.ask({ kind: 'reduce', units: HALF })
    await runWatched(s, 3_000)
    expectHeld(s, ALL)
    await runWatched(s, 20_000)
    expectHeld(s, HALF)
    expect(s.broker.calls.filter(({ kind }) => kind === 'cancel')).toEqual([])
  })

  it('is not sold where the exchange throws the smaller stop out', async () => {
    const s = await openedFour()
    s.broker.failNext('modify', { type: 'fail_later' })
    s.ask({ kind: 'reduce', units: HALF })
    await runWatched(s, 4_000)
    expectHeld(s, ALL)
    await runWatched(s, 20_000)
    expectHeld(s, HALF)
  })

  it('is not sold while the book does not show the smaller stop', async () => {
    const s = await openedFour()
    s.ask({ kind: 'reduce', units: HALF })
    s.broker.readFault = 'unavailable'
    s.broker.pushes = false
    await runWatched(s, 5_000)
    expect(s.placed('SELL')).toHaveLength(1)
    expect(s.sells).toMatchObject([{ kind: 'SL', quantity: ALL }])
    s.broker.readFault = undefined
    await runWatched(s, 40_000)
    expectHeld(s, HALF)
  })

  it('waits for a store that is away, its stop as it was', async () => {
    const s = await openedFour()
    s.ask({ kind: 'reduce', units: HALF })
    let transactions = 0
    s.store.fault = () => ((transactions += 1) > 1 ? 'fail' : undefined)
    await runWatched(s, 10_000)
    expectHeld(s, ALL)
    s.store.fault = () => undefined
    await runWatched(s, 20_000)
    expectHeld(s, HALF)
  })

  it('is under the stop again where the store goes away before its sale', async () => {
    const s = await openedFour()
    s.ask({ kind: 'reduce', units: HALF })
    let transactions = 0
    s.store.fault = () => ((transactions += 1) > 2 ? 'fail' : undefined)
    await runWatched(s, 10_000)
    expectHeld(s, ALL)
    s.store.fault = () => undefined
    await runWatched(s, 30_000)
    expectHeld(s, HALF)
  })

  it('leaves with the exit of the whole trade, while its sale is on the way and its answer lost', async () => {
    const s = await openedFour()
    s.broker.failNext('sell', { type: 'lose_reply' })
    s.ask({ kind: 'reduce', units: HALF })
    await s.run(100)
    s.ask({ kind: 'exit' })
    await runWatched(s, 30_000)
    expect(s.trade).toMatchObject({ state: 'closed', traded: ALL, exitReason: 'user_exit' })
    expect([s.broker.net(), s.broker.liveSellUnits()]).toEqual([0, 0])
  })

  it.each([10, 30, 50, 70, 90])('is not sold twice where all is exited %i ms later', async (ms) => {
    const s = await openedFour()
    s.broker.fillLimit = 65
    s.ask({ kind: 'reduce', units: 65 })
    await runWatched(s, ms)
    s.ask({ kind: 'exit' })
    await runWatched(s, 1_000)
    s.broker.fillLimit = Infinity
    s.price(149, 149.2)
    await runWatched(s, 15_000)
    expect(s.trade).toMatchObject({ state: 'closed', traded: ALL })
    expect([s.broker.net(), s.broker.liveSellUnits()]).toEqual([0, 0])
  })

  it.each([30, 50, 70, 90, 120])('ends with the stop that fires %i ms later', async (ms) => {
    const s = await openedFour()
    s.ask({ kind: 'reduce', units: HALF })
    await runWatched(s, ms)
    s.price(112, 112.2)
    await runWatched(s, 20_000)
    expect(s.trade).toMatchObject({ state: 'closed', traded: ALL })
    expect(s.trade).toMatchObject({ exitReason: expect.stringMatching(/^stop/) as string })
    expect([s.broker.net(), s.broker.liveSellUnits()]).toEqual([0, 0])
  })

  it('that stands at a broker without immediate orders is cancelled, and its units are under the stop again', async () => {
    const s = new Scenario()
    s.broker.profile = { ...TEST_BROKER, immediateOrCancel: false }
    await openedFour(s)
    s.broker.fillLimit = 0
    s.ask({ kind: 'reduce', units: HALF })
    await runWatched(s, 20_000)
    expect(s.broker.net()).toBe(ALL)
    expect(s.sells).toMatchObject([{ kind: 'SL', quantity: ALL }])
  })

  it('that stands is sold with the rest when all is exited', async () => {
    const s = new Scenario()
    s.broker.profile = { ...TEST_BROKER, immediateOrCancel: false }
    await openedFour(s)
    s.broker.fillLimit = 0
    s.ask({ kind: 'reduce', units: HALF })
    await runWatched(s, 500)
    expect(s.sells).toHaveLength(2)
    s.ask({ kind: 'exit' })
    await runWatched(s, 1_000)
    s.broker.fillLimit = Infinity
    s.price(149, 149.2)
    await runWatched(s, 15_000)
    expect(s.trade).toMatchObject({ state: 'closed', traded: ALL })
    expect([s.broker.net(), s.broker.liveSellUnits()]).toEqual([0, 0])
  })

  it('beside a sale of the user’s own in the broker’s app sells no more than is left', async () => {
    const s = await openedFour()
    s.ask({ kind: 'reduce', units: HALF })
    s.broker.tradeManually('SELL', s.trade.contract.tradingsymbol, 'MIS', 65)
    await s.run(20_000)
    expectHeld(s, HALF)
    expect(s.trade).toMatchObject({ manualExitQuantity: 65 })
  })

  it('is sold, once, after a crash at any point', async () => {
    const whole = await openedFour()
    const begun = whole.crashPoints
    whole.ask({ kind: 'reduce', units: HALF })
    await whole.run(3_000)
    const ended = whole.crashPoints
    for (let point = begun + 1; point <= ended; point += 1) {
      const s = await openedFour()
      s.crashAt = [point]
      s.ask({ kind: 'reduce', units: HALF })
      await runWatched(s, 60_000, 250)
      expectHeld(s, HALF)
    }
  }, 120_000)

  it('is under the stop again where nothing can be bid for it any more', async () => {
    const s = await openedFour()
    s.broker.failNext('sell', { type: 'reject_later', message: 'RMS: no' })
    s.ask({ kind: 'reduce', units: HALF })
    await runWatched(s, 5_000)
    expectHeld(s, ALL)
  })
})
