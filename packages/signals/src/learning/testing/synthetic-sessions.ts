import { VOTERS } from '../../registry/registry.ts'
import { LEARNING } from '../learning-params.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { JudgedSession } from '../train-session.ts'
import type { DirectionSample } from '../direction-samples.ts'

/** A repeatable number in [0, 1) for a place. */
export function chance(...place: readonly number[]): number {
  const x = Math.sin(place.reduce((sum, part, i) => sum + part * (i === 0 ? 12.9898 : 78.233 / i), 0.5)) * 43_758.5453
  return x - Math.floor(x)
}

/** Trading days from `first` on. */
export function tradingDays(first: string, count: number): IstDate[] {
  const days = [first as IstDate]
  while (days.length < count) days.push(nseCalendar.nextTradingDay(days.at(-1)!))
  return days
}

/**
 * Sessions in which the agents know so much: 1 always points the right way, −1 always the wrong one, 0 reports nothing.
 * `knowledge` in the order of VOTERS.
 */
export function sessionsOf(days: readonly IstDate[], knowledge: readonly number[], samplesADay = 40): JudgedSession[] {
  return days.map((day, d) => {
    const samples = Array.from({ length: samplesADay }, (_, i): DirectionSample => {
      const up = chance(d, i) < 0.5 ? 1 : 0
      const signed = VOTERS.map((_, agent) => {
        const right = chance(d, i, agent + 1) < 0.5 + (knowledge[agent] ?? 0) / 2
        const strength = 0.2 + 0.8 * chance(d, i, agent + 7)
        return strength * (right === (up === 1) ? 1 : -1)
      })
      return { signed, up }
    })
    // The index goes on the way of the label at every horizon, farther at longer ones.
    const rows = samples.map(({ signed, up }) => ({
      signed,
      moves: LEARNING.votes.horizons.map((minutes) => (up === 1 ? 1 : -1) * Math.sqrt(minutes / 15)),
    }))
    return { day, samples, rows }
  })
}
