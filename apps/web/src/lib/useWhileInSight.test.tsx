import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useWhileInSight } from './useWhileInSight.ts'

afterEach(() => vi.unstubAllGlobals())

it('holds what was shown when the element left the window, and goes on with the latest when it is back', () => {
  let notify: (entries: { isIntersecting: boolean }[]) => void = () => undefined
  class Observer {
    constructor(callback: typeof notify) {
      notify = callback
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const report = (...inSight: boolean[]) => act(() => notify(inSight.map((isIntersecting) => ({ isIntersecting }))))
  const ref = { current: document.createElement('div') }
  const { result, rerender } = renderHook(({ latest }) => useWhileInSight(ref, latest), {
    initialProps: { latest: 1 },
  })
  rerender({ latest: 2 })
  expect(result.current).toBe(2)
  report(false)
  rerender({ latest: 3 })
  expect(result.current).toBe(2)
  // Several reports at once: the last one counts.
  report(false, true)
  expect(result.current).toBe(3)
})
