import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState, type FormEvent } from 'react'
import { afterSignIn } from '../features/identity/after-sign-in.ts'
import { AuthFrame } from '../features/identity/AuthFrame.tsx'
import { externalFailureText, signInWithGoogle } from '../features/identity/google-sign-in.ts'
import { GoogleMark } from '../features/identity/GoogleMark.tsx'
import { sessionEndText } from '../features/identity/session-end.ts'
import { SecondFactorForm } from '../features/identity/SecondFactorForm.tsx'
import { isHalfWay, signInFailure, type SignInFailure } from '../features/identity/sign-in-failure.ts'
import { SignInFailureNotice } from '../features/identity/SignInFailureNotice.tsx'
import { chosenPlan, purchasePath, type ChosenPlan } from '../features/plans/purchase-search.ts'
import { identity } from '../lib/identity.ts'
import { configQuery } from '../lib/queries.ts'
import { useSession } from '../lib/session.ts'
import { formText } from '../lib/form-text.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toasts.tsx'

/** Where the redirect flow comes back to, so that its result is processed. */
const googleReturn = (chosen: ChosenPlan | undefined) =>
  `/login?from=google${chosen === undefined ? '' : `&plan=${chosen.plan}&billing=${chosen.billing}`}`

export function LoginPage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { from?: string; error?: string; plan?: string; billing?: string }
  const chosen = chosenPlan(search)
  const session = useSession()
  const { status } = session
  const ended = session.status === 'out' ? sessionEndText(session.ended) : undefined
  const [busy, setBusy] = useState<'password' | 'google'>()
  const [failure, setFailure] = useState<SignInFailure>()
  const [halfWay, setHalfWay] = useState(false)
  const providers = useQuery({ ...configQuery, select: (config) => config.providers })

  const purchase = chosen === undefined ? undefined : purchasePath(chosen)
  const enter = async () => {
    const to = await afterSignIn()
    await navigate({ href: purchase ?? to, replace: true })
  }

  const returned = search.from === 'google' && status === 'in'
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
            callbackURL: googleReturn(chosen),
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

  if (halfWay)
    return (
      <AuthFrame title={t`Log in`} lead={t`Your account asks for a second proof.`}>
        <SecondFactorForm onDone={enter} onCancel={() => setHalfWay(false)} />
      </AuthFrame>
    )
  return (
    <AuthFrame
      title={t`Log in`}
      lead={
        <>
          <Trans>
            New here?{' '}
            <Link to="/signup" className="font-medium text-accent-text underline-offset-2 hover:underline">
              Create an account
            </Link>
          </Trans>
        </>
      }
    >
      {ended !== undefined && search.error === undefined && failure === undefined && (
        <Notice tone="warn" role="status" className="mb-4">
          {ended}
        </Notice>
      )}
      {search.error !== undefined && failure === undefined && (
        <Notice tone="warn" role="alert" className="mb-4">
          {externalFailureText({ code: search.error })}
        </Notice>
      )}
      <form onSubmit={(event) => void submit(event)} className="space-y-4">
        <Field
          label={t`Email`}
          name="email"
          type="email"
          autoComplete="username"
          required
          disabled={busy !== undefined}
        />
        <Field
          label={t`Password`}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          disabled={busy !== undefined}
          aside={
            <Link to="/reset-password" className="text-sm text-accent-text underline-offset-2 hover:underline">
              <Trans>Forgot Password?</Trans>
            </Link>
          }
        />
        {failure !== undefined && <SignInFailureNotice failure={failure} />}
        <Button type="submit" className="w-full" disabled={busy !== undefined} busy={busy === 'password'}>
          {busy === 'password' ? t`Please wait…` : t`Login`}
        </Button>
      </form>
      {(providers.data === undefined || providers.data.includes('google')) && (
        <>
          <div className="my-5 flex items-center gap-3 text-xs text-ink-3">
            <span className="h-px flex-1 bg-line" />
            <Trans>or</Trans>
            <span className="h-px flex-1 bg-line" />
          </div>
          <Button
            tone="secondary"
            className="w-full"
            disabled={busy !== undefined}
            busy={busy === 'google'}
            onClick={() => void google()}
          >
            {busy === 'google' ? (
              <Trans>Opening Google…</Trans>
            ) : (
              <>
                <GoogleMark />
                <Trans>Login with Google</Trans>
              </>
            )}
          </Button>
        </>
      )}
    </AuthFrame>
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
