import type * as z from 'zod'

type RawIssue = Parameters<NonNullable<ReturnType<typeof z.config>['localeError']>>[0]

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  null: 'null',
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'Must be an email address',
  url: 'Must be a web address',
  uuid: 'Must be a UUID',
  datetime: 'Must be a date and time, like 2026-11-20T10:00:00Z',
  date: 'Must be a day, like 2026-11-20',
}

/** What is wrong with a field where its schema has no words of its own: what it must be, in ours and not the library's. */
export function fieldText(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'Required'
      return `Must be ${KINDS[issue.expected] ?? 'of another kind'}`
    case 'too_small':
      return `Must ${measure(issue.origin)} at least ${issue.minimum}${unit(issue.origin)}`
    case 'too_big':
      return `Must ${measure(issue.origin)} at most ${issue.maximum}${unit(issue.origin)}`
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'Is not in the form it must have'
    case 'invalid_value':
      return issue.values.length === 1
        ? `Must be ${String(issue.values[0])}`
        : `Must be one of: ${issue.values.map(String).join(', ')}`
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `Leave out what is not known here: ${issue.keys.join(', ')}`
    case 'invalid_union':
      return 'Is in none of the forms it may have'
    case 'invalid_key':
    case 'invalid_element':
      return 'Holds an entry that is not allowed'
    case 'custom':
    default:
      return 'Is not allowed'
  }
}

const measure = (origin: string) => (origin === 'string' || origin === 'array' ? 'have' : 'be')
const unit = (origin: string) => (origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : '')
