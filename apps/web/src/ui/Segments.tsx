import { cx } from './cx.ts'

interface SegmentsProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string; note?: string }[]
  onChange: (value: T) => void
  className?: string
}

/** One choice out of a few, all visible: a billing period, an index. Arrow keys move the choice. */
export function Segments<T extends string>({ label, value, options, onChange, className }: SegmentsProps<T>) {
  const step = (by: number) => {
    const at = options.findIndex((o) => o.value === value)
    const next = options[(at + by + options.length) % options.length]
    if (next !== undefined) onChange(next.value)
  }
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx('inline-flex rounded-md border bg-sunken p-0.5', className)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight' || event.key === 'ArrowDown') step(1)
        else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') step(-1)
        else return
        event.preventDefault()
      }}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          ref={(node) => {
            // The focus follows the choice while the group has it.
            if (node && option.value === value && node.parentElement?.contains(document.activeElement)) node.focus()
          }}
          onClick={() => onChange(option.value)}
          className={cx(
            'inline-flex h-7.5 touch:h-11 items-center gap-1.5 rounded-[7px] border px-1.5 sm:px-3 text-sm font-medium transition-colors',
            option.value === value
              ? 'border-line bg-raised text-ink shadow-sm'
              : 'border-transparent text-ink-3 hover:text-ink',
          )}
        >
          {option.label}
          {option.note !== undefined && <span className="text-2xs font-semibold text-up">{option.note}</span>}
        </button>
      ))}
    </div>
  )
}
