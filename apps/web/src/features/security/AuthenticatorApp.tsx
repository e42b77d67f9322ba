import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { Security } from '@strikewise/wire/security.ts'
import { useState, type FormEvent } from 'react'
import { formText } from '../../lib/form-text.ts'
import { identity } from '../../lib/identity.ts'
import { securityQuery } from '../../lib/queries.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toasts.tsx'
import { codeFailureText } from '../identity/sign-in-failure.ts'
import { BackupCodes } from './BackupCodes.tsx'
import { passwordFailureText } from './password-failure.ts'
import { QrCode } from './QrCode.tsx'

/** What an app needs to be set up with, and the codes for when it is lost. */
interface SetUp {
  readonly uri: string
  readonly backupCodes: readonly string[]
}

type Step = { at: 'idle' } | { at: 'password' } | ({ at: 'scan' } & SetUp) | ({ at: 'codes' } & SetUp)

/** Sets the second factor up, step by step, or switches it off. */
export function AuthenticatorApp({ two_factor, password }: Pick<Security, 'two_factor' | 'password'>) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [step, setStep] = useState<Step>({ at: 'idle' })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  const go = (next: Step) => {
    setFailure(undefined)
    setStep(next)
  }
  /** Runs one step of the form that was sent; what it returns is why it was refused. */
  const submit = (work: (form: FormData) => Promise<string | undefined>) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setFailure(undefined)
    setBusy(true)
    void work(form)
      .catch(() => codeFailureText({}))
      .then(setFailure)
      .finally(() => setBusy(false))
  }
  const begin = submit(async (form) => {
    const { data, error } = await identity.twoFactor.enable({ password: formText(form, 'password') })
    if (error) return passwordFailureText(error)
    if (data.method === 'totp') go({ at: 'scan', uri: data.totpURI, backupCodes: data.backupCodes })
    return undefined
  })
  const verify = (setUp: SetUp) =>
    submit(async (form) => {
      const { error } = await identity.twoFactor.verifyTotp({ code: formText(form, 'code').replaceAll(/\s/g, '') })
      if (error) return codeFailureText(error)
      go({ ...setUp, at: 'codes' })
      await queries.invalidateQueries({ queryKey: securityQuery.queryKey })
      return undefined
    })
  const switchOff = submit(async (form) => {
    const { error } = await identity.twoFactor.disable({ password: formText(form, 'password') })
    if (error) return passwordFailureText(error)
    go({ at: 'idle' })
    toast.success(t`The authenticator app is no longer asked for.`)
    await queries.invalidateQueries({ queryKey: securityQuery.queryKey })
    return undefined
  })

  const refused = failure !== undefined && (
    <Notice tone="down" role="alert">
      {failure}
    </Notice>
  )
  if (!password)
    return (
      <p className="text-sm text-ink-2">
        <Trans>
          You sign in through Google, so Google asks for your second factor: set it up there. To have one here as well,
          first get a password by <span className="font-medium">Forgot Password?</span> on the login page.
        </Trans>
      </p>
    )
  if (step.at === 'codes') return <BackupCodes codes={step.backupCodes} onSaved={() => go({ at: 'idle' })} />
  if (step.at === 'scan')
    return (
      <form onSubmit={verify(step)} className="space-y-4">
        <p className="text-sm text-ink-2">
          <Trans>Scan this with your authenticator app, or type the key into it. Then enter the code it shows.</Trans>
        </p>
        <div className="flex flex-wrap items-center gap-5">
          <QrCode text={step.uri} label={t`QR code for your authenticator app`} />
          <p className="min-w-0 text-sm">
            <span className="block text-ink-3">
              <Trans>Key</Trans>
            </span>
            <code className="font-mono text-base break-all">{keyOf(step.uri)}</code>
          </p>
        </div>
        <Field
          label={t`Code of your authenticator app`}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          required
        />
        {refused}
        <Buttons label={t`Switch on`} busy={busy} onCancel={() => go({ at: 'idle' })} />
      </form>
    )
  if (step.at === 'password')
    return (
      <form onSubmit={two_factor ? switchOff : begin} className="space-y-4">
        <Field label={t`Password`} name="password" type="password" autoComplete="current-password" required autoFocus />
        {refused}
        <Buttons label={two_factor ? t`Switch off` : t`Continue`} busy={busy} onCancel={() => go({ at: 'idle' })} />
      </form>
    )
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-md text-sm text-ink-2">
        {two_factor ? (
          <Trans>
            <Badge tone="up">On</Badge> Signing in asks for a code of your app as well as the password.
          </Trans>
        ) : (
          <Trans>
            <Badge tone="quiet">Off</Badge> With it, a stolen password alone opens nothing.
          </Trans>
        )}
      </p>
      <Button tone="secondary" size="sm" onClick={() => go({ at: 'password' })}>
        {two_factor ? t`Switch off` : t`Set up`}
      </Button>
    </div>
  )
}

function Buttons({ label, busy, onCancel }: { label: string; busy: boolean; onCancel: () => void }) {
  return (
    <div className="flex justify-end gap-2">
      <Button tone="secondary" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
      <Button type="submit" busy={busy}>
        {label}
      </Button>
    </div>
  )
}

/** The secret inside an `otpauth:` address, in groups of four. */
function keyOf(uri: string): string {
  return (new URL(uri).searchParams.get('secret') ?? '').replaceAll(/(.{4})(?=.)/g, '$1 ')
}
