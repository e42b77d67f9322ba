import { serialize } from 'node:v8'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeEnvelope, encodeEnvelope } from './envelope-codec.ts'

const address = { from: fc.string(), subject: fc.string() }

describe('messages for another process', () => {
  it('arrive as they were, JSON', () => {
    fc.assert(
      fc.property(fc.record({ ...address, payload: fc.jsonValue({ noUnicodeString: false }) }), (envelope) => {
        // JSON has one zero.
        const sent = JSON.parse(JSON.stringify(envelope)) as typeof envelope
        expect(decodeEnvelope(encodeEnvelope(envelope))).toEqual(sent)
      }),
    )
  })

  it('arrive as they were, numbers to the last bit', () => {
    fc.assert(
      fc.property(fc.record({ ...address, payload: fc.float64Array() }), (envelope) => {
        expect(decodeEnvelope(encodeEnvelope(envelope))).toEqual(envelope)
      }),
    )
  })

  it.each([
    ['a date', new Date(0)],
    ['a map', new Map([[1, 2]])],
    ['bytes', Uint8Array.of(1)],
    ['nothing', undefined],
    ['no number', { value: Number.NaN }],
    ['a big integer', [1n]],
    ['a function', { run: () => 1 }],
  ])('are refused where the payload would change on the way: %s', (_name, payload) => {
    expect(() => encodeEnvelope({ from: 'p1', subject: 'decision', payload })).toThrow('decision: a payload is JSON')
  })

  it('leave out a property that is undefined', () => {
    const bytes = encodeEnvelope({ from: 'p1', subject: 's', payload: { a: 1, b: undefined } })
    expect(decodeEnvelope(bytes)).toEqual({ from: 'p1', subject: 's', payload: { a: 1 } })
  })
})

describe('bytes that are no message', () => {
  it.each([
    ['empty', Buffer.alloc(0)],
    ['of another build', serialize({ from: 'p1', subject: 's', payload: null })],
    ['without a subject', Buffer.concat([Buffer.of(0, 0, 0, 0, 12), Buffer.from('{"from":"p"}')])],
    [
      'with part of a number',
      Buffer.concat([encodeEnvelope({ from: 'p', subject: 's', payload: Float64Array.of(1) }), Buffer.of(1)]),
    ],
    ['cut off', encodeEnvelope({ from: 'p', subject: 's', payload: [1, 2] }).subarray(0, -1)],
    [
      'with more behind them',
      Buffer.concat([encodeEnvelope({ from: 'p', subject: 's', payload: [1] }), Buffer.of(32)]),
    ],
  ])('are not read: %s', (_name, bytes) => expect(decodeEnvelope(bytes)).toBeUndefined())

  it('never throw', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void decodeEnvelope(bytes)))
  })
})
