import { Trans, useLingui } from '@lingui/react/macro'
import { Copy } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toasts.tsx'

/** Shows the codes once: they sign in when the app is lost. */
export function BackupCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const { t } = useLingui()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast.success(t`The codes are in your clipboard.`)
    } catch {
      toast.error(t`The browser does not let us copy. Write the codes down.`)
    }
  }
  return (
    <div className="space-y-4">
      <Notice tone="warn" role="status" title={t`Keep these codes somewhere safe`}>
        <Trans>Each signs you in once when your app is lost. They are not shown again.</Trans>
      </Notice>
      <ul aria-label={t`Backup codes`} className="grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-base sm:max-w-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="secondary" onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          <Trans>Copy</Trans>
        </Button>
        <Button onClick={onSaved}>
          <Trans>I have saved them</Trans>
        </Button>
      </div>
    </div>
  )
}
