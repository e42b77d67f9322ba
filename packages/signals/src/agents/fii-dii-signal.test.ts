// @invariant low-frequency-inputs
import { describe, expect, it } from 'vitest'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { FiiDiiSignal } from './fii-dii-signal.ts'
import type { FiiDiiRow } from './fii-dii-row.ts'
import { GuardedAgent } from './guarded-agent.ts'
import { SIGNAL_PARAMS } from '../registry/params.ts'

const days: IstDate[] = [istDate('2026-08-03')]
while (days.length < 64) days.push(nseCalendar.nextTradingDay(days.at(-1)!))
const last = days.at(-1)!

const POSITIONS = 1_000_000
/** Figures swing by one either way around a level, so their sample deviation is sqrt(n / (n - 1)). */
const swing = (i: number) => (i % 2 === 0 ? 1 : -1)
const deviationOf = (n: number) => Math.sqrt(n / (n - 1))

/** A row whose positions are `share` long. */
function row(day: IstDate, fiiNet: number | null, diiNet: number | null, share: number | null): FiiDiiRow {
  return {
    day,
    fiiNet,
    diiNet,
    cashPublishedAt: istInstant(day, 19),
    futureLong: share === null ? null : share * POSITIONS,
    futureShort: share === null ? null : (1 - share) * POSITIONS,
    positionsPublishedAt: istInstant(day, 20),
  }
}

/** 63 ordinary days and a last one with the given z of FII net, DII net and change of the long share. */
function history(z: { fii: number; dii: number; share: number }): FiiDiiRow[] {
  const rows = days.slice(0, -1).map((day, i) => row(day, 100 * swing(i), 50 * swing(i), 0.3 + 0.005 * swing(i)))
  const sd = deviationOf(60)
  return [...rows, row(last, z.fii * 100 * sd, z.dii * 50 * sd, 0.3 + 0.005 * swing(62) + z.share * 0.01 * sd)]
}

function reported(rows: readonly FiiDiiRow[], at: EpochMs = istInstant(last, 21)) {
  const agent = new FiiDiiSignal(SIGNAL_PARAMS, nseCalendar)
  agent.addRow(rows)
  agent.update(at)
  return agent
}

const effects = (agent: FiiDiiSignal) => agent.explanation().reasons.reduce((sum, reason) => sum + reason.effect, 0)
const vector = history({ fii: 1.2, dii: -0.5, share: 0.8 })

describe('FII and DII', () => {
  it('gives the reference vector', () => {
    const agent = reported(vector)
    expect(agent.explanation().components).toMatchObject({
      fiiZ: expect.closeTo(1.2, 9),
      diiZ: expect.closeTo(-0.5, 9),
      longShareZ: expect.closeTo(0.8, 9),
    })
    expect(agent.score).toBeCloseTo(0.29, 9)
    expect([agent.bias, effects(agent)]).toEqual(['bullish', expect.closeTo(0.29, 9)])
  })

  it('limits every z to three deviations', () => expect(reported(history({ fii: 9, dii: 9, share: 9 })).score).toBe(1))

  it('is neutral under 0.2, its effects taken back by the threshold', () => {
    const agent = reported(history({ fii: 1, dii: 0, share: 0 }))
    expect([agent.bias, agent.strength]).toEqual(['neutral', expect.closeTo(1 / 6, 9)])
    expect(effects(agent)).toBeCloseTo(0, 9)
  })

  it('drops a part that is missing and shares its weight among the others', () => {
    const rows = history({ fii: 1.2, dii: -0.5, share: 0.8 })
    expect(reported([...rows.slice(0, -1), { ...rows.at(-1)!, fiiNet: null }]).score).toBeCloseTo(
      (-0.1 * 0.5 + 0.4 * 0.8) / 3 / 0.5,
      9,
    )
  })

  it('takes zeros in the positions for a failed download', () => {
    const rows = history({ fii: 1.2, dii: -0.5, share: 0.8 })
    const agent = reported([...rows.slice(0, -1), { ...rows.at(-1)!, futureLong: 0, futureShort: 0 }])
    expect(agent.score).toBeCloseTo((0.5 * 1.2 - 0.1 * 0.5) / 3 / 0.6, 9)
  })

  it.each([
    [18, 59, days.at(-2)],
    [19, 0, last],
  ])('knows a row from its hour of publication only: at %d:%d it speaks of %s', (hour, minute, day) => {
    const agent = reported(vector, istInstant(last, hour, minute))
    expect(agent.asOf).toBe(hour < 19 ? istInstant(day!, 20) : istInstant(day!, 19))
  })

  it('knows the positions an hour after the cash figures', () => {
    const agent = reported(vector, istInstant(last, 19, 30))
    expect(agent.score).toBeCloseTo((0.5 * 1.2 - 0.1 * 0.5) / 3 / 0.6, 9)
    expect([agent.isDue(istInstant(last, 19, 59)), agent.isDue(istInstant(last, 20))]).toEqual([false, true])
  })

  it('is the same when rows come late, twice or out of order', () => {
    const agent = new FiiDiiSignal(SIGNAL_PARAMS, nseCalendar)
    agent.addRow(vector.slice(30))
    agent.update(istInstant(last, 19, 30))
    agent.addRow(vector.toReversed())
    agent.update(istInstant(last, 21))
    expect(agent.explanation()).toEqual(reported(vector).explanation())
  })

  it('wants 20 days before the newest', () => {
    expect(reported(vector.slice(-20)).ready).toBe(false)
    expect(reported(vector.slice(-20)).explanation().reasons[0]!.code).toBe('warm_up')
    expect(reported(vector.slice(-21)).ready).toBe(true)
  })

  it('reports when a crowded side is being unwound', () => {
    const rows = vector.map((one, i) => row(one.day, one.fiiNet, one.diiNet, i === 62 ? 0.1 : i === 63 ? 0.11 : 0.3))
    const reason = reported(rows)
      .explanation()
      .reasons.find(({ code }) => code === 'positioning_extreme')
    expect(reason).toMatchObject({ effect: 0, value: expect.closeTo(1 / 60, 9) })
  })

  it('speaks to the next publication, and is stale after three sessions', () => {
    const guarded = new GuardedAgent(reported(vector), 0)
    const third = nseCalendar.nextTradingDay(nseCalendar.nextTradingDay(nseCalendar.nextTradingDay(last)))
    expect(guarded.agent.span?.validUntil).toBe(istInstant(nseCalendar.nextTradingDay(last), 19))
    expect(guarded.isStale(istInstant(third, 15, 30), false)).toBe(false)
    expect(guarded.isStale(istInstant(nseCalendar.nextTradingDay(third), 9, 15), false)).toBe(true)
    expect(new GuardedAgent(new FiiDiiSignal(SIGNAL_PARAMS, nseCalendar), 0).isStale(istInstant(last, 9), false)).toBe(
      true,
    )
  })

  it.each([
    [1, 0.39],
    [-1, 0.19],
    [0, 0.29],
  ])('a sentiment of %d makes the strength %d, and the bias stays', (sentiment, strength) => {
    const agent = reported(vector)
    agent.setSentiment(sentiment)
    expect([agent.bias, agent.strength]).toEqual(['bullish', expect.closeTo(strength, 9)])
    expect(effects(agent)).toBeCloseTo(strength, 9)
  })

  it('never takes a side for headlines alone', () => {
    const agent = reported(history({ fii: 0, dii: 0, share: 0 }))
    agent.setSentiment(1)
    expect([agent.bias, agent.explanation().sentiment]).toEqual(['neutral', 1])
  })
})
