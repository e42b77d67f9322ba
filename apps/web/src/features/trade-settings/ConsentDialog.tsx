import { Trans, useLingui } from '@lingui/react/macro'
import { ConfirmDialog } from '../../ui/Dialog.tsx'

/** Consent to automatic orders. Agreeing continues the save; cancelling leaves everything as it was. */
export function ConsentDialog({
  open,
  onAgree,
  onCancel,
}: {
  open: boolean
  onAgree: () => void
  onCancel: () => void
}) {
  const { t } = useLingui()
  return (
    <ConfirmDialog
      open={open}
      title={t`Consent to automatic trading`}
      confirmLabel={t`I Agree`}
      onConfirm={onAgree}
      onCancel={onCancel}
    >
      <div className="space-y-2.5">
        <p>
          <Trans>With auto execute on, orders are placed in your account without asking you again.</Trans>
        </p>
        <ul className="list-disc space-y-1.5 pl-5 text-sm marker:text-ink-3">
          <li>
            <Trans>Each entry uses at most the lots you set here and gets one protective stop at once.</Trans>
          </li>
          <li>
            <Trans>A stop limits a loss; in a fast market it can fill below its trigger or stay unfilled.</Trans>
          </li>
          <li>
            <Trans>The rules have no proven edge after costs. Option buyers lose more often than they win.</Trans>
          </li>
          <li>
            <Trans>You can pause new entries at any time with ‘Pause entries’ on the dashboard.</Trans>
          </li>
        </ul>
      </div>
    </ConfirmDialog>
  )
}
