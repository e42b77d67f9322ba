import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { describe, expect, it } from 'vitest'
import { brokerCharges } from './broker-charges.ts'
import { ORDINARY_DAY } from '../session/contracts.ts'
import type { StagedDay } from './testing/day-fixture.ts'
import { MID, RISK, UNITS } from './testing/facts-fixture.ts'
import { ENTRY, protectedDay, sold, STOP } from './testing/fixtures.ts'

const MARKET = { kind: 'MARKET', quantity: UNITS } as const
const STOPPED = 11_950
const MANUAL_PRICE = 13_000
const COVERED = 12_800
/** Selling twice at this price brings in less than was paid. */
const LOW = 7_000

/** The user sells a lot manually, and our stop is taken away. `isBooked`: the rows have that sale. */
function sellManually(isBooked = true): StagedDay {
  const day = protectedDay().taken('hand', 'SELL', MARKET).filled('hand', UNITS, MANUAL_PRICE, 't1', false)
  day.cancel('s1').going('s1').status('s1', 'CANCELLED').known('s1', 'cancelled')
  return isBooked ? booked(day) : day
}

/** The rows have what the user sold. */
function booked(day: StagedDay): StagedDay {
  const sale = { fillId: `fhand${UNITS}/1`, orderId: 'hand', isManual: true, side: 'SELL', quantity: UNITS } as const
  day.fills.push({ ...day.fills[0]!, ...sale, price: MANUAL_PRICE as Paise })
  return day
}

/** The user sells manually just before our stop does: the rows have the stop's sale as the end of the trade. */
function racedUnbooked(): StagedDay {
  const day = protectedDay().becomes({ coverManualShorts: true }).taken('hand', 'SELL', MARKET)
  day.filled('hand', UNITS, MANUAL_PRICE, 't1', false).status('s1', 'OPEN').filled('s1', UNITS, STOPPED)
  return day.known('s1', 'complete').wait(2_500)
}

/** The row of the trade shows that so many units were bought back. */
function coverBooked(day: StagedDay, units = UNITS): StagedDay {
  return day.trade('t1', 'closed', 'd1', { cover: { units, gross: 0, charges: 0, net: 0 } })
}

/** Two stops of ours sell one position, each at `price`. */
function soldTwice(price = STOPPED): StagedDay {
  const day = protectedDay().fault('orders_hidden', 2).place('s2', 'SELL', STOP).taken('s2', 'SELL', STOP)
  day.status('s2', 'TRIGGER PENDING').known('s2', 'armed').wait(100)
  for (const stop of ['s1', 's2']) day.status(stop, 'OPEN').filled(stop, UNITS, price).known(stop, 'complete')
  return day.wait(2_500)
}

/** The user sells manually, and our stop fires before any process could see it. */
function raced(): StagedDay {
  const day = protectedDay().becomes({ coverManualShorts: true }).taken('hand', 'SELL', MARKET)
  day.filled('hand', UNITS, MANUAL_PRICE, 't1', false).status('s1', 'OPEN').filled('s1', UNITS, STOPPED)
  return booked(day.known('s1', 'complete')).wait(2_500)
}

/** What is short is bought back by an order of ours. */
function covered(day: StagedDay): StagedDay {
  const terms = { kind: 'LIMIT', quantity: UNITS, price: COVERED as Paise, validity: 'IOC' } as const
  day.place('b1', 'BUY', terms, { kind: 'cover' }).taken('b1', 'BUY', terms)
  return day.filled('b1', UNITS, COVERED).known('b1', 'complete')
}

/** The user buys a lot manually. */
function boughtManually(day: StagedDay): StagedDay {
  return day.taken('own', 'BUY', MARKET).filled('own', UNITS, COVERED, 't1', false)
}

/** Whether an entry some time later is found to leave after the day's limit of `cap` paise was lost. */
function isReached(day: StagedDay, cap: number): boolean {
  day.becomes({ risk: { ...RISK, capital: (cap * 100) as Paise, dailyLossCapPct: 1 } }).wait(6_000)
  day.decide('d2').trade('t2', 'entering', 'd2').place('e2', 'BUY', ENTRY, { tradeId: 't2' })
  return day.checker.violations.some(({ text }) => text === "entry e2: the day's loss cap is reached")
}

/** What a lot in each of these orders has lost, with the charges of each order. */
function lossOf(...orders: readonly (readonly [OrderSide, price: number])[]): number {
  return orders.reduce((sum, [side, price]) => {
    const value = UNITS * price
    const charges = brokerCharges([{ side, value: value as Paise, on: ORDINARY_DAY }]).total
    return sum + (side === 'BUY' ? value : -value) + charges
  }, 0)
}

describe("the day's loss counts to the paisa", () => {
  it.each<[what: string, day: () => StagedDay, loss: number]>([
    ['what a stop sold', () => sold(protectedDay()), lossOf(['BUY', MID], ['SELL', STOPPED])],
    ['what the user sold manually', sellManually, lossOf(['BUY', MID], ['SELL', MANUAL_PRICE])],
    [
      'what was bought back of a position sold twice',
      () => covered(soldTwice()),
      lossOf(['BUY', MID], ['SELL', STOPPED], ['SELL', STOPPED], ['BUY', COVERED]),
    ],
    [
      'what was bought back after a manual sale and ours',
      () => covered(raced()),
      lossOf(['BUY', MID], ['SELL', MANUAL_PRICE], ['SELL', STOPPED], ['BUY', COVERED]),
    ],
    [
      'what was bought back where our sale came to be the end of the trade, not the manual one',
      () => coverBooked(covered(racedUnbooked())),
      lossOf(['BUY', MID], ['SELL', MANUAL_PRICE], ['SELL', STOPPED], ['BUY', COVERED]),
    ],
  ])('%s', (_what, day, loss) => {
    expect(isReached(day(), loss)).toBe(true)
    expect(isReached(day(), loss + 1)).toBe(false)
  })
})

describe("the day's loss is not judged", () => {
  it.each<[when: string, day: () => StagedDay]>([
    ['while the rows lack a manual sale', () => sellManually(false)],
    ['while the rows lack what a cover came to', () => covered(soldTwice()).rowOf('b1', { filled: 0 })],
    ['while no row has a manual sale, nor what was bought back', () => covered(racedUnbooked())],
    ['while the rows lack a part of what was bought back', () => coverBooked(covered(racedUnbooked()), UNITS - 1)],
    ['while a position sold twice is short', () => soldTwice(LOW)],
    ['where the user bought back what was sold twice', () => boughtManually(soldTwice(LOW))],
    ['where the user holds units of their own in it', () => boughtManually(sold(protectedDay()))],
    ['where units of the user’s own in it were converted', () => boughtManually(sold(protectedDay())).converts(UNITS)],
    ['where units of the user’s own in it were paid out', () => boughtManually(sold(protectedDay())).settles(UNITS)],
  ])('%s', (_when, day) => {
    expect(isReached(day(), 1)).toBe(false)
  })
})

it('what was bought back is booked where the store rejected the row that shows it, and not where it shows less (I4)', () => {
  const booked = (units: number) => {
    const day = covered(raced()).trade('t1', 'closed', 'd1', { traded: UNITS, result: null })
    day.rejectsClosed('t1', { cover: { units, gross: 0, charges: 0, net: 0, boughtValue: UNITS * COVERED } })
    day.end()
    return day.checker.violations.map(({ text }) => text).filter((text) => text.includes('bought back'))
  }
  expect(booked(UNITS)).toEqual([])
  expect(booked(UNITS - 1)).toEqual([expect.stringMatching(/65 units were bought back, 64 are booked/)])
})

it('the result of a trade that came to be short counts a fill whose row the store rejected, and not one that no row has', () => {
  const resultsOf = (without: (day: StagedDay) => StagedDay, offBy = 0) => {
    const day = without(soldTwice().alarm('short'))
    const gross = UNITS * (STOPPED - MID) + offBy
    const order = (side: OrderSide, price: number) => ({ side, value: (UNITS * price) as Paise, on: ORDINARY_DAY })
    const charges = brokerCharges([order('BUY', MID), order('SELL', STOPPED)]).total
    day.trade('t1', 'closed', 'd1', { traded: UNITS, result: { gross, charges, net: gross - charges } }).end()
    return day.checker.violations.map(({ text }) => text).filter((text) => text.includes('by the exchange'))
  }
  const wrong = expect.stringMatching(/: gross -?\d+, by the exchange -?\d+$/)
  expect(resultsOf((day) => day)).toEqual([])
  expect(resultsOf((day) => day.rejectsFill('e1'))).toEqual([])
  expect(resultsOf((day) => day.rejectsFill('e1'), 100)).toContainEqual(wrong)
  const lacking = (day: StagedDay) => {
    day.fills.shift()
    return day
  }
  expect(resultsOf(lacking)).toContainEqual(wrong)
})
