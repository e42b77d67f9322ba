import type { FieldProblem } from '@strikewise/wire/field-problem.ts'

/** What breaks a line or a log; PostgreSQL stores no NUL. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u
const CONTROL_BUT_BREAKS = /(?![\t\n\r])\p{Cc}/u

export interface UnstorableText {
  /** Path of the field, joined by dots. */
  readonly field: string
  readonly problem: FieldProblem
}

/**
 * The first text in `value` that no field takes: ill-formed UTF-16 (which UTF-8 cannot hold), or a control character.
 * Top-level fields in `multiline` may hold tabs and line breaks. Names of fields count as lines.
 */
export function unstorableText(value: unknown, multiline: readonly string[] = []): UnstorableText | undefined {
  return faultIn(value, [], multiline)
}

function faultIn(value: unknown, path: readonly string[], multiline: readonly string[]): UnstorableText | undefined {
  if (typeof value === 'string') {
    const breaks = path.length === 1 && multiline.includes(path[0]!)
    const problem = problemOf(value, breaks)
    return problem === undefined ? undefined : { field: printable(path.join('.')), problem }
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const problem = problemOf(key, false)
    if (problem !== undefined) return { field: printable([...path, key].join('.')), problem }
    const fault = faultIn(inner, [...path, key], multiline)
    if (fault !== undefined) return fault
  }
  return undefined
}

function problemOf(text: string, breaks: boolean): FieldProblem | undefined {
  if (!text.isWellFormed()) return { code: 'field.unicode' }
  if (breaks ? CONTROL_BUT_BREAKS.test(text) : CONTROL.test(text))
    return { code: breaks ? 'field.control_characters' : 'field.one_line' }
  return undefined
}

/** A name of a field that came from outside, fit for an answer. */
function printable(name: string): string {
  return name.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]/gu, '\uFFFD')
}
