import { lazy, Suspense, useEffect, useState } from 'react'
import { registerReauthentication } from '../../lib/sign-in-again.ts'

// It brings the identity SDK, which most visits never need.
const SignInAgain = lazy(async () => import('./SignInAgain.tsx'))

/** Shows the question who is there, when a call asks for it. */
export function SignInAgainHost() {
  const [answer, setAnswer] = useState<(confirmed: boolean) => void>()
  useEffect(
    () =>
      registerReauthentication(() => {
        const { promise, resolve } = Promise.withResolvers<boolean>()
        setAnswer(() => resolve)
        return promise
      }),
    [],
  )
  if (answer === undefined) return null
  const done = (confirmed: boolean) => {
    setAnswer(undefined)
    answer(confirmed)
  }
  return (
    <Suspense>
      <SignInAgain onDone={() => done(true)} onCancel={() => done(false)} />
    </Suspense>
  )
}
