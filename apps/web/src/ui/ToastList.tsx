import { Toast as Base } from '@base-ui/react/toast'
import { useLingui } from '@lingui/react/macro'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { useStore } from '../lib/store.ts'
import { waitingToasts, type ToastKind } from './waiting-toasts.ts'

/*
 * Base UI's toasts and not a package that writes a <style> element at import: the page's content policy
 * allows no inline style.
 */
const manager = Base.createToastManager()

const MARKS: Readonly<Record<ToastKind, ReactNode>> = {
  success: <CircleCheck className="text-up" />,
  error: <CircleAlert className="text-down" />,
  info: <Info className="text-info" />,
}

/** Toasts that slide in one below the other, and leave by themselves. */
export function ToastList() {
  const { t } = useLingui()
  const waiting = useStore(waitingToasts)
  useEffect(() => {
    if (waiting.length === 0) return
    waitingToasts.set([])
    for (const { kind, text } of waiting)
      manager.add({
        title: text,
        type: kind,
        timeout: kind === 'error' ? 8000 : 5000,
        priority: kind === 'error' ? 'high' : 'low',
      })
  }, [waiting])
  return (
    <Base.Provider toastManager={manager} limit={3}>
      <Base.Portal>
        <Base.Viewport
          data-beside-layers=""
          aria-label={t`Notifications`}
          className="fixed right-4 bottom-(--toasts-bottom) left-4 z-60 flex flex-col gap-2 sm:left-auto sm:w-92"
        >
          <List />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function List() {
  const { t } = useLingui()
  const { toasts } = Base.useToastManager()
  return toasts.map((item) => (
    <Base.Root
      key={item.id}
      toast={item}
      swipeDirection={['right', 'down']}
      className={cx(
        'rounded-md border bg-raised shadow-lg transition-[opacity,translate] duration-200',
        'data-ending-style:translate-y-2 data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0',
      )}
    >
      <Base.Content className="flex items-start gap-2.5 p-3.5 text-sm text-ink">
        <span aria-hidden="true" className="mt-0.5 [&_svg]:size-4">
          {MARKS[(item.type ?? 'info') as ToastKind]}
        </span>
        <Base.Title render={<div />} className="min-w-0 flex-1 font-medium break-words" />
        <Base.Close
          aria-label={t`Dismiss`}
          className="rounded-sm text-ink-3 hover:text-ink max-sm:-my-3 max-sm:-mr-3 max-sm:inline-flex max-sm:size-11 max-sm:items-center max-sm:justify-center"
        >
          <X aria-hidden="true" className="size-4" />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ))
}
