import { Trans, useLingui } from '@lingui/react/macro'
import type { FormEvent } from 'react'
import { CancelConfirm } from '../../ui/CancelConfirm.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { QrCode } from './QrCode.tsx'

interface StepFormProps {
  busy: boolean
  /** Why the last attempt was refused. */
  failure: string | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onCancel: () => void
}

/** Asks for the password before the second factor changes. `label`: what its button does. */
export function PasswordStep({ label, busy, failure, onSubmit, onCancel }: StepFormProps & { label: string }) {
  const { t } = useLingui()
  return (
    <form onSubmit={onSubmit} className="space-y-4">
      <Field label={t`Password`} name="password" type="password" autoComplete="current-password" required autoFocus />
      <Refusal text={failure} />
      <Buttons label={label} busy={busy} onCancel={onCancel} />
    </form>
  )
}

/** Shows the key of `uri` to the authenticator app, and asks for the first code. */
export function ScanStep({ uri, busy, failure, onSubmit, onCancel }: StepFormProps & { uri: string }) {
  const { t } = useLingui()
  return (
    <form onSubmit={onSubmit} className="space-y-4">
      <p className="text-sm text-ink-2">
        <Trans>Scan this with your authenticator app, or type the key into it. Then enter the code it shows.</Trans>
      </p>
      <div className="flex flex-wrap items-center gap-5">
        <QrCode text={uri} label={t`QR code for your authenticator app`} />
        <p className="min-w-0 text-sm">
          <span className="block text-ink-3">
            <Trans>Key</Trans>
          </span>
          <code className="font-mono text-base break-all">{keyOf(uri)}</code>
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
      <Refusal text={failure} />
      <Buttons label={t`Switch on`} busy={busy} onCancel={onCancel} />
    </form>
  )
}

function Refusal({ text }: { text: string | undefined }) {
  return (
    text !== undefined && (
      <Notice tone="down" role="alert">
        {text}
      </Notice>
    )
  )
}

function Buttons({ label, busy, onCancel }: { label: string; busy: boolean; onCancel: () => void }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <CancelConfirm confirmLabel={label} busy={busy} onCancel={onCancel} />
    </div>
  )
}

/** The secret inside an `otpauth:` address, in groups of four. */
function keyOf(uri: string): string {
  return (new URL(uri).searchParams.get('secret') ?? '').replaceAll(/(.{4})(?=.)/g, '$1 ')
}
