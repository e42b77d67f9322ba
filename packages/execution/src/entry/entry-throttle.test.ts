import { describe, expect, it, vi } from 'vitest'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { HighWaterMarks } from '../high-water-marks.ts'
import { settle, VirtualClock } from '../testing/virtual-clock.ts'
import { EntryThrottle } from './entry-throttle.ts'

function calls(count: number) {
  const clock = new VirtualClock(0 as EpochMs)
  const highWaterMarks = new HighWaterMarks()
  const throttle = new EntryThrottle(clock, highWaterMarks)
  const answers: ((value: number) => void)[] = []
  const results = Array.from({ length: count }, (_, n) =>
    throttle.start(() => {
      const { promise, resolve } = Promise.withResolvers<number>()
      answers[n] = resolve
      return promise
    }),
  )
  return {
    clock,
    levels: highWaterMarks,
    pace: throttle,
    answers,
    results,
    started: () => answers.filter(Boolean).length,
  }
}

describe('entries that start', () => {
  it('are 256 at a time, and each answer lets the next one go', async () => {
    const { levels: highWaterMarks, answers, results, started } = calls(300)
    await settle()
    expect(started()).toBe(256)
    expect(highWaterMarks.max).toMatchObject({ entries_leaving: 256, entries_waiting: 44 })
    answers[7]!(7)
    expect(await results[7]).toBe(7)
    await settle()
    expect(started()).toBe(257)
  })

  it('stop counting after a quarter of a second without an answer', async () => {
    const { clock, answers, results, started } = calls(600)
    await clock.advance(249)
    expect(started()).toBe(256)
    await clock.advance(1)
    expect(started()).toBe(512)
    // A late answer of one that had stopped counting gives no caller a second place.
    answers[0]!(0)
    expect(await results[0]).toBe(0)
    await settle()
    expect(started()).toBe(512)
    await clock.advance(250)
    expect(started()).toBe(600)
  })

  it('wait for a beat in time while the thread has stood still, and do not start before it', async () => {
    const { clock, pace: throttle, answers, started } = calls(256)
    await settle()
    clock.stand(300)
    const late = vi.fn(async () => 0)
    void throttle.start(late)
    answers[0]!(0)
    await clock.advance(19)
    expect(late).not.toHaveBeenCalled()
    await clock.advance(1)
    expect(late).toHaveBeenCalledOnce()
    expect(started()).toBe(256)
  })

  it('give their place back when the call fails, and leave no alarm behind', async () => {
    const clock = new VirtualClock(0 as EpochMs)
    const throttle = new EntryThrottle(clock, new HighWaterMarks())
    for (let n = 0; n < 300; n += 1)
      await expect(throttle.start(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(clock.waiting).toBe(0)
    expect(await throttle.start(async () => 'left')).toBe('left')
  })
})
