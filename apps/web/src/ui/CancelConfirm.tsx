import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button, type ButtonTone } from './Button.tsx'

export interface CancelConfirmProps {
  /** What the confirming button does; by default "Confirm". */
  confirmLabel?: ReactNode
  cancelLabel?: ReactNode
  tone?: ButtonTone
  busy?: boolean
  /** There is nothing to confirm yet. */
  disabled?: boolean
  /** Id of the form that the confirming button submits, where it stands outside of it. */
  form?: string
  onCancel: () => void
  /** Undefined inside a form: the button submits it. */
  onConfirm?: () => void
}

/** The two buttons that end a question, the confirming one last. Its parent lays them out. */
export function CancelConfirm({
  confirmLabel,
  cancelLabel,
  tone = 'primary',
  busy = false,
  disabled = false,
  form,
  onCancel,
  onConfirm,
}: CancelConfirmProps) {
  return (
    <>
      <Button tone="secondary" onClick={onCancel}>
        {cancelLabel ?? <Trans>Cancel</Trans>}
      </Button>
      <Button
        type={onConfirm === undefined ? 'submit' : 'button'}
        tone={tone}
        form={form}
        busy={busy}
        disabled={disabled}
        onClick={onConfirm}
      >
        {confirmLabel ?? <Trans>Confirm</Trans>}
      </Button>
    </>
  )
}
