import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseJson } from './parse-json.ts'

it('reads what JSON writes', () =>
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value)
      expect(parseJson(text)).toEqual(JSON.parse(text))
    }),
  ))

it.each(['', '{', "{'a': 1}", '<html>', 'undefined', '[1,]'])('%j is no JSON', (text) =>
  expect(parseJson(text)).toBeUndefined(),
)
