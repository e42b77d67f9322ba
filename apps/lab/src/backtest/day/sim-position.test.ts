import { describe, expect, it } from 'vitest'
import type { Decision, EntryPlan } from '@strikewise/signals/decision/decision.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { enteringTrade, SimPosition, type PositionView } from './sim-position.ts'

const DAY = istDate('2026-09-16')
const SESSION = nseCalendar.sessionOn(DAY)!
const NOW = istInstant(DAY, 10, 0, 2)
const paise = (rupees: number) => Math.round(rupees * 100) as Paise

const contract: OptionContract = {
  token: 1,
  tradingsymbol: 'NIFTY2692225000CE',
  symbol: 'NIFTY',
  expiry: istDate('2026-09-22'),
  strike: 25_000,
  side: 'CE',
  tickSize: paise(0.05),
  lotSize: 65,
}

/** A lot at 150.00 with a planned risk of 24 rupees, as in the public vectors; the contract shows 65,000 units. */
function position({ trailing = false, limit = 150.5 } = {}) {
  const entry: EntryPlan = {
    contract,
    delta: 0.55,
    bid: paise(149.85),
    ask: paise(149.95),
    mid: paise(149.9),
    limit: paise(limit),
    stopDistance: paise(24),
    quotedAt: NOW,
  }
  // Of a decision the position reads these alone.
  const decision = { id: 'one', direction: 'up', score: 0.5 } as unknown as Decision
  const slBuffer = paise(10)
  const trade = enteringTrade({
    id: 'trade',
    on: DAY,
    now: NOW,
    decision,
    entry,
    direction: 'up',
    lots: 1,
    slBuffer,
    trailing,
    plannedLoss: paise(2_300),
    recoveryOf: undefined,
  })
  return new SimPosition(trade, entry.limit, NOW)
}

/** What is seen `seconds` after the decision: a bid, the ask a dime above, a last price. */
function view(seconds: number, bid: number, changes: Partial<PositionView['quote']> = {}): PositionView {
  const now = (NOW + 1000 * seconds) as EpochMs
  const quote = {
    bid: paise(bid),
    ask: paise(bid + 0.1),
    last: paise(bid + 0.05),
    askQuantity: 65_000,
    receivedAt: now,
    ...changes,
  }
  return { now, session: SESSION, quote, decisions: [], isDailyLossLimitReached: false }
}

const entered = (options?: Parameters<typeof position>[0]) => {
  const held = position(options)
  // Ask 149.95 and a tick: 150.00. A lot of 65,000 units moves nothing.
  held.see(view(0.5, 149.85))
  return held
}

const closed = ({ trade }: SimPosition) => {
  if (trade.state !== 'closed') throw new Error(`still ${trade.state}`)
  return trade
}

it('the public vector to the paisa: bought at 150.00, sold at 180.00, 65 units, charges 74.06', () => {
  const held = entered()
  // Square-off at 15:05: the bid is 180.05, a tick under it is 180.00.
  const late = (15 * 60 + 5 - 600) * 60
  held.see({ ...view(late, 180.05) })
  held.see({ ...view(late + 0.5, 180.05) })
  const { entryPrice, risk, exitReason, result } = closed(held)
  expect({ entryPrice, risk, exitReason }).toEqual({ entryPrice: 15_000, risk: 2_400, exitReason: 'square_off' })
  expect(result).toEqual({ entryValue: 975_000, exitValue: 1_170_000, gross: 195_000, charges: 7_406, net: 187_594 })
})

describe('the entry', () => {
  it('meets the price 300 ms later, not the one it was decided on', () => {
    const held = position()
    held.see(view(0.2, 100))
    expect(held.trade.state).toBe('entering')
    held.see(view(0.5, 150.2))
    expect(held.trade).toMatchObject({ state: 'open', entryPrice: 15_035 })
  })

  it('pays for the part of the book it takes: half a tick for each tenth', () => {
    const held = position()
    held.see(view(0.5, 149.85, { askQuantity: 130 }))
    // Half of 130 units: 2.5 ticks of 0.05 on top of ask and tick.
    expect(held.trade).toMatchObject({ entryPrice: 15_013 })
  })

  it('is priced again every three seconds, at most twice and 1 % above the first middle, then missed', () => {
    const held = position()
    const bids = [
      [0.5, 150.9],
      [3, 150.85],
      [3.5, 151.1],
      [6, 151],
      [6.5, 151.25],
    ] as const
    for (const [seconds, bid] of bids) {
      expect(held.trade.state).toBe('entering')
      held.see(view(seconds, bid))
    }
    expect(held.trade).toMatchObject({ state: 'abandoned', why: 'missed' })
  })

  it('is abandoned when the price has run away', () => {
    const held = position()
    held.see(view(0.5, 155))
    held.see(view(3, 155))
    expect(held.trade).toMatchObject({ state: 'abandoned', why: 'price_moved' })
  })
})

describe('the stop', () => {
  it('fires on the last price and fills at the next bid less a tick, never above the trigger less a tick', () => {
    const held = entered()
    held.see(view(60, 126, { last: paise(126) }))
    expect(held.trade.state).toBe('open')
    held.see(view(61, 127))
    expect(closed(held)).toMatchObject({ exitReason: 'stop', result: { exitValue: 65 * 12_595 } })
  })

  it('gives way to its limit', () => {
    const held = entered()
    held.see(view(60, 120, { last: paise(120) }))
    held.see(view(61, 116))
    expect(closed(held)).toMatchObject({ exitReason: 'stop', result: { exitValue: 65 * 11_600 } })
  })

  it('stays open under its limit, and is chased after three seconds', () => {
    const held = entered()
    held.see(view(60, 110, { last: paise(110) }))
    held.see(view(61, 110))
    expect(held.trade.state).toBe('open')
    held.see(view(63, 110))
    held.see(view(63.5, 110))
    // The second step of the chase reaches 2 % under the bid; the sale gets bid less a tick.
    expect(closed(held)).toMatchObject({ exitReason: 'stop', result: { exitValue: 65 * 10_995 } })
  })
})

describe('other exits', () => {
  it('the target must be traded through by a tick', () => {
    const held = entered()
    held.see(view(60, 198))
    expect(held.trade.state).toBe('open')
    held.see(view(61, 198.05))
    held.see(view(61.5, 198.2))
    expect(closed(held)).toMatchObject({ exitReason: 'target', result: { exitValue: 65 * 19_815 } })
  })

  it('trails: 1 R secures break-even after costs, 2 R secures 1 R', () => {
    const held = entered({ trailing: true })
    held.see(view(60, 174))
    expect(held.trade).toMatchObject({ trigger: 15_105 })
    held.see(view(120, 198))
    expect(held.trade).toMatchObject({ trigger: 17_400 })
    held.see(view(130, 190))
    expect(held.trade).toMatchObject({ trigger: 17_400 })
  })

  it('leaves after half an hour without half an R, and when the score turns twice', () => {
    const stale = entered()
    stale.see(view(1860, 150))
    expect(stale.trade).toMatchObject({ state: 'exiting', exitReason: 'time' })
    const turned = entered()
    const decisions = [3, 2].map((minute) => ({ barEnd: (NOW + minute * MINUTE_MS) as EpochMs, score: -0.3, spike: 0 }))
    turned.see({ ...view(200, 150), decisions })
    expect(turned.trade).toMatchObject({ state: 'exiting', exitReason: 'score' })
  })

  it('an exit whose price has fallen away asks for less, step by step', () => {
    const held = entered()
    held.see(view(1860, 150))
    held.see(view(1860.5, 149))
    expect(held.trade.state).toBe('exiting')
    held.see(view(1863, 149))
    held.see(view(1863.5, 147))
    // 2 % under 149 is 146.02: 147 is within reach.
    expect(closed(held)).toMatchObject({ result: { exitValue: 65 * 14_695 } })
  })
})

it('knows when stop or target may be near, so that quiet seconds need no quotes', () => {
  const held = entered()
  held.see(view(10, 150))
  expect([held.isUrgent, held.isNear(0), held.isNear(paise(20)), held.isNear(paise(24))]).toEqual([
    false,
    false,
    false,
    true,
  ])
})
