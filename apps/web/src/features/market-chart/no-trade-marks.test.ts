import { expect, it, vi } from 'vitest'
import { NoTradeMarks } from './no-trade-marks.ts'

it('asks for a redraw when its marks or their colour change, and not with each price', () => {
  const requestUpdate = vi.fn<() => void>()
  const marks = new NoTradeMarks()
  marks.attached({ requestUpdate } as never)
  marks.show([{ from: 1, to: 3 }], 'grey')
  expect(requestUpdate).toHaveBeenCalledTimes(1)
  marks.show([{ from: 1, to: 3 }], 'grey')
  expect(requestUpdate).toHaveBeenCalledTimes(1)
  marks.show([{ from: 1, to: 4 }], 'grey')
  marks.show([{ from: 1, to: 4 }], 'black')
  expect(requestUpdate).toHaveBeenCalledTimes(3)
})
