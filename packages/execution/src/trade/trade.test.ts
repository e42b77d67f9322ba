import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CALL, DAY, rs } from '../testing/scenario.ts'
import { ENTERING } from '../testing/trade-fixture.ts'
import { exitTerms, lowestSalePrice } from '../plan/chase.ts'
import type { Fill } from './fill.ts'
import { tradePnlOf } from './trade-pnl.ts'
import { nextTrade, type Trade, type TradeEvent } from './trade.ts'
import { TEST_BROKER } from '../testing/test-broker.ts'

const at = 1_000 as EpochMs
const entering: Trade = { ...ENTERING, createdAt: at }
const filled: TradeEvent = { type: 'filled', at, entryPrice: rs(150), risk: rs(30), trigger: rs(120) }

const paise = fc.integer({ min: 5, max: 100_000 }) as fc.Arbitrary<Paise>
const event: fc.Arbitrary<TradeEvent> = fc.oneof(
  fc.constant(filled),
  fc.constant<TradeEvent>({ type: 'given_up', at, why: 'missed' }),
  fc.record({ type: fc.constant('tightened' as const), trigger: paise, bestBid: paise }),
  fc.record({ type: fc.constant('target_lowered' as const), target: paise }),
  fc.record({ type: fc.constant('reduced' as const), units: fc.integer({ min: -5, max: 65 }) }),
  fc.constant<TradeEvent>({ type: 'exit_wanted', at, reason: 'target' }),
  fc.record({ type: fc.constant('manual_exit' as const), units: fc.integer({ min: -5, max: 65 }) }),
  fc.constant<TradeEvent>({ type: 'flat', at, traded: 65, result: null }),
)

describe('the trade machine', () => {
  it('only goes forward, keeps its opening settings, never lowers its stop, raises its target or takes a part back', () => {
    const order = ['entering', 'open', 'exiting', 'closed']
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        let trade: Trade = entering
        for (const one of events) {
          const next = nextTrade(trade, one)
          if (next === undefined) continue
          expect(next.entrySettings).toBe(entering.entrySettings)
          expect(next.contract).toBe(CALL)
          if (trade.state !== 'abandoned' && next.state !== 'abandoned')
            expect(order.indexOf(next.state)).toBeGreaterThanOrEqual(order.indexOf(trade.state))
          if ('trigger' in trade && 'trigger' in next) expect(next.trigger).toBeGreaterThanOrEqual(trade.trigger)
          if ('trigger' in trade && 'trigger' in next)
            expect(next.target ?? Infinity).toBeLessThanOrEqual(trade.target ?? Infinity)
          if ('trigger' in trade && 'trigger' in next)
            expect(next.reduced ?? 0).toBeGreaterThanOrEqual(trade.reduced ?? 0)
          expect(next.manualExitQuantity).toBeGreaterThanOrEqual(trade.manualExitQuantity)
          trade = next
        }
      }),
    )
  })

  it('adopts an entry that was abandoned and fills after all', () => {
    const abandoned = nextTrade(entering, { type: 'given_up', at, why: 'in_doubt' })!
    expect(nextTrade(abandoned, filled)).toMatchObject({ state: 'open', entryPrice: rs(150) })
  })

  it.each<[from: string, event: TradeEvent]>([
    ['entering', { type: 'flat', at, traded: 0, result: null }],
    ['entering', { type: 'exit_wanted', at, reason: 'target' }],
    ['entering', { type: 'reduced', units: 65 }],
    ['entering', { type: 'tightened', trigger: rs(1), bestBid: rs(1) }],
  ])('knows no way from %s by %j', (_from, one) => expect(nextTrade(entering, one)).toBeUndefined())

  it.each<[change: Partial<TradeEvent & { type: 'tightened' }>, legal: boolean]>([
    [{}, true],
    [{ trigger: rs(119.95) }, false],
    [{ bestBid: rs(149.95) }, false],
  ])('tightens to where it is or further: %j', (change, legal) => {
    const best = { type: 'tightened', trigger: rs(120), bestBid: rs(150) } as const
    const open = nextTrade(nextTrade(entering, filled)!, best)!
    expect(nextTrade(open, { ...best, ...change }) !== undefined).toBe(legal)
  })

  it.each([
    [-1, undefined],
    [0, undefined],
    [1, 1],
  ])('counts what was sold manually: %j', (units, manualExitQuantity) =>
    expect(nextTrade(nextTrade(entering, filled)!, { type: 'manual_exit', units })?.manualExitQuantity).toBe(
      manualExitQuantity,
    ),
  )

  it('keeps what a trade may have, and makes up nothing that it has not', () => {
    const sizing = { armedLots: 2, boundBy: 'risk_budget' as const }
    const second = { ...entering, plannedLoss: rs(900), sizing, recoveryOf: 't0' }
    expect(nextTrade(second, filled)).toMatchObject({ plannedLoss: rs(900), sizing, recoveryOf: 't0' })
    const keys = Object.keys(nextTrade(entering, filled)!)
    expect(keys).not.toContain('plannedLoss')
    expect(keys).not.toContain('recoveryOf')
  })

  it('never reopens what is closed', () => {
    const closed = [filled, { type: 'exit_wanted', at, reason: 'stop' }, { type: 'flat', at, traded: 65, result: null }]
      .map((one) => one as TradeEvent)
      .reduce<Trade>((trade, one) => nextTrade(trade, one)!, entering)
    expect(closed.state).toBe('closed')
    fc.assert(
      fc.property(event, (one) => {
        expect(nextTrade(closed, one)).toBeUndefined()
      }),
    )
  })
})

describe('the chase', () => {
  it.each([
    [0, { kind: 'LIMIT', quantity: 65, price: rs(104.95), validity: 'DAY' }],
    [1, { kind: 'LIMIT', quantity: 65, price: rs(102.9), validity: 'DAY' }],
    [2, { kind: 'LIMIT', quantity: 65, price: rs(99.75), validity: 'DAY' }],
    [3, { kind: 'MARKET', quantity: 65 }],
    [9, { kind: 'MARKET', quantity: 65 }],
  ])('asks at step %d for %j', (step, terms) =>
    expect(exitTerms(step, { bid: rs(105), last: rs(105) }, CALL.tickSize, 65)).toEqual(terms),
  )

  it('is a market order at once without a quote', () =>
    expect(exitTerms(0, undefined, CALL.tickSize, 65)).toEqual({ kind: 'MARKET', quantity: 65 }))

  it.each([
    [100, 70],
    [50.05, 35.05],
    [50, 35],
    [20, 5],
    [15.1, 0.1],
    [15, 0.05],
  ])('asks of a last price of %d for no less than %d', (last, lowest) =>
    expect(lowestSalePrice(rs(last), CALL.tickSize)).toBe(rs(lowest)),
  )

  it('stays on the tick, inside the band, and under the bid unless the band forbids it', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 0, max: 2 }), (ticks, step) => {
        const bid = (ticks * 5) as Paise
        const terms = exitTerms(step, { bid, last: bid }, CALL.tickSize, 65)
        if (terms.kind !== 'LIMIT') throw new Error('the first steps are limits')
        expect(terms.price % 5).toBe(0)
        expect(terms.price).toBeGreaterThanOrEqual(lowestSalePrice(bid, CALL.tickSize))
        expect(terms.price).toBeLessThanOrEqual(Math.max(bid, 5))
        // The exchange's own band: 40 %, or ₹20 under ₹50.
        expect(terms.price).toBeGreaterThanOrEqual(bid > 5_000 ? bid * 0.6 : bid - 2_000)
      }),
    ))
})

describe('the result of a trade', () => {
  const fill = (side: OrderSide, orderId: string, quantity: number, price: number): Fill => ({
    accountId: 'u1',
    tradeId: 't1',
    fillId: `${orderId}${quantity}${price}`,
    orderId,
    tradingsymbol: CALL.tradingsymbol,
    side,
    product: 'MIS',
    quantity,
    price: rs(price),
    at,
    isManual: false,
  })

  it('is the reference’s: buy 150, sell 180, 65 units', () =>
    expect(tradePnlOf([fill('BUY', '1', 65, 150), fill('SELL', '2', 65, 180)], DAY, TEST_BROKER.brokerage)).toEqual({
      entryValue: rs(9_750),
      exitValue: rs(11_700),
      gross: rs(1_950),
      charges: rs(74.06),
      net: rs(1_875.94),
    }))

  it('charges each order once, however many fills it took', () => {
    const whole = tradePnlOf([fill('BUY', '1', 65, 150), fill('SELL', '2', 65, 180)], DAY, TEST_BROKER.brokerage)
    const parts = tradePnlOf(
      [fill('BUY', '1', 30, 150), fill('BUY', '1', 35, 150), fill('SELL', '2', 1, 180), fill('SELL', '2', 64, 180)],
      DAY,
      TEST_BROKER.brokerage,
    )
    expect(parts).toEqual(whole)
    const twoOrders = tradePnlOf(
      [fill('BUY', '1', 65, 150), fill('SELL', '2', 30, 180), fill('SELL', '3', 35, 180)],
      DAY,
      TEST_BROKER.brokerage,
    )
    expect(twoOrders.charges).toBeGreaterThan(whole.charges)
  })

  it('leaves out what was sold beyond what was bought, the latest first', () => {
    const whole = tradePnlOf([fill('BUY', '1', 65, 150), fill('SELL', '2', 65, 180)], DAY, TEST_BROKER.brokerage)
    const beyond = { ...fill('SELL', '3', 65, 10), at: (at + 1) as EpochMs }
    expect(
      tradePnlOf([beyond, fill('BUY', '1', 65, 150), fill('SELL', '2', 65, 180)], DAY, TEST_BROKER.brokerage),
    ).toEqual(whole)
  })
})
