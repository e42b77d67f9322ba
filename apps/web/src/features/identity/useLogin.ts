import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type FormEvent } from 'react'
import { formText } from '../../lib/form-text.ts'
import { identity } from '../../lib/identity.ts'
import { toast } from '../../ui/toasts.tsx'
import { afterSignIn } from './after-sign-in.ts'
import { externalFailureText, signInWithGoogle } from './google-sign-in.ts'
import { isHalfWay, signInFailure, type SignInFailure } from './sign-in-failure.ts'

/** A login under way, by password or by Google, and why the last attempt was refused. */
export interface Login {
  /** The way that waits for its reply; undefined between attempts. */
  readonly busy: 'password' | 'google' | undefined
  readonly failure: SignInFailure | undefined
  /** The password was right and the account asks for a second factor. */
  readonly halfWay: boolean
  readonly submit: (event: FormEvent<HTMLFormElement>) => Promise<void>
  readonly google: () => Promise<void>
  /** Opens the app for a user who is signed in. */
  readonly enter: () => Promise<void>
  /** Leaves the second factor for the first. */
  readonly cancelSecondFactor: () => void
}

interface LoginTarget {
  /** Where the buyer of a plan goes instead of the account's own start. */
  readonly purchase: string | undefined
  /** Address that Google's redirect flow comes back to. */
  readonly googleReturn: string
  /** The page was opened by that flow, and the user is signed in. */
  readonly returned: boolean
}

/** The login of the login page: attempts it, keeps what came of it, and goes on to the app. */
export function useLogin({ purchase, googleReturn, returned }: LoginTarget): Login {
  const navigate = useNavigate()
  const [busy, setBusy] = useState<'password' | 'google'>()
  const [failure, setFailure] = useState<SignInFailure>()
  const [halfWay, setHalfWay] = useState(false)

  const enter = async () => {
    const to = await afterSignIn()
    await navigate({ href: purchase ?? to, replace: true })
  }

  useEffect(() => {
    if (!returned) return
    void afterSignIn().then(
      async (to) => navigate({ href: purchase ?? to, replace: true }),
      (error: unknown) => setFailure({ text: externalFailureText({ message: messageOf(error) }), hint: undefined }),
    )
  }, [returned, navigate, purchase])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setFailure(undefined)
    setBusy('password')
    try {
      const { data, error } = await identity.signIn.email({
        email: formText(form, 'email').trim(),
        password: formText(form, 'password'),
      })
      if (error) setFailure(signInFailure(error))
      else if (isHalfWay(data)) setHalfWay(true)
      else await enter()
    } catch (error) {
      console.error('sign-in failed', error)
      setFailure(signInFailure({}))
    } finally {
      setBusy(undefined)
    }
  }

  const google = async () => {
    setFailure(undefined)
    setBusy('google')
    const outcome = await signInWithGoogle(
      {
        popup: async () => identity.signIn.popup({ provider: 'google' }),
        redirect: async () =>
          identity.signIn.social({
            provider: 'google',
            callbackURL: googleReturn,
            errorCallbackURL: '/login',
          }),
      },
      toast.info,
    )
    try {
      if (outcome === 'signed_in') await enter()
      if (outcome === 'failed') setFailure({ text: externalFailureText({}), hint: undefined })
    } catch (error) {
      setFailure({ text: externalFailureText({ message: messageOf(error) }), hint: undefined })
    } finally {
      if (outcome !== 'leaving') setBusy(undefined)
    }
  }

  return { busy, failure, halfWay, submit, google, enter, cancelSecondFactor: () => setHalfWay(false) }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
