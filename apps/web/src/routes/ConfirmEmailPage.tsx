import { Trans, useLingui } from '@lingui/react/macro'
import { ApiError } from '@strikewise/wire/api-error.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { afterSignIn } from '../features/identity/after-sign-in.ts'
import { AuthFrame } from '../features/identity/AuthFrame.tsx'
import { newPasswordProblem } from '../features/identity/new-password.ts'
import { api } from '../lib/api.ts'
import { errorDetail } from '../messages/error-detail.ts'
import { formText } from '../lib/form-text.ts'
import { identity } from '../lib/identity.ts'
import { meQuery } from '../lib/queries.ts'
import { useSession } from '../lib/session.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'

/**
 * Where the mailed link of a sign-up leads. The account opens with the password of the person who reads the mail: the one
 * chosen at the sign-up, typed in again, or a new one.
 */
export function ConfirmEmailPage() {
  const isIn = useSession().status === 'in'
  const { data: me } = useQuery({ ...meQuery, enabled: isIn, refetchInterval: false })
  const [opens, setOpens] = useState(false)
  // Set by this page's own login, which leads on by itself.
  const [wasIn] = useState(isIn)
  if (wasIn && isIn && !opens && me?.emailVerified === true)
    return <AlreadyIn email={me.email} onOpenAnother={() => setOpens(true)} />
  return <OpenAccount />
}

/** The link was opened by a user who is logged in: it has done its work, or it belongs to another account. */
function AlreadyIn({ email, onOpenAnother }: { email: string; onOpenAnother: () => void }) {
  const { t } = useLingui()
  return (
    <AuthFrame title={t`Your email address is verified`} lead={t`You are logged in as ${email}.`}>
      <Link to="/dashboard" className={buttonClass('primary')}>
        <Trans>Continue to the dashboard</Trans>
      </Link>
      <p className="mt-5 text-sm text-ink-3">
        <Trans>Was this link sent to another address?</Trans>{' '}
        <button type="button" className="text-accent-text underline-offset-2 hover:underline" onClick={onOpenAnother}>
          <Trans>Open that account</Trans>
        </button>
      </p>
    </AuthFrame>
  )
}

function OpenAccount() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { token } = useSearch({ strict: false }) as { token?: string }
  const [replaces, setReplaces] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ code: string; text: string }>()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const password = formText(form, 'password')
    const problem = replaces ? newPasswordProblem(password, formText(form, 'again')) : undefined
    setFailure(problem === undefined ? undefined : { code: 'invalid_input', text: problem })
    if (problem !== undefined) return
    setBusy(true)
    try {
      const { email } = await api.call('confirmSignup', { body: { token: token ?? '', password, replace: replaces } })
      const { error } = await identity.signIn.email({ email, password })
      await navigate({ to: error === null ? await afterSignIn() : '/login', replace: true })
    } catch (error) {
      setFailure({ code: error instanceof ApiError ? error.code : '', text: errorDetail(error) })
    } finally {
      setBusy(false)
    }
  }

  if (token === undefined || failure?.code === 'sign_up_link_over')
    return (
      <AuthFrame title={t`This link does not work any more`}>
        <p className="text-ink-2">
          <Trans>It has expired, was used, or is incomplete. Sign up again to get a new one.</Trans>
        </p>
        <Elsewhere />
      </AuthFrame>
    )
  return (
    <AuthFrame
      title={t`Open your account`}
      lead={replaces ? t`Choose the password of your account.` : t`Enter the password you chose when you signed up.`}
    >
      <form onSubmit={(event) => void submit(event)} className="space-y-4">
        <Field
          key={replaces ? 'new' : 'own'}
          label={replaces ? t`New Password` : t`Password`}
          name="password"
          type="password"
          autoComplete={replaces ? 'new-password' : 'current-password'}
          required
          autoFocus
        />
        {replaces && (
          <Field label={t`Confirm New Password`} name="again" type="password" autoComplete="new-password" required />
        )}
        {failure !== undefined && (
          <Notice tone="down" role="alert">
            {failure.text}
          </Notice>
        )}
        <Button type="submit" className="w-full" busy={busy}>
          <Trans>Open account</Trans>
        </Button>
        <button
          type="button"
          className="text-sm text-accent-text underline-offset-2 hover:underline"
          onClick={() => {
            setFailure(undefined)
            setReplaces(!replaces)
          }}
        >
          {replaces ? t`Use the password of the sign-up` : t`Choose another password`}
        </button>
      </form>
      <Elsewhere />
    </AuthFrame>
  )
}

function Elsewhere() {
  return (
    <p className="mt-5 flex justify-center gap-4 text-center text-sm">
      <Link to="/signup" className="text-accent-text underline-offset-2 hover:underline">
        <Trans>Sign up</Trans>
      </Link>
      <Link to="/login" className="text-accent-text underline-offset-2 hover:underline">
        <Trans>Back to login</Trans>
      </Link>
    </p>
  )
}
