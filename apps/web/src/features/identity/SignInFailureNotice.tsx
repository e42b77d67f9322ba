import { Notice } from '../../ui/Notice.tsx'
import type { SignInFailure } from './sign-in-failure.ts'

/** A failed sign-in: the line that is the same for all, and below it what else is known. */
export function SignInFailureNotice({ failure, className }: { failure: SignInFailure; className?: string }) {
  return (
    <Notice tone="down" role="alert" {...(className === undefined ? {} : { className })}>
      <p>{failure.text}</p>
      {failure.hint !== undefined && <p className="mt-1">{failure.hint}</p>}
    </Notice>
  )
}
