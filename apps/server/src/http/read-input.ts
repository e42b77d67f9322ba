import { parseJson } from '@strikewise/domain/text/parse-json.ts'
import { readFields } from '@strikewise/wire/field-problem.ts'
import type * as z from 'zod'
import { DomainError, fieldFailure } from '../domain-error.ts'
import { unstorableText } from './unstorable-text.ts'

const MAX_DEPTH = 16

/** Query parameters through a route's schema. A name given twice is refused: no reader agrees on which one counts. */
export function readQuery<S extends z.ZodType>(schema: S, query: URLSearchParams): z.output<S> {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [name, value] of query) {
    if (name in fields) throw new DomainError({ code: 'problem.invalid_input.twice', field: name })
    fields[name] = value
  }
  return readWith(schema, { ...fields })
}

/** A request body's text through a route's schema. `multiline`: its fields that may hold line breaks. */
export function readBody<S extends z.ZodType>(schema: S, text: string, multiline?: readonly string[]): z.output<S> {
  const json = parseJson(text === '' ? '{}' : text)
  if (json === undefined) throw new DomainError({ code: 'problem.bad_request.not_json' })
  if (depthOf(json) > MAX_DEPTH) throw new DomainError({ code: 'problem.bad_request.too_deep' })
  return readWith(schema, json, multiline)
}

/** `value` through `schema`, and every text in it through the rules of `unstorableText`. Throws a DomainError `invalid_input`. */
export function readWith<S extends z.ZodType>(
  schema: S,
  value: unknown,
  multiline: readonly string[] = [],
): z.output<S> {
  const read = readFields(schema, value)
  if ('faults' in read) {
    const [{ path, problem }] = read.faults
    throw fieldFailure(path.map(String).join('.'), problem)
  }
  // After the schema: what it trims away is no fault.
  const fault = unstorableText(read.data, multiline)
  if (fault === undefined) return read.data
  throw fieldFailure(fault.field, fault.problem)
}

/** Nesting of arrays and objects, counted no further than is allowed. */
function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return depth
  let deepest = depth + 1
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, depth + 1))
  return deepest
}
