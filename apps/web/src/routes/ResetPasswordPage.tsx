import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { refusedPasswordText } from '../features/identity/refused-password.ts'
import { AuthFrame } from '../features/identity/AuthFrame.tsx'
import { newPasswordProblem } from '../features/identity/new-password.ts'
import { identity } from '../lib/identity.ts'
import { formText } from '../lib/form-text.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toasts.tsx'

/** Asks for the link; the link itself comes back here with a token and sets the new password. */
export function ResetPasswordPage() {
  const { token, error } = useSearch({ strict: false }) as { token?: string; error?: string }
  return token === undefined ? <RequestLink spent={error !== undefined} /> : <SetPassword token={token} />
}

type Outcome = { tone: 'up' | 'down'; text: string }

/** `spent`: the user comes from a link that is no longer valid. */
function RequestLink({ spent }: { spent: boolean }) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = formText(new FormData(event.currentTarget), 'email').trim()
    setBusy(true)
    const { error } = await identity
      .requestPasswordReset({ email, redirectTo: '/reset-password' })
      .catch((thrown: unknown) => ({ error: thrown }))
    setBusy(false)
    setOutcome(
      error
        ? { tone: 'down', text: t`Failed to send reset link. Try again.` }
        : { tone: 'up', text: t`Password reset link sent. Check your inbox.` },
    )
  }
  return (
    <AuthFrame title={t`Reset your password`} lead={t`We send a link to your email address.`}>
      {spent && outcome === undefined && (
        <Notice tone="warn" role="alert" className="mb-4">
          <Trans>This link has expired or was used already. Ask for a new one.</Trans>
        </Notice>
      )}
      <form onSubmit={(event) => void submit(event)} className="space-y-4">
        <Field label={t`Email`} name="email" type="email" autoComplete="username" required />
        {outcome !== undefined && (
          <Notice tone={outcome.tone} role={outcome.tone === 'down' ? 'alert' : 'status'}>
            {outcome.text}
          </Notice>
        )}
        <Button type="submit" className="w-full" busy={busy}>
          <Trans>Send Reset Link</Trans>
        </Button>
      </form>
      <BackToLogin />
    </AuthFrame>
  )
}

function SetPassword({ token }: { token: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const next = formText(form, 'next')
    const found = newPasswordProblem(next, formText(form, 'again'))
    setProblem(found)
    if (found !== undefined) return
    setBusy(true)
    const { error } = await identity
      .resetPassword({ newPassword: next, token })
      .catch((thrown: unknown) => ({ error: { message: String(thrown) } }))
    setBusy(false)
    if (error) {
      setProblem(refusedPasswordText(error) ?? t`The link is no longer valid. Ask for a new one.`)
      return
    }
    toast.success(t`Password updated successfully!`)
    await navigate({ to: '/login', replace: true })
  }
  return (
    <AuthFrame title={t`Choose a new password`}>
      <form onSubmit={(event) => void submit(event)} className="space-y-4">
        <Field label={t`New Password`} name="next" type="password" autoComplete="new-password" required />
        <Field label={t`Confirm New Password`} name="again" type="password" autoComplete="new-password" required />
        {problem !== undefined && (
          <Notice tone="down" role="alert">
            {problem}
          </Notice>
        )}
        <Button type="submit" className="w-full" busy={busy}>
          <Trans>Update Password</Trans>
        </Button>
      </form>
      <BackToLogin />
    </AuthFrame>
  )
}

function BackToLogin() {
  return (
    <p className="mt-5 text-center text-sm">
      <Link to="/login" className="text-accent-text underline-offset-2 hover:underline">
        <Trans>Back to login</Trans>
      </Link>
    </p>
  )
}
