import { ApiError } from '@strikewise/wire/api-error.ts'
import type { ReactNode } from 'react'
import { errorDetail } from '../messages/error-detail.ts'
import { EmptyState, ErrorState } from './states.tsx'

interface FailedReadProps {
  error: Error | null
  /** When it could not be read, and may exist. */
  title: string
  /** What is shown when the server knows no such thing. `action` leads to those it knows. */
  missing: { readonly title: string; readonly hint?: string; readonly action?: ReactNode }
  onRetry: () => void
}

/** Of one thing that could not be read. One that does not exist (404) is stated as missing: another try cannot find it. */
export function FailedRead({ error, title, missing, onRetry }: FailedReadProps) {
  if (error instanceof ApiError && error.status === 404)
    return (
      <div role="alert">
        <EmptyState {...missing} />
      </div>
    )
  return <ErrorState title={title} hint={errorDetail(error)} onRetry={onRetry} />
}
