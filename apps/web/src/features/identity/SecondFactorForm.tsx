import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { formText } from '../../lib/form-text.ts'
import { identity } from '../../lib/identity.ts'
import { CancelConfirm } from '../../ui/CancelConfirm.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { codeFailureText } from './sign-in-failure.ts'

interface SecondFactorFormProps {
  /** The session is there. */
  onDone: () => void | Promise<void>
  onCancel: () => void
}

/** The second step of a sign-in: the code of the authenticator app, or one of the backup codes. */
export function SecondFactorForm({ onDone, onCancel }: SecondFactorFormProps) {
  const { t } = useLingui()
  const [lost, setLost] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = formText(new FormData(event.currentTarget), 'code').replaceAll(/\s/g, '')
    setFailure(undefined)
    setBusy(true)
    try {
      const { error } = await (lost
        ? identity.twoFactor.verifyBackupCode({ code })
        : identity.twoFactor.verifyTotp({ code }))
      if (error) setFailure(codeFailureText(error))
      else await onDone()
    } catch {
      setFailure(codeFailureText({}))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      {lost ? (
        <Field
          key="backup"
          label={t`Backup code`}
          name="code"
          autoComplete="off"
          spellCheck={false}
          hint={t`One of those you saved when you set up the app. Each works once.`}
          required
          autoFocus
        />
      ) : (
        <Field
          key="app"
          label={t`Code of your authenticator app`}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          required
          autoFocus
        />
      )}
      {failure !== undefined && (
        <Notice tone="down" role="alert">
          {failure}
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <button
          type="button"
          className="text-sm text-accent-text underline-offset-2 hover:underline"
          onClick={() => {
            setFailure(undefined)
            setLost(!lost)
          }}
        >
          {lost ? t`Use the authenticator app` : t`Use a backup code`}
        </button>
        <div className="flex gap-2">
          <CancelConfirm busy={busy} onCancel={onCancel} />
        </div>
      </div>
    </form>
  )
}
