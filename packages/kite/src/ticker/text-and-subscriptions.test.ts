import { backoffMs } from '@strikewise/concurrency/backoff.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fixtureJson } from '../../tests/fixtures/load.ts'
import { RECONNECT } from './reconnect.ts'
import { Subscriptions } from './subscriptions.ts'
import { parseTextFrame } from './text-frame.ts'

describe('text frames', () => {
  const { frames } = fixtureJson('synthetic/ws_text_frames.json') as { frames: unknown[] }

  it('carry order updates, complaints and notices', () => {
    expect(frames.map((frame) => parseTextFrame(JSON.stringify(frame)))).toMatchObject([
      { type: 'order', update: { userId: 'ZZ0001', order: { status: 'UPDATE', filledQuantity: 65 } } },
      { type: 'order', update: { order: { status: 'COMPLETE', orderId: '2059900000000000001' } } },
      { type: 'error', text: 'Invalid subscription message (stand-in text)' },
      { type: 'message', text: 'Stand-in broker notice' },
    ])
  })

  it.each(['', 'x', '[]', '{}', '{"type":"news","data":""}', '{"type":"order","data":{}}', '{"type":"error"}'])(
    '%j is none',
    (text) => expect(parseTextFrame(text)).toBeUndefined(),
  )

  it('of any text never throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(parseTextFrame(text)).toBeUndefined()
      }),
    )
  })
})

describe('subscriptions', () => {
  const parsed = (messages: string[]) => messages.map((m) => JSON.parse(m) as { a: string; v: unknown })

  it('always show the mode, and send numbers', () => {
    expect(new Subscriptions().add([256265, 10498306], 'full')).toEqual([
      '{"a":"subscribe","v":[256265,10498306]}',
      '{"a":"mode","v":["full",[256265,10498306]]}',
    ])
  })

  it('go out 200 a message', () => {
    const tokens = Array.from({ length: 450 }, (_, i) => i + 1)
    const messages = parsed(new Subscriptions().add(tokens, 'quote')).filter((m) => m.a === 'subscribe')
    expect(messages.map((m) => (m.v as number[]).length)).toEqual([200, 200, 50])
  })

  it('are all sent again with the last mode of each', () => {
    const subscriptions = new Subscriptions()
    subscriptions.add([1, 2, 3], 'quote')
    subscriptions.add([2], 'full')
    expect(subscriptions.remove([3, 4])).toEqual(['{"a":"unsubscribe","v":[3]}'])
    expect(parsed(subscriptions.all()).filter((m) => m.a === 'mode')).toEqual([
      { a: 'mode', v: ['quote', [1]] },
      { a: 'mode', v: ['full', [2]] },
    ])
  })

  it.each<[what: string, tokens: number[]]>([
    ['a fraction', [1.5]],
    ['a negative', [-1]],
    ['NaN', [Number.NaN]],
    // What came from JSON may be anything, whatever its type shows.
    ['text in disguise', ['256265' as unknown as number]],
    ['more than 3000', Array.from({ length: 3001 }, (_, i) => i)],
  ])('refuse %s', (_what, tokens) => expect(() => new Subscriptions().check(tokens)).toThrow(RangeError))
})

describe('the wait before a reconnect', () => {
  it('doubles from 2 s to 60 s at most', () => {
    expect([0, 1, 2, 3, 4, 5, 50].map((n) => backoffMs(RECONNECT, n, 1))).toEqual([
      2000, 4000, 8000, 16000, 32000, 60000, 60000,
    ])
  })

  it('is drawn from its upper half', () => {
    expect(backoffMs(RECONNECT, 1, 0)).toBe(2000)
    expect(backoffMs(RECONNECT, 1, 0.5)).toBe(3000)
  })
})
