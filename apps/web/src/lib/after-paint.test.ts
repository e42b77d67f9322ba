import { beforeEach, expect, it, vi } from 'vitest'
import { afterPaint } from './after-paint.ts'

let frames: Map<number, FrameRequestCallback>
let work: ReturnType<typeof vi.fn<() => void>>

beforeEach(() => {
  frames = new Map()
  work = vi.fn<() => void>()
  vi.useFakeTimers()
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((callback) => {
    frames.set(1, callback)
    return 1
  })
  vi.spyOn(globalThis, 'cancelAnimationFrame').mockImplementation((id) => void frames.delete(id))
})

function frame(): void {
  for (const callback of frames.values()) callback(0)
  frames.clear()
}

it('works once, after the frame and not in it', () => {
  afterPaint(work)
  vi.runAllTimers()
  expect(work).not.toHaveBeenCalled()
  frame()
  expect(work).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(work).toHaveBeenCalledTimes(1)
})

it.each([
  ['before the frame', () => {}],
  ['right after it', frame],
])('is cancelled %s', (_when, pass) => {
  const callOff = afterPaint(work)
  pass()
  callOff()
  frame()
  vi.runAllTimers()
  expect(work).not.toHaveBeenCalled()
})
