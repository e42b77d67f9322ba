import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { chainRow } from '../../testing/response-bodies.ts'
import { strikeFigures } from './strike-figures.ts'
import { useGradualFigures } from './useGradualFigures.ts'

const at = (price: number) => strikeFigures([{ ...chainRow(24_500), ce_ltp: price }], new Map())

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
  vi.unstubAllGlobals()
})
