import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { originOf } from './change-hint.ts'
import { FrameTiming } from './frame-timing.ts'

const NOW = 1_000_000
const traceparent = (letter: string) => `00-${letter.repeat(32)}-${'b'.repeat(16)}-01`

/** A connection at `NOW` whose clock passes twice as fast as real time. */
function connection() {
  const shown: [seconds: number, traceId: string | undefined][] = []
  const timing = new FrameTiming({
    socket: 'live_stream',
    userId: 'u1',
    clock: { now: () => NOW as EpochMs, speed: () => 2 },
    metrics: { shown: (_socket, seconds, traceId) => void shown.push([seconds, traceId]) },
  })
  return { shown, timing }
}

it('a frame is as late as the oldest change that it shows, and has the trace of that', () => {
  const { shown, timing } = connection()
  timing.changed(originOf({ at: NOW - 4000, traceparent: traceparent('1') }))
  timing.changed(originOf({ at: NOW - 1000, traceparent: traceparent('2') }))
  timing.sent(timing.due())
  timing.changed(originOf({ at: NOW - 2000 }))
  timing.changed(originOf({ at: NOW - 1000, traceparent: traceparent('3') }))
  timing.sent(timing.due())
  expect(shown).toEqual([
    [2, '1'.repeat(32)],
    [1, undefined],
  ])
})

it('a change without a time counts from when it was announced', () => {
  const { shown, timing } = connection()
  timing.changed(originOf(null))
  timing.sent(timing.due())
  expect(shown).toEqual([[0, undefined]])
})

it('a read that failed leaves its changes to the next one', () => {
  const { shown, timing } = connection()
  timing.changed(originOf({ at: NOW - 4000 }))
  const due = timing.due()
  timing.changed(originOf({ at: NOW - 1000 }))
  timing.failed(due)
  timing.sent(timing.due())
  expect(shown).toEqual([[2, undefined]])
})

it('a frame that shows no change is not measured', () => {
  const { shown, timing } = connection()
  timing.sent(timing.due())
  timing.failed(timing.due())
  timing.sent(timing.due())
  expect(shown).toEqual([])
})

it.each([null, 7, {}, { at: 'soon' }, { at: undefined }])('the hint %j does not show when it happened', (payload) => {
  expect(originOf(payload)).toEqual({ at: undefined, trace: undefined })
})
