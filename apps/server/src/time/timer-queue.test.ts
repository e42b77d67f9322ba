import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TimerQueue } from './timer-queue.ts'

describe('the queue of due work', () => {
  it('runs what is due in order of time, then of arrival, and nothing else', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ due: fc.integer({ min: 0, max: 50 }), cancelled: fc.boolean() })),
        fc.integer({ min: 0, max: 50 }),
        (jobs, now) => {
          const queue = new TimerQueue()
          const ran: number[] = []
          const cancels = jobs.map((job, index) => queue.add(job.due, () => ran.push(index)))
          jobs.forEach((job, index) => job.cancelled && cancels[index]!())
          queue.runDue(now)
          const expected = jobs
            .map((job, index) => ({ ...job, index }))
            .filter((job) => !job.cancelled && job.due <= now)
            .toSorted((a, b) => a.due - b.due || a.index - b.index)
            .map((job) => job.index)
          expect(ran).toEqual(expected)
          const later = jobs.filter((job) => !job.cancelled && job.due > now).map((job) => job.due)
          expect(queue.next()).toBe(later.length === 0 ? undefined : Math.min(...later))
        },
      ),
    ))

  it('runs work that due work adds for now', () => {
    const queue = new TimerQueue()
    const ran: string[] = []
    queue.add(1, () => {
      ran.push('first')
      queue.add(1, () => ran.push('second'))
      queue.add(3, () => ran.push('later'))
    })
    queue.runDue(2)
    expect(ran).toEqual(['first', 'second'])
  })
})
