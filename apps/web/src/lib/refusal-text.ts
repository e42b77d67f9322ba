import { ApiError } from '@strikewise/wire/api-error.ts'

/** Why the server refused an act; undefined: it did not answer, so whether it was received is not known. */
export function refusalText(error: Error): string | undefined {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return undefined
  return error.detail ?? error.message
}
