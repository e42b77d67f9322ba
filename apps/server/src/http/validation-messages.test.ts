import { rendererOf } from '@strikewise/messages/node.ts'
import { ROUTES } from '@strikewise/wire/routes.ts'
import * as z from 'zod'
import { describe, expect, it } from 'vitest'
import { DomainError } from '../domain-error.ts'
import { readWith } from './read-input.ts'

const faultOf = (schema: z.ZodType, value: unknown) => {
  try {
    readWith(schema, value)
  } catch (error) {
    return error instanceof DomainError ? rendererOf('en').text(error.problem) : String(error)
  }
  return undefined
}

describe('what is wrong with a field', () => {
  it.each<[schema: z.ZodType, value: unknown, text: string]>([
    [z.object({ name: z.string() }), {}, 'name: Required'],
    [z.object({ name: z.string() }), { name: 5 }, 'name: Must be a text'],
    [z.object({ lots: z.number() }), { lots: 'two' }, 'lots: Must be a number'],
    [z.object({ lots: z.int() }), { lots: 1.5 }, 'lots: Must be a whole number'],
    [z.object({ lots: z.number().min(1) }), { lots: 0 }, 'lots: Must be at least 1'],
    [z.object({ name: z.string().max(3) }), { name: 'long' }, 'name: Must have at most 3 characters'],
    [z.object({ email: z.email() }), { email: 'x' }, 'email: Must be an email address'],
    [z.object({ plan: z.enum(['pro', 'elite']) }), { plan: 'x' }, 'plan: Must be one of: pro, elite'],
    [z.strictObject({}), { more: 1 }, 'Leave out what is not known here: more'],
    [z.object({ own: z.string('Say who you are') }), {}, 'own: Say who you are'],
    [z.object({}), 'text', 'Must be an object'],
  ])('is named with what it must be: case %#', (schema, value, text) => {
    expect(faultOf(schema, value)).toBe(text)
  })
})

/** Words of the library that a user must never read. */
const OF_THE_LIBRARY = /expected \w+, received|Invalid (?:input|option|key|type)|Unrecognized|Too (?:small|big)/i

it.each(
  Object.entries(ROUTES).flatMap(([name, route]) =>
    ['query' in route ? route.query : undefined, 'body' in route ? route.body : undefined].flatMap((schema, i) =>
      schema === undefined ? [] : [[`${name} ${i === 0 ? 'query' : 'body'}`, schema as z.ZodType] as const],
    ),
  ),
)('%s is refused in words of ours', (_what, schema) => {
  for (const value of [{}, { uid: 5 }, [], 'text', null, { unknown: true }]) {
    const text = faultOf(schema, value)
    if (text !== undefined) expect(text).not.toMatch(OF_THE_LIBRARY)
  }
})
