import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, canonicalStoredJson } from './canonical-json.ts'

describe('canonical JSON', () => {
  it('sorts keys, keeps lists, and leaves out what is undefined', () =>
    expect(canonicalJson({ b: [1, 'x', null], a: true, c: undefined })).toBe('{"a":true,"b":[1,"x",null]}'))

  it('refuses what JSON cannot hold', () => {
    expect(() => canonicalJson({ a: Number.NaN })).toThrow(RangeError)
    expect(() => canonicalJson([Number.POSITIVE_INFINITY])).toThrow(RangeError)
  })

  it('of a stored row has null where a number cannot be held, and is the same otherwise', () => {
    expect(canonicalStoredJson({ b: [Number.NaN], a: Number.POSITIVE_INFINITY })).toBe('{"a":null,"b":[null]}')
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalStoredJson(value)).toBe(canonicalJson(value))
      }),
    )
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

it.each<[value: unknown, text: string]>([
  [{ b: 1, a: [2, { d: null, c: 'x' }] }, '{"a":[2,{"c":"x","d":null}],"b":1}'],
  [{ a: undefined, b: null }, '{"b":null}'],
  [[undefined, null], '[null,null]'],
  [undefined, 'null'],
  [null, 'null'],
  ['x', '"x"'],
])('%j is written the same whatever the order of its keys: %s', (value, text) =>
  expect(canonicalJson(value)).toBe(text),
)
