import { toNestErrors } from '@hookform/resolvers'
import { readFields, type FieldProblem } from '@strikewise/wire/field-problem.ts'
import type { FieldError, FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type * as z from 'zod'
import { fieldText } from './field.ts'

/** Checks a form with the schema its call is read with. The first problem of a field counts. */
export function fieldResolver<In extends FieldValues, Out>(schema: z.ZodType<Out, In>): Resolver<In, unknown, Out> {
  return (values, _context, options) => {
    const read = readFields(schema, values)
    if ('data' in read) return { values: read.data, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const { path, problem } of read.faults)
      errors[path.join('.')] ??= { type: problem.code, message: JSON.stringify(problem) }
    return { values: {}, errors: toNestErrors(errors as FieldErrors, options) }
  }
}

/** The text of an error that `fieldResolver` found, in the language shown. */
export function fieldErrorText(error: FieldError | undefined): string | undefined {
  if (error?.message === undefined) return undefined
  return fieldText(JSON.parse(error.message) as FieldProblem)
}
