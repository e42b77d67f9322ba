// @invariant no-single-clock
import { istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BrokerTime, MonoMs } from '../ports.ts'
import { DAY } from '../testing/scenario.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { DisciplinedClock } from './disciplined-clock.ts'

const START = istInstant(DAY, 10)
const HOUR = 3_600_000
let clock: VirtualClock
/** How far the broker's clock is from the true time, which the monotonic clock keeps. */
let brokerOff: number
/** The broker answers right now; else it showed its time when last asked. */
let shown: BrokerTime | undefined
const answer = () => {
  const notified = Math.floor((START + clock.mono() + brokerOff) / 1_000) * 1_000
  shown = { mono: clock.mono(), earliest: notified as EpochMs, latest: (notified + 1_000) as EpochMs }
}
beforeEach(() => {
  clock = new VirtualClock(START)
  brokerOff = 0
  shown = undefined
})

const sinceStart = (steady: DisciplinedClock) => steady.now() - START

describe('the clock of an account whose broker shows no time', () => {
  let steady: DisciplinedClock
  beforeEach(() => {
    steady = new DisciplinedClock(clock)
  })

  it('is the wall clock', () => {
    expect(sinceStart(steady)).toBe(0)
    clock.stand(500)
    expect(sinceStart(steady)).toBe(500)
    clock.step(2_000)
    expect(sinceStart(steady)).toBe(2_500)
  })

  it.each([2_001, 19_800_000, 24 * HOUR])('does not follow a step of %d ms ahead for a moment', (ms) => {
    steady.now()
    clock.step(ms)
    expect(sinceStart(steady)).toBe(0)
    clock.stand(1_000)
    expect(sinceStart(steady)).toBe(1_000)
    clock.step(-ms)
    expect(sinceStart(steady)).toBe(1_000)
  })

  it('follows a step ahead that lasts', () => {
    steady.now()
    clock.step(HOUR)
    steady.now()
    clock.stand(59_999)
    expect(sinceStart(steady)).toBe(59_999)
    clock.stand(1)
    expect(sinceStart(steady)).toBe(HOUR + 60_000)
  })

  it('goes on at its own pace when the wall clock was put back, until that has caught up', () => {
    steady.now()
    clock.step(-5_000)
    expect(sinceStart(steady)).toBe(0)
    clock.stand(3_000)
    expect(sinceStart(steady)).toBe(3_000)
    clock.step(5_500)
    expect(sinceStart(steady)).toBe(3_500)
    expect(steady.steps).toBe(0)
  })

  it('is not before rows that were written, and never goes back for older ones', () => {
    expect(steady.notBefore((START + 9_000) as EpochMs)).toBe(true)
    expect(sinceStart(steady)).toBe(9_000)
    expect(steady.notBefore((START + 2_000) as EpochMs)).toBe(true)
    clock.stand(1_000)
    expect(sinceStart(steady)).toBe(10_000)
  })
})

describe('the clock of an account whose broker shows its time', () => {
  let steady: DisciplinedClock
  const begun = () => {
    steady = new DisciplinedClock(clock, () => shown)
  }
  /** The clock as it is once the broker has confirmed it. */
  const confirmed = () => {
    begun()
    answer()
    steady.now()
    expect(steady.isConfirmed).toBe(true)
  }

  it.each([HOUR, 5 * HOUR, 5.5 * HOUR, 6 * HOUR, 24 * HOUR, -6 * HOUR])(
    'does not follow the wall clock by %d ms, for a moment or for the whole day, while the broker does not',
    (ms) => {
      confirmed()
      clock.step(ms)
      for (let second = 1; second <= 200; second += 1) {
        clock.stand(1_000)
        if (second % 3 === 0) answer()
        expect(sinceStart(steady)).toBe(second * 1_000)
      }
      clock.step(-ms)
      expect(sinceStart(steady)).toBe(200_000)
    },
  )

  it('catches up after the machine was suspended, with the first answer of the broker', () => {
    confirmed()
    // The monotonic clock stood still, and so did what it carries on.
    clock.step(HOUR)
    expect(sinceStart(steady)).toBe(0)
    brokerOff = HOUR
    answer()
    expect(sinceStart(steady)).toBe(HOUR)
    expect(steady.steps).toBe(0)
  })

  it('stays with its two clocks when the broker shows a wrong time', () => {
    confirmed()
    brokerOff = 6 * HOUR
    clock.stand(1_000)
    answer()
    expect(sinceStart(steady)).toBe(1_000)
    clock.stand(1_000)
    expect(sinceStart(steady)).toBe(2_000)
  })

  it.each([2 * HOUR, -2 * HOUR, 24 * HOUR])(
    'catches up within a minute after the machine was suspended while its wall clock was off by %d ms',
    (ms) => {
      confirmed()
      clock.step(ms)
      clock.stand(1_000)
      answer()
      expect(sinceStart(steady)).toBe(1_000)
      // Suspended: the monotonic clock stands still, the wall clock goes on.
      clock.step(HOUR)
      brokerOff = HOUR
      for (let second = 1; second <= 63; second += 1) {
        clock.stand(1_000)
        answer()
        steady.now()
      }
      const truly = HOUR + 64_000
      expect(Math.abs(sinceStart(steady) - truly)).toBeLessThanOrEqual(3_000)
      expect(steady.steps).toBe(0)
    },
  )

  it('does not follow a broker whose own time goes to and fro, though the wall clock is off as well', () => {
    confirmed()
    clock.step(5 * HOUR)
    for (let second = 1; second <= 300; second += 1) {
      clock.stand(1_000)
      brokerOff = second % 2 === 0 ? HOUR : 2 * HOUR
      answer()
      expect(sinceStart(steady)).toBe(second * 1_000)
    }
  })

  it('does not drift away with a wall clock that runs fast', () => {
    confirmed()
    for (let second = 1; second <= 600; second += 1) {
      clock.stand(1_000)
      clock.step(100)
      answer()
      steady.now()
    }
    expect(sinceStart(steady)).toBeLessThanOrEqual(600_000 + 4_000)
  })

  it.each([5.5 * HOUR, 24 * HOUR, -3 * HOUR])(
    'of a process that starts while its wall clock is off by %d ms is the broker’s, and stays so',
    (ms) => {
      clock.step(ms)
      begun()
      expect(steady.isConfirmed).toBe(false)
      answer()
      expect(Math.abs(sinceStart(steady))).toBeLessThanOrEqual(1_000)
      clock.step(-ms)
      clock.stand(1_000)
      answer()
      expect(Math.abs(sinceStart(steady) - 1_000)).toBeLessThanOrEqual(1_000)
    },
  )

  it('follows the wall clock back while neither has been confirmed', () => {
    clock.step(6 * HOUR)
    begun()
    steady.now()
    clock.step(-6 * HOUR)
    expect([sinceStart(steady), steady.steps]).toEqual([0, 1])
  })

  it('may end a day once it is confirmed, or has not stepped for a minute of silence', () => {
    begun()
    expect(steady.isSettled).toBe(false)
    clock.stand(59_999)
    steady.now()
    expect(steady.isSettled).toBe(false)
    clock.stand(1)
    steady.now()
    expect([steady.isSettled, steady.isConfirmed]).toEqual([true, false])
    clock.step(HOUR)
    steady.now()
    expect(steady.isSettled).toBe(false)
    clock.step(-HOUR)
    answer()
    steady.now()
    expect(steady.isSettled).toBe(true)
  })

  it('does not take over the time of rows that were written by a wrong clock', () => {
    confirmed()
    expect(steady.notBefore((START + 6 * HOUR) as EpochMs)).toBe(false)
    expect(sinceStart(steady)).toBe(0)
    expect(steady.notBefore((START + 1_500) as EpochMs)).toBe(true)
    expect(sinceStart(steady)).toBe(1_500)
  })

  it('is never further from the true time than 3 s, whatever the wall clock alone does', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            step: fc.integer({ min: -30 * HOUR, max: 30 * HOUR }),
            pass: fc.nat(20_000),
            answers: fc.boolean(),
          }),
        ),
        (moves) => {
          clock = new VirtualClock(START)
          brokerOff = 0
          confirmed()
          for (const { step, pass, answers } of moves) {
            clock.step(step)
            clock.stand(pass)
            if (answers) answer()
            expect(Math.abs(sinceStart(steady) - clock.mono())).toBeLessThanOrEqual(3_000)
          }
        },
      ),
    ))
})

describe('a wall clock that stepped away', () => {
  const stepped = (ms: number): DisciplinedClock => {
    answer()
    const steady = new DisciplinedClock(clock, () => shown)
    steady.now()
    clock.step(ms)
    steady.now()
    return steady
  }

  it.each([2_001, 14_000, -14_000, 24 * HOUR])('by %d ms puts the time in dispute until the broker answers', (ms) => {
    const steady = stepped(ms)
    expect(steady.isDisputed).toBe(true)
    clock.stand(3_000)
    steady.now()
    expect(steady.isDisputed).toBe(true)
    answer()
    steady.now()
    expect(steady.isDisputed).toBe(false)
  })

  it('by no more than clocks differ, or where no broker shows its time, disputes nothing', () => {
    expect(stepped(2_000).isDisputed).toBe(false)
    const alone = new DisciplinedClock(clock)
    clock.step(14_000)
    alone.now()
    expect(alone.isDisputed).toBe(false)
  })

  it('once more, after the broker had contradicted it, is disputed once more', () => {
    const steady = stepped(HOUR)
    clock.stand(1_000)
    answer()
    steady.now()
    clock.stand(1_000)
    clock.step(14_000)
    steady.now()
    expect(steady.isDisputed).toBe(true)
  })
})

/** A machine whose clocks are read at any fraction of a millisecond: the wall clock cuts it off, the monotonic one does not. */
class FractionalClock extends VirtualClock {
  #passed = 0

  pass(ms: number): void {
    this.#passed += ms
  }

  override now(): EpochMs {
    return Math.floor(super.now() + this.#passed) as EpochMs
  }

  override mono(): MonoMs {
    return (super.mono() + this.#passed) as MonoMs
  }
}

describe('a monotonic clock that shows fractions of a millisecond', () => {
  it.each([
    ['the broker shows its time', true],
    ['no broker shows its time', false],
  ])('loses nothing however often it is read while the wall clock is off and %s', (_what, shows) =>
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.001, max: 3, noNaN: true }), { minLength: 1, maxLength: 40 }),
        fc.constantFrom(HOUR, -HOUR),
        (passes, step) => {
          const machine = new FractionalClock(START)
          clock = machine
          shown = undefined
          if (shows) answer()
          const steady = new DisciplinedClock(machine, shows ? () => shown : undefined)
          steady.now()
          machine.step(step)
          const wrong: number[] = []
          for (let round = 0; round < 50; round += 1)
            for (const ms of passes) {
              machine.pass(ms)
              const time = sinceStart(steady)
              if (!Number.isInteger(time) || Math.abs(time - machine.mono()) >= 1) wrong.push(time)
            }
          expect(wrong).toEqual([])
        },
      ),
    ),
  )
})
