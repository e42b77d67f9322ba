import { t } from '@lingui/core/macro'
/** What is wrong with a new password and its repetition, in the specification's words; undefined when nothing is. */
export function newPasswordProblem(next: string, again: string): string | undefined {
  if (next === '' || again === '') return t`Please fill all fields.`
  if (next !== again) return t`New passwords do not match.`
  if (next.length < 8) return t`The new password must have at least 8 characters.`
  if (next.length > 128) return t`The new password must have at most 128 characters.`
  return undefined
}
