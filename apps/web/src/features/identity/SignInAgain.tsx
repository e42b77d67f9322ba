import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { formText } from '../../lib/form-text.ts'
import { identity } from '../../lib/identity.ts'
import { meQuery, securityQuery } from '../../lib/queries.ts'
import { CancelConfirm } from '../../ui/CancelConfirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { LoadingState } from '../../ui/states.tsx'
import { SecondFactorForm } from './SecondFactorForm.tsx'
import { isHalfWay, signInFailure, type SignInFailure } from './sign-in-failure.ts'
import { SignInFailureNotice } from './SignInFailureNotice.tsx'

interface Outcome {
  data?: unknown
  error: { status?: number; code?: string | undefined } | null
}

interface SignInAgainProps {
  onDone: () => void
  onCancel: () => void
}

/** Proves who is there by signing in again, the way this account signs in. */
export default function SignInAgain({ onDone, onCancel }: SignInAgainProps) {
  const { t } = useLingui()
  const email = useQuery({ ...meQuery, select: (me) => me.email })
  const security = useQuery(securityQuery)
  const [halfWay, setHalfWay] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<SignInFailure>()

  const attempt = async (signIn: () => Promise<Outcome>) => {
    setFailure(undefined)
    setBusy(true)
    try {
      const { data, error } = await signIn()
      if (error !== null) setFailure(signInFailure(error))
      else if (isHalfWay(data)) setHalfWay(true)
      else onDone()
    } catch {
      setFailure(signInFailure({}))
    } finally {
      setBusy(false)
    }
  }
  const withPassword = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = formText(new FormData(event.currentTarget), 'password')
    void attempt(async () => identity.signIn.email({ email: email.data ?? '', password }))
  }

  // Google is to ask for the password now, not to go by its own session.
  const withGoogle = async () => identity.signIn.popup({ provider: 'google', additionalData: { again: true } })

  return (
    <Dialog open onClose={onCancel} title={t`Confirm that it is you`}>
      <p className="mb-4">
        <Trans>This affects your money. Please log in again to continue.</Trans>
      </p>
      {failure !== undefined && <SignInFailureNotice failure={failure} className="mb-4" />}
      {halfWay ? (
        <SecondFactorForm onDone={onDone} onCancel={onCancel} />
      ) : security.data === undefined || email.data === undefined ? (
        <LoadingState label={t`Loading...`} />
      ) : security.data.password ? (
        <form onSubmit={withPassword} className="space-y-4">
          {/* For password managers: they fill by account. */}
          <input type="hidden" name="username" autoComplete="username" value={email.data} readOnly />
          <Field
            label={t`Password`}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            autoFocus
          />
          <div className="flex flex-wrap justify-end gap-2">
            <CancelConfirm busy={busy} onCancel={onCancel} />
          </div>
        </form>
      ) : (
        <div className="flex flex-wrap justify-end gap-2">
          <CancelConfirm
            confirmLabel={<Trans>Confirm with Google</Trans>}
            busy={busy}
            onCancel={onCancel}
            onConfirm={() => void attempt(withGoogle)}
          />
        </div>
      )}
    </Dialog>
  )
}
