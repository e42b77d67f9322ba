import { Trans } from '@lingui/react/macro'
import { CloudOff, Inbox, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'

interface StateProps {
  title: string
  hint?: ReactNode
  action?: ReactNode
  /** One line, for a panel that must not be taller than what it has to show. */
  line?: boolean
  className?: string
}

function Shape({
  title,
  hint,
  action,
  icon,
  line = false,
  className,
  role,
}: StateProps & { icon: ReactNode; role?: 'alert' }) {
  if (line)
    return (
      <div
        role={role}
        className={cx('flex min-h-10 flex-wrap items-center gap-x-2.5 gap-y-1 px-4 py-2 text-sm', className)}
      >
        <span aria-hidden="true" className="text-ink-3 [&_svg]:size-4">
          {icon}
        </span>
        <p className="font-medium text-ink">{title}</p>
        {hint !== undefined && <div className="text-ink-3">{hint}</div>}
        {action !== undefined && <div className="ml-auto">{action}</div>}
      </div>
    )
  return (
    <div role={role} className={cx('flex flex-col items-center justify-center gap-1 px-6 py-8 text-center', className)}>
      <span
        aria-hidden="true"
        className="mb-2 inline-flex size-10 items-center justify-center rounded-full border bg-sunken text-ink-3 [&_svg]:size-[1.125rem]"
      >
        {icon}
      </span>
      <p className="text-base font-medium text-ink">{title}</p>
      {hint !== undefined && <div className="max-w-md text-sm text-ink-3">{hint}</div>}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  )
}

/** Nothing there, and that is in order. */
export function EmptyState(props: StateProps & { icon?: ReactNode }) {
  const { icon = <Inbox />, ...rest } = props
  return <Shape {...rest} icon={icon} />
}

/** Not part of the plan. `action` leads to what would open it. */
export function LockedState(props: StateProps) {
  return <Shape {...props} icon={<Lock />} />
}

/** The data did not come. Offers another try where one makes sense. */
export function ErrorState({ onRetry, ...rest }: Omit<StateProps, 'action'> & { onRetry?: () => void }) {
  return (
    <Shape
      {...rest}
      role="alert"
      icon={<CloudOff />}
      action={
        onRetry && (
          <Button tone="secondary" size="sm" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )
      }
    />
  )
}

/** Waiting for the first answer: grey lines where it will appear, and a text that names what is loading. */
export function LoadingState({
  label,
  line = false,
  className,
}: Pick<StateProps, 'line' | 'className'> & { label: string }) {
  if (line)
    return (
      <p role="status" data-waiting className={cx('flex min-h-10 items-center px-4 text-sm text-ink-3', className)}>
        {label}
      </p>
    )
  return (
    <div role="status" data-waiting className={cx('flex flex-col gap-3 px-5 py-5', className)}>
      <p className="text-sm text-ink-3">{label}</p>
      <span
        aria-hidden="true"
        className="block max-h-72 min-h-9 flex-1 animate-pulse-dot bg-[repeating-linear-gradient(var(--quiet-soft)_0_0.75rem,transparent_0.75rem_1.5rem)]"
      />
    </div>
  )
}

/** A grey block the size of what will stand there. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-pulse-dot rounded-sm bg-quiet-soft', className)} />
}
