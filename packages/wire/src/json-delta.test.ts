import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyDelta, deltaOf, type JsonValue } from './json-delta.ts'

/** As both ends have it: made by `JSON.parse`. */
const parsed = (value: unknown) => JSON.parse(JSON.stringify(value)) as JsonValue
/** As it arrives. */
const sent = (delta: JsonValue) => parsed(delta)

describe('a delta', () => {
  it.each<[what: string, from: JsonValue, to: JsonValue, delta: JsonValue | undefined]>([
    ['of equal values is none', { a: [1, 'x'] }, { a: [1, 'x'] }, undefined],
    ['of a number in an object names its position', { price: 1, change: 2 }, { price: 1, change: 3 }, [1, 3]],
    [
      'goes as deep as the change',
      [{ a: 1 }, { a: { b: [1, 2] } }],
      [{ a: 1 }, { a: { b: [1, 3] } }],
      [1, [0, [0, [1, 3]]]],
    ],
    [
      'of an instant is the part that moved',
      '2026-11-20T10:42:13.250+05:30',
      '2026-11-20T10:42:14.500+05:30',
      [18, '4.50'],
    ],
    ['of a text of another length is the text', 'neutral', 'bullish market', 'bullish market'],
    ['appends to an array', [1], [1, { a: 1 }], [1, { set: { a: 1 } }]],
    ['replaces an array that became shorter', [1, 2], [1], { set: [1] }],
    ['replaces an object with other keys', { a: 1 }, { a: 1, b: 2 }, { set: { a: 1, b: 2 } }],
    ['replaces by a scalar', { a: 1 }, null, null],
  ])('%s', (_what, from, to, delta) => {
    expect(deltaOf(from, to)).toEqual(delta)
    if (delta !== undefined) expect(applyDelta(from, sent(delta))).toEqual(to)
  })

  it('makes the new value of the old one, to the character, for any two values', () => {
    // The second is often the first with little changed: a delta of strangers only replaces.
    const near = fc.jsonValue({ maxDepth: 4 }).chain((value) => fc.tuple(fc.constant(value), changed(parsed(value))))
    const pair = fc.oneof({ weight: 3, arbitrary: near }, fc.tuple(fc.jsonValue(), fc.jsonValue()))
    fc.assert(
      fc.property(pair, ([one, other]) => {
        const [from, to] = [parsed(one), parsed(other)]
        const delta = deltaOf(from, to)
        const made = delta === undefined ? from : applyDelta(from, sent(delta))
        expect(JSON.stringify(made)).toBe(JSON.stringify(to))
      }),
      { numRuns: 2000 },
    )
  })

  it('leaves the old value as it is', () => {
    const from = parsed({ rows: [{ a: 1 }, { a: 2 }] })
    const to = applyDelta(from, [0, [1, [0, 3]]])
    expect([from, to]).toEqual([{ rows: [{ a: 1 }, { a: 2 }] }, { rows: [{ a: 1 }, { a: 3 }] }])
  })

  it('takes keys that mean something to the language as keys', () => {
    const from = parsed(JSON.parse('{"__proto__":{"a":1},"constructor":2}'))
    const to = applyDelta(from, [0, [0, 5]])
    expect(JSON.stringify(to)).toBe('{"__proto__":{"a":5},"constructor":2}')
    expect(Object.getPrototypeOf(to)).toBe(Object.prototype)
  })

  it.each<[from: JsonValue, delta: JsonValue]>([
    [1, [0, 1]],
    [null, [0, 1]],
    [[1], [2, 1]],
    [[1], [-1, 1]],
    [[1], ['0', 1]],
    [[1], [0]],
    [{ a: 1 }, [1, 1]],
    [{ a: 1 }, [0.5, 1]],
    ['text', [3, 'xx']],
    ['text', [-1, 'x']],
    ['text', ['t']],
    [1, {}],
  ])('that does not belong to %j is refused: %j', (from, delta) => expect(() => applyDelta(from, delta)).toThrow())
})

/** `value` with some of its scalars replaced, items appended, or keys added. */
function changed(value: JsonValue): fc.Arbitrary<JsonValue> {
  const scalar = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null))
  if (Array.isArray(value))
    return fc
      .tuple(fc.tuple(...value.map((item) => changed(item as JsonValue))), fc.array(scalar, { maxLength: 1 }))
      .map(([items, more]) => [...items, ...more])
  if (typeof value === 'object' && value !== null)
    return fc
      .tuple(fc.tuple(...Object.values(value).map((item) => changed(item))), fc.boolean())
      .map(([items, grows]) => {
        const entries = Object.keys(value).map((key, at) => [key, items[at]!] as const)
        return parsed(Object.fromEntries(grows ? [...entries, ['added', 1]] : entries))
      })
  return fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: scalar })
}
