import type { StreamEntry, StreamRequest } from '@strikewise/wire/live-stream.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StreamHandlers } from './connection.ts'
import { LiveStream } from './live-stream.ts'

function setUp() {
  const page = { isVisible: true, changed: () => {} }
  const requests: StreamRequest[] = []
  let handlers: StreamHandlers | undefined
  let closed = 0
  const stream = new LiveStream({
    link(_userId, to) {
      handlers = to
      to.state({ status: 'connecting', polling: false, crowded: false })
      return { request: (request) => requests.push(request), close: () => (closed += 1) }
    },
    isVisible: () => page.isVisible,
    onVisibility: (changed) => {
      page.changed = changed
    },
  })
  const consumer = {
    value: vi.fn<(topic: string, value: unknown) => void>(),
    hint: vi.fn<(hint: string) => void>(),
    clock: vi.fn<(reading: object) => void>(),
    opened: vi.fn<() => void>(),
    lost: vi.fn<(topics: readonly string[]) => void>(),
  }
  stream.consume(consumer)
  const end = stream.start('u1')
  return {
    stream,
    consumer,
    requests,
    end,
    closed: () => closed,
    open: () => handlers!.state({ status: 'open', polling: false, crowded: false }),
    fail: () => handlers!.state({ status: 'closed', polling: true, crowded: false }),
    take: (...entries: StreamEntry[]) => handlers!.entries(entries),
    show: (isVisible: boolean) => {
      page.isVisible = isVisible
      page.changed()
    },
  }
}

const keyframe = (value: number, n = 1): StreamEntry => ({
  type: 'keyframe',
  topic: 'liveIndices',
  id: 3,
  n,
  value: { price: value },
})
const delta = (price: number, n: number): StreamEntry => ({ type: 'delta', id: 3, n, delta: [0, price] })

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('carries a topic from its first value until the stream is lost', () => {
  const { stream, consumer, open, fail, take } = setUp()
  stream.follow({}, ['liveIndices'])
  open()
  expect([consumer.opened.mock.calls.length, stream.carries('liveIndices')]).toEqual([1, false])
  take(keyframe(1))
  expect(stream.carries('liveIndices')).toBe(true)
  take(delta(2, 2))
  expect(consumer.value.mock.calls).toEqual([
    ['liveIndices', { price: 1 }],
    ['liveIndices', { price: 2 }],
  ])
  fail()
  expect([stream.carries('liveIndices'), consumer.lost.mock.calls]).toEqual([false, [[['liveIndices']]]])
})

it('asks once more for a topic with a gap, and does not carry it meanwhile', () => {
  const { stream, consumer, requests, open, take } = setUp()
  stream.follow({}, ['liveIndices'])
  open()
  take(keyframe(1))
  take(delta(5, 3))
  expect(requests.at(-1)).toEqual({ topics: ['liveIndices'], again: ['liveIndices'] })
  expect(stream.carries('liveIndices')).toBe(false)
  take(keyframe(5, 3))
  expect(consumer.value).toHaveBeenLastCalledWith('liveIndices', { price: 5 })
})

it('follows what all of its followers ask for, and no more', () => {
  const { stream, requests, open, take } = setUp()
  const [one, other] = [{}, {}]
  stream.follow(one, ['liveIndices'])
  stream.follow(other, ['signals.NIFTY', 'liveIndices'])
  expect(requests.at(-1)).toEqual({ topics: ['liveIndices', 'signals.NIFTY'] })
  open()
  take(keyframe(1))
  stream.follow(one, [])
  stream.follow(other, ['signals.NIFTY'])
  expect([requests.at(-1), stream.carries('liveIndices')]).toEqual([{ topics: ['signals.NIFTY'] }, false])
})

it('asks for the same topics once, however often the page draws', () => {
  const { stream, requests, open } = setUp()
  const who = {}
  open()
  for (let drawn = 0; drawn < 5; drawn += 1) stream.follow(who, ['signals.NIFTY', 'liveIndices'])
  stream.follow(who, ['liveIndices', 'signals.NIFTY'])
  expect(requests).toEqual([{ topics: ['liveIndices', 'signals.NIFTY'] }])
})

it('leaves a topic that the app cannot read to its call, until the next connection', () => {
  const { stream, consumer, requests, open, fail, take } = setUp()
  stream.follow({}, ['liveIndices'])
  open()
  take(keyframe(1))
  stream.refuse('liveIndices')
  expect([requests.at(-1), stream.carries('liveIndices')]).toEqual([{ topics: [] }, false])
  expect(consumer.lost).toHaveBeenLastCalledWith(['liveIndices'])
  fail()
  stream.follow({}, ['signals.NIFTY'])
  expect(requests.at(-1)).toEqual({ topics: ['liveIndices', 'signals.NIFTY'] })
})

describe('in the background', () => {
  it('hands nothing on, and the newest values and hints once it is in front', () => {
    const { stream, consumer, open, take, show } = setUp()
    stream.follow({}, ['liveIndices'])
    open()
    take(keyframe(1))
    show(false)
    take(delta(2, 2), delta(3, 3), { type: 'hint', changed: 'trades' })
    take({ type: 'hint', changed: 'trades' })
    expect([consumer.value.mock.calls.length, consumer.hint.mock.calls.length]).toEqual([1, 0])
    show(true)
    expect(consumer.value.mock.calls.slice(1)).toEqual([['liveIndices', { price: 3 }]])
    expect(consumer.hint.mock.calls).toEqual([['trades']])
  })

  it('for longer it is sent nothing, until it is back', async () => {
    const { stream, requests, open, take, show } = setUp()
    stream.follow({}, ['liveIndices'])
    open()
    take(keyframe(1))
    show(false)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(requests.at(-1)).toEqual({ topics: ['liveIndices'] })
    await vi.advanceTimersByTimeAsync(1)
    expect([requests.at(-1), stream.carries('liveIndices')]).toEqual([{ topics: [] }, false])
    show(true)
    expect(requests.at(-1)).toEqual({ topics: ['liveIndices'] })
  })
})

it('connects once for all who use it, and closes with the last', () => {
  const { stream, end, closed, open } = setUp()
  const endOther = stream.start('u1')
  open()
  end()
  end()
  expect([closed(), stream.isOpen()]).toEqual([0, true])
  endOther()
  expect([closed(), stream.isOpen(), stream.state.get().status]).toEqual([1, false, 'idle'])
})
