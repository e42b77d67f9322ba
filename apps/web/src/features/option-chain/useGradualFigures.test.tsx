import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { chainRow } from '../../testing/response-bodies.ts'
import { strikeFigures } from './strike-figures.ts'
import { useGradualFigures } from './useGradualFigures.ts'

const at = (price: number) =>
  strikeFigures(
    Array.from({ length: 20 }, (_, row) => ({ ...chainRow(24_000 + 50 * row), ce_ltp: price })),
    new Map(),
  )

/** Frames that are shown when the test says so. */
function stubFrames() {
  const frames = new Map<number, () => void>()
  let id = 0
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => {
    frames.set((id += 1), work)
    return id
  })
  vi.stubGlobal('cancelAnimationFrame', (one: number) => frames.delete(one))
  const showFrame = () => {
    const works = [...frames.values()]
    frames.clear()
    act(() => works.forEach((work) => work()))
    return works.length
  }
  return { showFrame, awaited: () => [...frames.values()] }
}

afterEach(() => vi.unstubAllGlobals())

const renewed = (figures: ReturnType<typeof at>) => figures.filter(({ row }) => row.ce_ltp === 11).length

it('renews a few rendered strikes a frame until all have the latest figures, and awaits no frame then', () => {
  const { showFrame, awaited } = stubFrames()
  const { result, rerender } = renderHook(({ latest }) => useGradualFigures(latest, () => true), {
    initialProps: { latest: at(10) },
  })
  rerender({ latest: at(11) })
  const counts: number[] = []
  while (showFrame() > 0) counts.push(renewed(result.current))
  expect(counts).toEqual([6, 12, 18, 20])
  expect(awaited()).toEqual([])
})

it('has the latest figures of a strike that comes to be rendered', () => {
  const { showFrame } = stubFrames()
  const { result, rerender } = renderHook(
    ({ latest, from }) => useGradualFigures(latest, (row: number) => row >= from),
    { initialProps: { latest: at(10), from: 15 } },
  )
  rerender({ latest: at(11), from: 15 })
  showFrame()
  rerender({ latest: at(11), from: 0 })
  expect(result.current.slice(0, 15).map(({ row }) => row.ce_ltp)).toEqual(Array(15).fill(11))
})

it('reaches the latest figures where prices come more often than frames', () => {
  const { showFrame, awaited } = stubFrames()
  const { result, rerender } = renderHook(({ latest }) => useGradualFigures(latest, (row) => row === 0), {
    initialProps: { latest: at(10) },
  })
  rerender({ latest: at(11) })
  const first = awaited()
  rerender({ latest: at(12) })
  expect(first).toHaveLength(1)
  expect(awaited()).toEqual(first)
  showFrame()
  expect(result.current[0]!.row.ce_ltp).toBe(12)
})
