import { lotsProblem, slBufferProblem } from '@strikewise/domain/trading/trade-settings.ts'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { signupBody, strategyEntry } from './account.ts'
import { problemText, readFields, type FieldProblem } from './field-problem.ts'

const problemsOf = (schema: z.ZodType, value: unknown) => {
  const read = readFields(schema, value)
  return 'faults' in read ? read.faults.map(({ path, problem }) => [path.join('.'), problem]) : []
}

describe('what is wrong with a field', () => {
  const text = z.object({ x: z.string().min(3).max(5) })
  it.each<[schema: z.ZodType, value: unknown, problem: FieldProblem]>([
    [text, {}, { code: 'field.required' }],
    [text, { x: 5 }, { code: 'field.type', type: 'string' }],
    [text, { x: 'ab' }, { code: 'field.min_length', min: 3 }],
    [text, { x: 'abcdef' }, { code: 'field.max_length', max: 5 }],
    [z.object({ x: z.string().min(1) }), { x: '' }, { code: 'field.required' }],
    [z.object({ x: z.number() }), { x: 'two' }, { code: 'field.number' }],
    [z.object({ x: z.number() }), { x: Number.NaN }, { code: 'field.number' }],
    [z.object({ x: z.int() }), { x: 1.5 }, { code: 'field.whole_number' }],
    [z.object({ x: z.number().int() }), { x: 1.5 }, { code: 'field.whole_number' }],
    [z.object({ x: z.coerce.number().min(1) }), { x: '0' }, { code: 'field.min', min: 1 }],
    [z.object({ x: z.number().max(2) }), { x: 3 }, { code: 'field.max', max: 2 }],
    [z.object({ x: z.number().min(0) }), { x: -1 }, { code: 'field.not_negative' }],
    [z.object({ x: z.number().positive() }), { x: 0 }, { code: 'field.not_allowed' }],
    [z.object({ x: z.number().multipleOf(5) }), { x: 3 }, { code: 'field.multiple_of', step: 5 }],
    [z.object({ x: z.array(z.string()).min(1) }), { x: [] }, { code: 'field.min_entries', min: 1 }],
    [z.object({ x: z.array(z.string()).max(1) }), { x: ['a', 'b'] }, { code: 'field.max_entries', max: 1 }],
    [z.object({ x: z.email() }), { x: 'y' }, { code: 'field.email' }],
    [z.object({ x: z.union([z.ipv4(), z.ipv6()]) }), { x: 'y' }, { code: 'field.ip' }],
    [z.object({ x: z.union([z.ipv4(), z.email()]) }), { x: 'y' }, { code: 'field.format' }],
    [z.object({ x: z.string().regex(/^a$/) }), { x: 'y' }, { code: 'field.format' }],
    [z.object({ x: z.enum(['pro', 'elite']) }), { x: 'y' }, { code: 'field.one_of', values: ['pro', 'elite'] }],
    [z.object({ x: z.enum(['pro', 'elite']) }), {}, { code: 'field.required' }],
    [z.object({ x: z.string().refine(() => false) }), { x: 'y' }, { code: 'field.not_allowed' }],
    [z.object({ x: z.literal(true, problemText({ code: 'field.age', age: 18 })) }), {}, { code: 'field.age', age: 18 }],
  ])('is said by code: case %#', (schema, value, problem) =>
    expect(problemsOf(schema, value)).toEqual([['x', problem]]),
  )

  it.each<[value: unknown, problem: FieldProblem]>([
    [{ more: 1 }, { code: 'field.unknown_keys', keys: ['more'] }],
    ['text', { code: 'field.type', type: 'object' }],
  ])('of the whole is said without a field: %j', (value, problem) =>
    expect(problemsOf(z.strictObject({}), value)).toEqual([['', problem]]),
  )
})

it('gives every problem of a form with its path', () => {
  expect(problemsOf(signupBody, { name: ' ', email: 'x', password: 'short', adult: false, terms: false })).toEqual([
    ['name', { code: 'field.required' }],
    ['email', { code: 'field.email' }],
    ['password', { code: 'field.min_length', min: 8 }],
    ['adult', { code: 'field.age', age: 18 }],
    ['terms', { code: 'field.terms' }],
  ])
})

it('finds in trade settings what their form finds', () => {
  const row = { symbol: 'NIFTY', lots: 1, auto_execute: false, tsl_enabled: false, sl_buffer: 10 }
  expect(problemsOf(strategyEntry, row)).toEqual([])
  for (const value of ['two', Number.NaN, -3, 0, 0.5, 1, 1.5, 1000, 1001]) {
    const [lots, buffer] = [lotsProblem(value), slBufferProblem(value)]
    expect(problemsOf(strategyEntry, { ...row, lots: value })).toEqual(lots ? [['lots', lots]] : [])
    expect(problemsOf(strategyEntry, { ...row, sl_buffer: value })).toEqual(buffer ? [['sl_buffer', buffer]] : [])
  }
})
