import { useLingui } from '@lingui/react/macro'
import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { cx } from './cx.ts'

/** The look of a text input. 16 px on phones: below that iOS zooms into the field. */
const inputClass =
  'block h-10 w-full min-w-0 rounded-md border border-field bg-surface px-3 text-md sm:text-base text-ink transition-colors ' +
  'hover:border-ink-3 focus:border-focus focus:outline-2 focus:-outline-offset-1 focus:outline-focus ' +
  'aria-invalid:border-down-fill aria-invalid:focus:outline-down-fill disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-3'

interface LabelledProps {
  label: string
  /** Under the input while there is no error. */
  hint?: ReactNode
  error?: string | undefined
  /** Beside the label, at the far end (a link, for example). */
  aside?: ReactNode
  /** Keeps the label for assistive technology alone, where a table's header already shows it. */
  labelHidden?: boolean
  required?: boolean
  className?: string | undefined
}

type FieldProps = LabelledProps & Omit<ComponentProps<'input'>, 'id' | 'className' | 'required'>

/** One labelled input with its hint or error. Works with react-hook-form's `register` by spreading. */
export function Field({ label, hint, error, aside, labelHidden, className, required, ...rest }: FieldProps) {
  return (
    <Labelled {...{ label, hint, error, aside, labelHidden, className, required }}>
      {(wiring) => <Input {...rest} {...wiring} />}
    </Labelled>
  )
}

type SelectFieldProps = LabelledProps & Omit<ComponentProps<'select'>, 'id' | 'className' | 'required'>

/** The same for one choice out of a list: the browser's own, which phones show as theirs. */
export function SelectField({
  label,
  hint,
  error,
  aside,
  labelHidden,
  className,
  required,
  ...rest
}: SelectFieldProps) {
  return (
    <Labelled {...{ label, hint, error, aside, labelHidden, className, required }}>
      {(wiring) => <select {...rest} {...wiring} className={inputClass} />}
    </Labelled>
  )
}

type TextFieldProps = LabelledProps & Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'required'>

/** The same for several lines of text. */
export function TextField({ label, hint, error, aside, labelHidden, className, required, ...rest }: TextFieldProps) {
  return (
    <Labelled {...{ label, hint, error, aside, labelHidden, className, required }}>
      {(wiring) => <textarea {...rest} {...wiring} className={cx(inputClass, 'h-auto py-2')} />}
    </Labelled>
  )
}

/** What ties an input to its label and its note. */
interface Wiring {
  readonly id: string
  readonly 'aria-required': boolean | undefined
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

type LabelledWith = { [Name in keyof LabelledProps]: LabelledProps[Name] | undefined } & { label: string }

function Labelled(props: LabelledWith & { children: (wiring: Wiring) => ReactNode }) {
  const { label, hint, error, aside, labelHidden = false, className, required, children } = props
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = error !== undefined || hint !== undefined
  return (
    <div className={className}>
      <div className={cx('mb-1.5 flex items-baseline justify-between gap-3', labelHidden && 'sr-only')}>
        <label htmlFor={id} className="text-sm font-medium text-ink">
          {label}
          {required === true && (
            <span aria-hidden="true" className="ml-0.5 text-down">
              *
            </span>
          )}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-required': required,
        'aria-invalid': error !== undefined || undefined,
        'aria-describedby': hasNote ? noteId : undefined,
      })}
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  )
}

/** The line under a field. The error carries an icon, so colour is not its only sign. */
export function FieldNote({ id, error, hint }: { id: string; error?: string | undefined; hint?: ReactNode }) {
  if (error !== undefined)
    return (
      <p id={id} className="mt-1.5 flex items-start gap-1.5 text-xs font-medium text-down">
        <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
        {error}
      </p>
    )
  if (hint !== undefined)
    return (
      <div id={id} className="mt-1.5 text-xs text-ink-3">
        {hint}
      </div>
    )
  return null
}

function Input({ type, ...rest }: ComponentProps<'input'>) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  if (type !== 'password') return <input {...rest} type={type ?? 'text'} className={inputClass} />
  return (
    <div className="relative">
      <input {...rest} type={shown ? 'text' : 'password'} className={cx(inputClass, 'pr-11')} />
      <button
        type="button"
        onClick={() => setShown(!shown)}
        aria-label={shown ? t`Hide what is typed` : t`Show what is typed`}
        aria-pressed={shown}
        className="absolute inset-y-1 right-1 inline-flex w-9 items-center justify-center rounded-sm text-ink-3 hover:text-ink"
      >
        {shown ? <EyeOff aria-hidden="true" className="size-4" /> : <Eye aria-hidden="true" className="size-4" />}
      </button>
    </div>
  )
}
