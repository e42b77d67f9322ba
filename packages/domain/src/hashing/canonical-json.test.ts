import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

describe('canonical JSON', () => {
  it('sorts keys, keeps lists, and leaves out what is undefined', () =>
    expect(canonicalJson({ b: [1, 'x', null], a: true, c: undefined })).toBe('{"a":true,"b":[1,"x",null]}'))

  it('refuses what JSON cannot hold', () => {
    expect(() => canonicalJson({ a: Number.NaN })).toThrow(RangeError)
    expect(() => canonicalJson([Number.POSITIVE_INFINITY])).toThrow(RangeError)
  })

  it('shows the same value, and is the same text after a round trip', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonicalJson(JSON.parse(text))).toBe(text)
      }),
    ))
})
