import { ApiError } from '@strikewise/wire/api-error.ts'
import { clientProblemText } from './client-problem.ts'

/** What the server shows of a failed call: its detail, else its message, else 'Unknown error' (specification §8). */
export function errorDetail(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.detail !== undefined) return error.detail
    switch (error.code) {
      case 'timeout':
      case 'network':
      case 'bad_reply':
        return clientProblemText({ code: `problem.${error.code}` })
      case 'unknown':
        return clientProblemText({ code: 'problem.status', status: error.status })
    }
  }
  const message = error instanceof Error ? error.message : ''
  return message === '' ? clientProblemText({ code: 'problem.unknown' }) : message
}
