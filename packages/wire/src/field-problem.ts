import type * as z from 'zod'

/** Kinds of JSON values. */
export type JsonType = 'string' | 'number' | 'int' | 'boolean' | 'array' | 'object' | 'date' | 'null' | 'other'

/** What is wrong with a field of a form or call, as a message: its text stands in the catalogues. */
export type FieldProblem =
  | { readonly code: 'field.required' }
  | { readonly code: 'field.number' }
  | { readonly code: 'field.whole_number' }
  | { readonly code: 'field.min'; readonly min: number }
  | { readonly code: 'field.max'; readonly max: number }
  | { readonly code: 'field.not_negative' }
  | { readonly code: 'field.decimals'; readonly decimals: number }
  | { readonly code: 'field.multiple_of'; readonly step: number }
  | { readonly code: 'field.min_length'; readonly min: number }
  | { readonly code: 'field.max_length'; readonly max: number }
  | { readonly code: 'field.min_entries'; readonly min: number }
  | { readonly code: 'field.max_entries'; readonly max: number }
  | { readonly code: 'field.type'; readonly type: JsonType }
  | { readonly code: 'field.email' }
  | { readonly code: 'field.url' }
  | { readonly code: 'field.uuid' }
  | { readonly code: 'field.ip' }
  | { readonly code: 'field.address_range' }
  | { readonly code: 'field.date' }
  | { readonly code: 'field.month' }
  | { readonly code: 'field.date_time' }
  | { readonly code: 'field.minute' }
  | { readonly code: 'field.name' }
  | { readonly code: 'field.display_name'; readonly min: number; readonly max: number }
  | { readonly code: 'field.letters_digits' }
  | { readonly code: 'field.request_token' }
  | { readonly code: 'field.chat_id' }
  | { readonly code: 'field.push_service' }
  | { readonly code: 'field.state_code' }
  | { readonly code: 'field.cursor' }
  | { readonly code: 'field.not_before_from' }
  | { readonly code: 'field.within_days'; readonly days: number }
  | { readonly code: 'field.unicode' }
  | { readonly code: 'field.one_line' }
  | { readonly code: 'field.control_characters' }
  | { readonly code: 'field.our_page' }
  | { readonly code: 'field.format' }
  | { readonly code: 'field.one_of'; readonly values: readonly string[] }
  | { readonly code: 'field.unknown_keys'; readonly keys: readonly string[] }
  | { readonly code: 'field.not_allowed' }
  | { readonly code: 'field.age'; readonly age: number }
  | { readonly code: 'field.terms' }
  | { readonly code: 'field.plan_or_billing' }
  | { readonly code: 'field.topic' }
  | { readonly code: 'field.more_words'; readonly min: number }
  /** Minutes of the day in India. */
  | { readonly code: 'field.entry_time'; readonly from: number; readonly to: number }
  | { readonly code: 'field.after_start' }
  | { readonly code: 'field.past' }
  | { readonly code: 'field.both_languages' }
  | { readonly code: 'field.other_than_start' }
  | { readonly code: 'field.time_of_day' }
  | { readonly code: 'field.weekday_missing' }
  | { readonly code: 'field.reason' }
  | { readonly code: 'field.reason_sentence' }

/** A problem as the error text of a schema's check, where the check itself does not show it. Read back by `readFields`. */
export function problemText(problem: FieldProblem): string {
  return `${MARK}${JSON.stringify(problem)}`
}

/** Before a problem in an issue's text: a text of the library never begins with it. */
const MARK = 'problem '

export interface FieldFault {
  /** Names of objects and indexes of lists that lead to the field; empty for the whole value. */
  readonly path: readonly PropertyKey[]
  readonly problem: FieldProblem
}

/** `value` through `schema`: its data, or what is wrong with it, at least one fault. */
export function readFields<S extends z.ZodType>(
  schema: S,
  value: unknown,
): { readonly data: z.output<S> } | { readonly faults: readonly [FieldFault, ...FieldFault[]] } {
  // With the input: a field that is absent is distinguished from one of the wrong type.
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return { data: parsed.data }
  const [first, ...more] = parsed.error.issues.map((issue) => ({ path: issue.path, problem: problemOf(issue) }))
  return { faults: [first!, ...more] }
}

type Issue = z.core.$ZodIssue

function problemOf(issue: Issue): FieldProblem {
  if (issue.message.startsWith(MARK)) return JSON.parse(issue.message.slice(MARK.length)) as FieldProblem
  switch (issue.code) {
    case 'invalid_type':
      return typeProblem(issue)
    case 'too_small':
    case 'too_big':
      return boundProblem(issue)
    case 'invalid_format':
      return FORMATS[issue.format] ?? { code: 'field.format' }
    case 'invalid_value':
      return issue.input === undefined
        ? { code: 'field.required' }
        : { code: 'field.one_of', values: issue.values.map(String) }
    case 'not_multiple_of':
      return { code: 'field.multiple_of', step: issue.divisor }
    case 'unrecognized_keys':
      return { code: 'field.unknown_keys', keys: issue.keys }
    case 'invalid_union':
      return sharedProblem(issue.errors)
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return { code: 'field.not_allowed' }
  }
}

const TYPES: Readonly<Record<string, JsonType>> = {
  string: 'string',
  int: 'int',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
  record: 'object',
  date: 'date',
  null: 'null',
}

function typeProblem({ input, expected }: z.core.$ZodIssueInvalidType): FieldProblem {
  if (input === undefined) return { code: 'field.required' }
  if (expected === 'number') return { code: 'field.number' }
  if (expected === 'int') return { code: 'field.whole_number' }
  return { code: 'field.type', type: TYPES[expected] ?? 'other' }
}

function boundProblem(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): FieldProblem {
  const [bound, small] = issue.code === 'too_small' ? [Number(issue.minimum), true] : [Number(issue.maximum), false]
  // A bound that is itself not allowed has no text: schemas name the last value that is.
  if (issue.inclusive === false) return { code: 'field.not_allowed' }
  if (issue.origin === 'string' && small && bound === 1) return { code: 'field.required' }
  if (issue.origin === 'string')
    return small ? { code: 'field.min_length', min: bound } : { code: 'field.max_length', max: bound }
  if (issue.origin === 'array')
    return small ? { code: 'field.min_entries', min: bound } : { code: 'field.max_entries', max: bound }
  if (small) return bound === 0 ? { code: 'field.not_negative' } : { code: 'field.min', min: bound }
  return { code: 'field.max', max: bound }
}

const FORMATS: Readonly<Record<string, FieldProblem>> = {
  email: { code: 'field.email' },
  url: { code: 'field.url' },
  uuid: { code: 'field.uuid' },
  datetime: { code: 'field.date_time' },
  date: { code: 'field.date' },
  ipv4: { code: 'field.ip' },
  ipv6: { code: 'field.ip' },
}

/** What every form of a union finds wrong; where they differ none of it is the reason. */
function sharedProblem(forms: readonly (readonly Issue[])[]): FieldProblem {
  const problems = forms.map(([issue]) => (issue === undefined ? undefined : problemOf(issue)))
  const [first] = problems
  const isShared = first !== undefined && problems.every((problem) => JSON.stringify(problem) === JSON.stringify(first))
  return isShared ? first : { code: 'field.format' }
}
