import { expect, it } from 'vitest'
import { StreamReader } from './stream-reader.ts'

const keyframe = { type: 'keyframe', topic: 'liveIndices', id: 3, n: 7, value: { price: 1 } } as const
const delta = (n: number, price: number) => ({ type: 'delta', id: 3, n, delta: [0, price] }) as const

it('brings a topic from one value to the next', () => {
  const reader = new StreamReader()
  expect(reader.take(keyframe)).toEqual({ type: 'value', topic: 'liveIndices', value: { price: 1 } })
  expect(reader.take(delta(8, 2))).toEqual({ type: 'value', topic: 'liveIndices', value: { price: 2 } })
  expect(reader.keyframe('liveIndices')).toEqual({ ...keyframe, n: 8, value: { price: 2 } })
})

it('leaves out what it knows already, and what it does not follow', () => {
  const reader = new StreamReader()
  expect(reader.take(delta(8, 2))).toBeUndefined()
  reader.take(keyframe)
  expect(reader.take(delta(7, 5))).toBeUndefined()
  reader.forget('liveIndices')
  expect(reader.take(delta(8, 2))).toBeUndefined()
})

it.each([
  ['a delta is missing', delta(9, 2)],
  ['a delta does not fit', { ...delta(8, 2), delta: [4, 2] }],
])('reports a gap when %s, and then knows nothing until the next keyframe', (_what, entry) => {
  const reader = new StreamReader()
  reader.take(keyframe)
  expect(reader.take(entry)).toEqual({ type: 'gap', topic: 'liveIndices' })
  expect(reader.keyframe('liveIndices')).toBeUndefined()
  expect(reader.take(delta(10, 3))).toBeUndefined()
  expect(reader.take({ ...keyframe, n: 20 })).toEqual({ type: 'value', topic: 'liveIndices', value: { price: 1 } })
})

it('takes a topic under another id when the server begins it again', () => {
  const reader = new StreamReader()
  reader.take(keyframe)
  reader.take({ ...keyframe, id: 9, n: 1, value: { price: 5 } })
  expect(reader.take(delta(8, 2))).toBeUndefined()
  expect(reader.take({ ...delta(2, 6), id: 9 })).toEqual({ type: 'value', topic: 'liveIndices', value: { price: 6 } })
})
