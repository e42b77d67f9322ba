import { describe, expect, it } from 'vitest'
import { istDate, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { TIME_OF_DAY_AGENT } from '../registry/definitions/time-of-day-agent.ts'
import { GuardedAgent } from './guarded-agent.ts'
import { minuteAt } from './testing/minutes.ts'
import { TimeOfDaySignal } from './time-of-day-signal.ts'

const DAYS = ['2026-11-11', '2026-11-12', '2026-11-13', '2026-11-16', '2026-11-17', '2026-11-18'].map((day) =>
  istInstant(istDate(day), 9, 15),
)
const TODAY = istInstant(istDate('2026-11-19'), 9, 15)

/** Pushes a session of `count` minutes in which the half hour from `slot` moves by `move` points in its last minute. */
function push(agent: TimeOfDaySignal, opensAt: EpochMs, slot: number, move: number, count = 375, from = 0): void {
  agent.startSession(opensAt)
  let level = 25_000
  for (let i = from; i < count; i += 1) {
    const close = i === Math.min(30 * slot + 29, 374) ? level + move : level
    agent.push(minuteAt(opensAt, i, level, close))
    level = close
  }
}

function after(slot: number, moves: readonly number[]): TimeOfDaySignal {
  const agent = new TimeOfDaySignal(TIME_OF_DAY_AGENT.params)
  for (const [i, move] of moves.entries()) push(agent, DAYS[i]!, slot, move)
  return agent
}

/** Today's reading once the minutes before the slot are over; of the first slot, after its first minute. */
function readingOf(agent: TimeOfDaySignal, slot: number): TimeOfDaySignal {
  push(agent, TODAY, slot, 0, Math.max(1, 30 * slot))
  return agent
}

describe('the time-of-day profile', () => {
  // 10, 20, 30, 40, 50: mean 30, standard deviation √250, standard error √50 = 7.071: t = 4.243.
  // -2, 4, -2, 4, 1: mean 1, squares 9 + 9 + 9 + 9 + 0, standard error √(36 / 4 / 5) = 1.342: t = 0.745.
  it.each([
    [0, [10, 20, 30, 40, 50], 1, 'bullish', 'usual_up'],
    [3, [-10, -20, -30, -40, -50], -1, 'bearish', 'usual_down'],
    [7, [-2, 4, -2, 4, 1], 1 / Math.sqrt(1.8) / 2.776, 'bullish', 'usual_up'],
    [12, [2, -4, 2, -4, -1], -1 / Math.sqrt(1.8) / 2.776, 'bearish', 'usual_down'],
    [5, [3, -3, 3, -3, 0], 0, 'neutral', 'no_move'],
    [5, [7, 7, 7, 7, 7], 0, 'neutral', 'no_range'],
    [2, [1000, -2, 4, -2, 4, 1], 1 / Math.sqrt(1.8) / 2.776, 'bullish', 'usual_up'],
  ] as const)('of half hour %d after moves of %j scores %d, %s', (slot, moves, score, bias, code) => {
    const agent = readingOf(after(slot, moves), slot)
    expect(agent.score).toBeCloseTo(score, 12)
    expect([agent.bias, agent.strength, agent.span]).toEqual([bias, Math.abs(agent.score), undefined])
    expect(agent.explanation().reasons).toMatchObject([{ code, effect: agent.score }])
  })

  it('names the half hour, the mean move and its standard errors', () =>
    expect(readingOf(after(12, [10, 20, 30, 40, 50]), 12).explanation()).toMatchObject({
      reasons: [
        {
          message: {
            code: 'time_slot.usual',
            direction: 'up',
            sessions: 5,
            move: expect.closeTo(30, 9),
            errors: expect.closeTo(30 / Math.sqrt(50), 9),
            full: 2.776,
            from: 15 * 60 + 15,
            to: 15 * 60 + 30,
          },
        },
      ],
      components: { mean: expect.closeTo(30, 9), standardError: expect.closeTo(Math.sqrt(50), 9) },
    }))

  it('stays the same through its half hour, whatever the index does in it', () => {
    const agent = readingOf(after(2, [10, 20, 30, 40, 55]), 2)
    const { score } = agent
    for (let i = 60; i < 89; i += 1) {
      agent.push(minuteAt(TODAY, i, 25_000, 24_000 - i))
      expect(agent.score).toBe(score)
    }
  })

  it.each([
    ['four sessions are known', 4, [10, 20, 30, 40], 'profile_unknown'],
    ['none is known', 4, [], 'profile_unknown'],
  ] as const)('is stale with its reason when %s', (_when, slot, moves, code) => {
    const agent = readingOf(after(slot, moves), slot)
    expect([agent.bias, agent.strength]).toEqual(['neutral', 0])
    expect(agent.explanation().reasons).toMatchObject([
      { code, message: { known: moves.length, needed: 5, from: 11 * 60 + 15, to: 11 * 60 + 45 }, effect: 0 },
    ])
    expect(new GuardedAgent(agent, 90_000).isStale((agent.asOf + 1) as EpochMs, false)).toBe(true)
  })

  it('does not count a half hour that was joined late, or began without a tick', () => {
    const joined = after(0, [10, 20, 30, 40])
    push(joined, DAYS[4]!, 0, 50, 375, 5)
    expect(readingOf(joined, 0).explanation().reasons[0]!.message).toMatchObject({ known: 4 })
    const silent = after(0, [10, 20, 30, 40])
    silent.startSession(DAYS[4]!)
    silent.push(minuteAt(DAYS[4]!, 0, 24_000, 24_000, { synthetic: true }))
    for (let i = 1; i < 31; i += 1) silent.push(minuteAt(DAYS[4]!, i, 25_000, 25_000))
    expect(readingOf(silent, 0).explanation().reasons[0]!.message).toMatchObject({ known: 4 })
  })

  it('has nothing to say after the last half hour', () => {
    const agent = after(12, [10, 20, 30, 40, 50])
    expect(agent.explanation().reasons[0]!.code).toBe('session_over')
    expect(agent.asOf).toBe(DAYS[4]! + 375 * MINUTE_MS)
    expect(agent.span?.staleAt).toBe(0)
  })
})
