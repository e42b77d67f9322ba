import { openApiOf } from '@strikewise/wire/openapi.ts'
import { ROUTES } from '@strikewise/wire/routes.ts'
import { describe, expect, it } from 'vitest'
import { referenceOf, schemaText, type Shape } from './document.ts'

describe('the reference', () => {
  const reference = referenceOf(JSON.parse(JSON.stringify(openApiOf(ROUTES, { title: 'Test', version: '1' }))))

  it('has every call of the server', () => {
    expect(reference.operations.map((one) => one.name).toSorted()).toEqual(Object.keys(ROUTES).toSorted())
  })

  it('knows who may ask without a session', () => {
    const open = new Map(reference.operations.map((one) => [one.name, one.open]))
    for (const [name, route] of Object.entries(ROUTES))
      expect([name, open.get(name)]).toEqual([name, route.auth === 'public'])
  })

  it('shows something of every answer', () => {
    for (const one of reference.operations) expect(schemaText(one.reply ?? {})).not.toBe('')
  })

  it('refuses what is no such document', () => {
    expect(() => referenceOf({ paths: 1 })).toThrow()
  })
})

it.each<[Shape, string]>([
  [{ $ref: '#/components/schemas/Me' }, 'Me'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
  [{ enum: ['CE', 'PE'] }, '"CE" | "PE"'],
  [
    { type: 'object', properties: { a: { type: 'number' }, b: { const: true } }, required: ['a'] },
    '{\n  a: number\n  b?: true\n}',
  ],
  [{ type: 'object', additionalProperties: { type: 'number' } }, '{ [name]: number }'],
  [{}, 'any'],
])('writes %j as %s', (shape, text) => {
  expect(schemaText(shape)).toBe(text)
})
