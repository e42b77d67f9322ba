import { Switch as Base } from '@base-ui/react/switch'
import { Trans } from '@lingui/react/macro'
import { cx } from './cx.ts'

interface SwitchProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** On or off, with the word beside it. `label` is its accessible name. */
export function Switch({ label, checked, onChange, disabled = false }: SwitchProps) {
  return (
    <span className="inline-flex items-center gap-2">
      <Base.Root
        aria-label={label}
        checked={checked}
        onCheckedChange={(next) => onChange(next)}
        disabled={disabled}
        className={cx(
          'relative inline-flex h-5.5 w-10 shrink-0 items-center rounded-full border border-field bg-sunken p-0.5 transition-colors',
          'data-checked:border-accent data-checked:bg-accent data-disabled:opacity-55',
        )}
      >
        <Base.Thumb className="size-4 rounded-full bg-field transition-transform data-checked:translate-x-4.5 data-checked:bg-white" />
      </Base.Root>
      <span aria-hidden="true" className="w-6 text-xs font-medium text-ink-3">
        {checked ? <Trans>On</Trans> : <Trans>Off</Trans>}
      </span>
    </span>
  )
}
