import { rendererOf } from '@strikewise/messages/node.ts'
import { ROUTES } from '@strikewise/wire/routes.ts'
import * as z from 'zod'
import { expect, it } from 'vitest'
import { DomainError } from '../domain-error.ts'
import { readWith } from './read-input.ts'

const textOf = (schema: z.ZodType, value: unknown, language: 'en' | 'hi' = 'en') => {
  try {
    readWith(schema, value)
  } catch (error) {
    return error instanceof DomainError ? rendererOf(language).text(error.problem) : String(error)
  }
  return undefined
}

it('names the wrong field, also inside lists', () => {
  const schema = z.object({ rows: z.array(z.object({ lots: z.number().min(1) })) })
  expect(textOf(schema, { rows: [{ lots: 1 }, { lots: 0 }] })).toBe('rows.1.lots: Must be at least 1')
  expect(textOf(schema, 'text')).toBe('Must be an object')
})

/** Words of the library that a user must never read. */
const OF_THE_LIBRARY = /expected \w+, received|Invalid (?:input|option|key|type)|Unrecognized|Too (?:small|big)/i

it.each(
  Object.entries(ROUTES).flatMap(([name, route]) =>
    ['query' in route ? route.query : undefined, 'body' in route ? route.body : undefined].flatMap((schema, i) =>
      schema === undefined ? [] : [[`${name} ${i === 0 ? 'query' : 'body'}`, schema as z.ZodType] as const],
    ),
  ),
)('%s is refused with a text of ours, in both languages', (_what, schema) => {
  for (const value of [{}, { uid: 5 }, [], 'text', null, { unknown: true }]) {
    const [english, hindi] = [textOf(schema, value), textOf(schema, value, 'hi')]
    if (english !== undefined) expect(english).not.toMatch(OF_THE_LIBRARY)
    if (hindi !== undefined) expect(hindi).toMatch(/\p{Script=Devanagari}/u)
  }
})
