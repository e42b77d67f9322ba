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
  return (
    <ConfirmDialog
      open={open}
      title="Consent to automatic trading"
      confirmLabel="I Agree"
      onConfirm={onAgree}
      onCancel={onCancel}
    >
      <div className="space-y-2.5">
        <p>With auto execute on, orders are placed in your account without asking you again.</p>
        <ul className="list-disc space-y-1.5 pl-5 text-sm marker:text-ink-3">
          <li>Each entry uses at most the lots you set here and gets one protective stop at once.</li>
          <li>A stop limits a loss; in a fast market it can fill lower than its trigger, or not at all.</li>
          <li>The rules have no proven edge after costs. Option buyers lose more often than they win.</li>
          <li>You can stop new entries at any time with ‘Stop trading’ on the dashboard.</li>
        </ul>
      </div>
    </ConfirmDialog>
  )
}
