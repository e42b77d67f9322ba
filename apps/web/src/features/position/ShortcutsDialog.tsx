import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { setShortcuts, useShortcutsOn } from './shortcuts.ts'

/** The keys of the dashboard, and the switch that turns them off. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const on = useShortcutsOn()
  const keys: readonly (readonly [string, string])[] = [
    ['P', t`Pause or resume entries`],
    ['Shift+X', t`Pause and exit all open trades`],
    ['1, 2', t`Show Nifty 50 or Bank Nifty`],
    ['C', t`Open the option chain`],
    ['W', t`Open the minute of the last decision`],
    ['Ctrl+K, ⌘K', t`Find a command`],
    ['?', t`Show these shortcuts`],
    ['Esc', t`Close a dialog`],
  ]
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Keyboard shortcuts`}
      actions={
        <Button tone="secondary" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <dl className="divide-y">
        {keys.map(([key, what]) => (
          <div key={key} className="flex items-center justify-between gap-4 py-2">
            <dt>{what}</dt>
            <dd>
              <kbd className="rounded-sm border bg-sunken px-1.5 py-0.5 text-sm font-medium text-ink">{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-sm text-ink-3">
        <Trans>Each asks before anything is sent.</Trans>
      </p>
      <div className="mt-3">
        <Checkbox checked={on} onChange={setShortcuts}>
          <Trans>Use single-key shortcuts</Trans>
        </Checkbox>
      </div>
    </Dialog>
  )
}
