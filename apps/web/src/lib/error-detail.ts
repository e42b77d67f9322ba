import { i18n } from '@lingui/core'
import { ApiError } from '@strikewise/wire/api-error.ts'
import { servedText } from './served-text.ts'

/** What the server says of a failed call, in the language shown: its detail, else its message, else 'Unknown error' (specification §8). */
export const errorDetail = (error: unknown): string => servedText(i18n, said(error))

function said(error: unknown): string {
  // untranslated: looked up like everything the server says
  const unknown = 'Unknown error'
  if (error instanceof ApiError) return error.detail ?? (error.message || unknown)
  return error instanceof Error ? error.message || unknown : unknown
}
