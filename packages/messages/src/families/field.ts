import type { JsonTypeLabel } from '../labels.ts'

/** What is wrong with a field of a form or call. */
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
  | { readonly code: 'field.type'; readonly type: JsonTypeLabel }
  | { readonly code: 'field.email' }
  | { readonly code: 'field.url' }
  | { readonly code: 'field.uuid' }
  | { readonly code: 'field.ip' }
  | { readonly code: 'field.date' }
  | { readonly code: 'field.date_time' }
  | { readonly code: 'field.minute' }
  | { readonly code: 'field.name' }
  | { readonly code: 'field.display_name'; readonly min: number; readonly max: number }
  | { readonly code: 'field.letters_digits' }
  | { readonly code: 'field.chat_id' }
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
  | { readonly code: 'field.reason' }
  | { readonly code: 'field.reason_sentence' }
