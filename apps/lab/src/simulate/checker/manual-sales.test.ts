import type { Paise } from '@strikewise/domain/money/paise.ts'
// @invariant I4
import { expect, it } from 'vitest'
import type { StagedDay } from './testing/day-fixture.ts'
import { MID, RISK, UNITS } from './testing/facts-fixture.ts'
import { ENTRY, protectedDay, STOP } from './testing/fixtures.ts'

const TWO_IN_ONE = {
  plan: 'master',
  risk: { ...RISK, maxPositionsPerSymbol: 2 },
} as const
const COVER = { kind: 'LIMIT', quantity: UNITS, price: 12_500 as Paise, validity: 'IOC' } as const

/** Two trades in one contract, each under its stop. */
function twoTrades(): StagedDay {
  const day = protectedDay().becomes(TWO_IN_ONE).decide('d2').trade('t2', 'entering', 'd2')
  day.place('e2', 'BUY', ENTRY, { tradeId: 't2' }).taken('e2', 'BUY', ENTRY).filled('e2', UNITS, MID, 't2')
  day.trade('t2', 'open', 'd2').place('s2', 'SELL', STOP, { tradeId: 't2' }).taken('s2', 'SELL', STOP)
  return day.status('s2', 'TRIGGER PENDING').wait(100)
}

/** The rows have the sale of order `orderId` as a manual one that took units of the trade. */
function bookedManually(day: StagedDay, orderId: string, tradeId: string, price: number): StagedDay {
  const fillId = `f${orderId}${UNITS}/1`
  day.fills.push({
    ...day.fills[0]!,
    fillId,
    orderId,
    tradeId,
    isManual: true,
    side: 'SELL',
    price: price as Paise,
    at: day.now,
  })
  return day
}

const reports = (day: StagedDay, about: RegExp) => {
  day.end()
  return day.checker.violations.some(({ text }) => about.test(text))
}

it('a sale of ours beyond its own trade may be booked on another, also after what was short has been bought back', () => {
  const booked = (oversells: boolean) => {
    const day = twoTrades().status('s1', 'OPEN').filled('s1', UNITS, 11_950)
    if (oversells)
      day.place('s3', 'SELL', STOP).taken('s3', 'SELL', STOP).status('s3', 'OPEN').filled('s3', UNITS, 11_900)
    const sale = oversells ? (['s3', 11_900] as const) : (['s1', 11_950] as const)
    bookedManually(day.wait(10), sale[0], 't2', sale[1])
    day.status('s2', 'OPEN').filled('s2', UNITS, 11_850, 't2')
    day.place('b1', 'BUY', COVER, { kind: 'cover' }).taken('b1', 'BUY', COVER).filled('b1', UNITS, 12_000)
    return reports(day, /no manual sale is behind/u)
  }
  expect(booked(true)).toBe(false)
  expect(booked(false)).toBe(true)
})

it('a manual sale is in one result, and may stand on a trade too whose own order had sold before it', () => {
  const booked = (hasSoldBefore: boolean) => {
    const day = twoTrades()
    if (hasSoldBefore) day.status('s1', 'OPEN').filled('s1', UNITS, 11_950).wait(1_000)
    day.taken('hand', 'SELL', { kind: 'MARKET', quantity: UNITS }).filled('hand', UNITS, 12_050, 't1', false)
    for (const trade of ['t1', 't2']) bookedManually(day, 'hand', trade, 12_050)
    return reports(day, /is booked 130 times/u)
  }
  expect(booked(true)).toBe(false)
  expect(booked(false)).toBe(true)
})
