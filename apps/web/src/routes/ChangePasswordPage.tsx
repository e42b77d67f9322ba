import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { newPasswordProblem } from '../features/identity/new-password.ts'
import { SettingsPage } from '../features/site/SettingsPage.tsx'
import { identity } from '../lib/identity.ts'
import { formText } from '../lib/form-text.ts'
import { refusedPasswordText } from '../features/identity/refused-password.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'

type Outcome = { tone: 'up' | 'down'; text: string }

export function ChangePasswordPage() {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    const form = new FormData(element)
    const current = formText(form, 'current')
    const next = formText(form, 'next')
    const problem = current === '' ? t`Please fill all fields.` : newPasswordProblem(next, formText(form, 'again'))
    if (problem !== undefined) {
      setOutcome({ tone: 'down', text: problem })
      return
    }
    setBusy(true)
    const { error } = await identity
      .changePassword({ currentPassword: current, newPassword: next, revokeOtherSessions: true })
      .catch((thrown: unknown) => ({ error: { code: '', message: String(thrown) } }))
    setBusy(false)
    if (error) {
      const why = refusedPasswordText(error) ?? t`The password was not changed.`
      const wrong = error.code === 'INVALID_PASSWORD'
      setOutcome({
        tone: 'down',
        text: wrong ? t`Incorrect current password.` : `❌ ${why}`,
      })
      return
    }
    element.reset()
    setOutcome({ tone: 'up', text: t`Password updated successfully!` })
  }

  return (
    <SettingsPage title={t`Change password`} lead={t`All other devices are signed out when the password changes.`}>
      <Card className="p-5">
        <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
          <Field label={t`Current Password`} name="current" type="password" autoComplete="current-password" required />
          <Field label={t`New Password`} name="next" type="password" autoComplete="new-password" required />
          <Field label={t`Confirm New Password`} name="again" type="password" autoComplete="new-password" required />
          {outcome !== undefined && (
            <Notice tone={outcome.tone} role={outcome.tone === 'down' ? 'alert' : 'status'}>
              {outcome.text}
            </Notice>
          )}
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Link to="/dashboard" className="text-sm text-accent-text underline-offset-2 hover:underline">
              <Trans>Back to dashboard</Trans>
            </Link>
            <Button type="submit" busy={busy}>
              <Trans>Update Password</Trans>
            </Button>
          </div>
        </form>
      </Card>
    </SettingsPage>
  )
}
