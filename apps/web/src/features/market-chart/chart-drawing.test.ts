import { expect, it, vi } from 'vitest'
import { drawBars, drawOverlays, type ChartDrawing } from './chart-drawing.ts'
import type { Bar } from './bars.ts'

const MINUTE = 60_000
const bar = (minute: number, close: number): Bar => ({
  time: minute * MINUTE,
  open: 100,
  high: 120,
  low: 90,
  close,
})

/** A drawing whose calls of the library are counted: it needs a canvas, which jsdom does not have. */
function countedDrawing() {
  const candles = { setData: vi.fn(), update: vi.fn() }
  const line = { setData: vi.fn(), update: vi.fn(), applyOptions: vi.fn() }
  const setVisibleLogicalRange = vi.fn()
  const api = { timeScale: () => ({ setVisibleLogicalRange }), addSeries: () => line }
  const chart = { api, candles, overlays: new Map(), lines: [], bars: [], subject: '' } as unknown as ChartDrawing
  const draw = (bars: readonly Bar[], value: number) => {
    drawBars(chart, bars, 'NIFTY 1', 120)
    const points = bars.map(({ time }, at) => ({ time, value: at === bars.length - 1 ? value : 100 }))
    drawOverlays(chart, [{ id: 'ema_fast', points }], 'NIFTY 1', 'light')
  }
  const calls = () => ({
    bars: [candles.setData.mock.calls.length, candles.update.mock.calls.length],
    points: [line.setData.mock.calls.length, line.update.mock.calls.length],
    options: line.applyOptions.mock.calls.length,
    range: setVisibleLogicalRange.mock.calls.length,
  })
  return { draw, calls }
}

it('passes all bars on once, and then only the last one of a price that differs', () => {
  const { draw, calls } = countedDrawing()
  draw([bar(1, 100), bar(2, 101)], 100.5)
  expect(calls()).toEqual({ bars: [1, 0], points: [1, 0], options: 1, range: 1 })
  draw([bar(1, 100), bar(2, 102)], 100.6)
  expect(calls()).toEqual({ bars: [1, 1], points: [1, 1], options: 1, range: 1 })
})

it('calls nothing of the library for bars and lines that are as they were drawn', () => {
  const { draw, calls } = countedDrawing()
  draw([bar(1, 100), bar(2, 101)], 100.5)
  const before = calls()
  draw([bar(1, 100), bar(2, 101)], 100.5)
  expect(calls()).toEqual(before)
})

it('passes a new bar on without the one before it, which is as it was', () => {
  const { draw, calls } = countedDrawing()
  draw([bar(1, 100), bar(2, 101)], 100)
  draw([bar(1, 100), bar(2, 101), bar(3, 102)], 100.6)
  expect(calls()).toMatchObject({ bars: [1, 1], points: [1, 1] })
})

it('passes all bars on where the past has changed', () => {
  const { draw, calls } = countedDrawing()
  draw([bar(1, 100), bar(2, 101)], 100)
  draw([bar(0, 99), bar(1, 100), bar(2, 101), bar(3, 101)], 100)
  expect(calls()).toMatchObject({ bars: [2, 0], points: [2, 0] })
})
