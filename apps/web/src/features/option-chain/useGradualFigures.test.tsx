import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { chainRow } from '../../testing/response-bodies.ts'
import { strikeFigures } from './strike-figures.ts'
import { useGradualFigures } from './useGradualFigures.ts'

const at = (price: number) => strikeFigures([{ ...chainRow(24_500), ce_ltp: price }], new Map())

/** A grid with the row of a strike, and what the browser reports of it. */
function gridOf(strike: number) {
  const table = document.createElement('table')
  table.innerHTML = `<tbody><tr data-strike="${strike}"></tr></tbody>`
  const observed = new Set<Element>()
  let notify: (entries: { target: Element; isIntersecting: boolean }[]) => void
  class Observer {
    constructor(callback: typeof notify) {
      notify = callback
    }
    observe = (row: Element) => observed.add(row)
    disconnect = () => observed.clear()
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const report = (isIntersecting: boolean) => notify([...observed].map((target) => ({ target, isIntersecting })))
  return { grid: { current: table }, report }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('renews a strike out of sight every five seconds, and at once when it comes into sight', async () => {
  vi.useFakeTimers()
  const { grid, report } = gridOf(24_500)
  const { result, rerender } = renderHook(({ latest }) => useGradualFigures(latest, grid), {
    initialProps: { latest: at(10) },
  })
  const price = () => result.current[0]!.row.ce_ltp
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  report(false)
  rerender({ latest: at(11) })
  await pass(100)
  // The first sweep begins at once.
  expect(price()).toBe(11)
  rerender({ latest: at(12) })
  await pass(4000)
  expect(price()).toBe(11)
  // Though nothing new comes.
  await pass(1000)
  expect(price()).toBe(12)
  rerender({ latest: at(13) })
  await pass(100)
  expect(price()).toBe(12)
  report(true)
  await pass(100)
  expect(price()).toBe(13)
})

it('reaches the latest figures where prices come more often than frames', () => {
  const frames = new Map<number, () => void>()
  let id = 0
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => {
    frames.set((id += 1), work)
    return id
  })
  vi.stubGlobal('cancelAnimationFrame', (one: number) => frames.delete(one))
  const grid = { current: null }
  const { result, rerender } = renderHook(({ latest }) => useGradualFigures(latest, grid), {
    initialProps: { latest: at(10) },
  })
  rerender({ latest: at(11) })
  const first = [...frames.values()]
  rerender({ latest: at(12) })
  expect(first).toHaveLength(1)
  expect([...frames.values()]).toEqual(first)
  act(() => first[0]!())
  expect(result.current[0]!.row.ce_ltp).toBe(12)
})
