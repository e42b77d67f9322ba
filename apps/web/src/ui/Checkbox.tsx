import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check } from 'lucide-react'
import { useId, type ReactNode, type Ref } from 'react'
import { cx } from './cx.ts'

interface CheckboxProps {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
  error?: string | undefined
  disabled?: boolean
  inputRef?: Ref<HTMLInputElement>
  className?: string
}

/** A box to tick with its text beside it; the whole line answers. */
export function Checkbox({ checked, onChange, children, error, disabled = false, inputRef, className }: CheckboxProps) {
  const id = useId()
  return (
    <div className={className}>
      <div className="flex items-start gap-2.5">
        <Base.Root
          aria-labelledby={id}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          aria-invalid={error !== undefined || undefined}
          checked={checked}
          onCheckedChange={(next) => onChange(next)}
          disabled={disabled}
          {...(inputRef === undefined ? {} : { inputRef })}
          className={cx(
            'mt-0.5 inline-flex size-4.5 shrink-0 items-center justify-center rounded-[5px] border bg-surface text-accent-ink transition-colors',
            'border-field data-checked:border-accent data-checked:bg-accent data-disabled:opacity-55',
            error !== undefined && 'border-down-fill',
          )}
        >
          <Base.Indicator className="flex">
            <Check aria-hidden="true" className="size-3.5" strokeWidth={3} />
          </Base.Indicator>
        </Base.Root>
        <span
          id={id}
          onClick={(event) => {
            // A link inside the text keeps its own meaning.
            if (!disabled && !(event.target as HTMLElement).closest('a')) onChange(!checked)
          }}
          className="cursor-pointer text-sm text-ink-2 select-none"
        >
          {children}
        </span>
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1.5 pl-7 text-xs font-medium text-down">
          {error}
        </p>
      )}
    </div>
  )
}
