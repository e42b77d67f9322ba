import { ApiError } from '@strikewise/wire/api-error.ts'

/** What the server says of a failed call: its detail, else its message, else 'Unknown error' (specification §8). */
export function errorDetail(error: unknown): string {
  if (error instanceof ApiError) return error.detail ?? (error.message === '' ? 'Unknown error' : error.message)
  return error instanceof Error && error.message !== '' ? error.message : 'Unknown error'
}
