import { randomUUID } from 'node:crypto'
import { TooBusy } from '../work-limit.ts'
import type { ErrorBody } from '@strikewise/wire/api-error.ts'
import type { Logger } from '../logging/logger.ts'
import { ApiFailure } from './api-failure.ts'

/** What goes out for anything that was thrown: known failures in their words, all else as a 500 that names a log line. */
export function failureBody(error: unknown, logger: Logger): { status: number; body: ErrorBody } {
  if (error instanceof ApiFailure)
    return {
      status: error.status,
      body: {
        code: error.code,
        message: error.message,
        ...(error.detail === undefined ? {} : { detail: error.detail }),
      },
    }
  if (error instanceof TooBusy)
    return { status: 429, body: { code: 'too_many_requests', message: 'The server is busy. Try again in a moment.' } }
  const support_id = randomUUID()
  logger.error({ err: error, support_id }, 'a call failed')
  return {
    status: 500,
    body: {
      code: 'internal',
      message: 'Something went wrong on our side. Nothing more is known to this page.',
      support_id,
    },
  }
}
