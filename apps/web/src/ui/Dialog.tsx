import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { CancelConfirm, type CancelConfirmProps } from './CancelConfirm.tsx'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons, the safest first; none where the children bring their own. */
  actions?: ReactNode
}

/** A modal question. Focus is kept inside, Escape and the scrim close it. */
export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup className="fixed top-1/2 left-1/2 z-50 max-h-[85dvh] w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-lg border bg-raised p-5 shadow-lg transition-[opacity,scale] duration-150 data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0">
          <Base.Title className="text-lg font-semibold tracking-[-0.01em] text-ink">{title}</Base.Title>
          <Base.Description render={<div />} className="mt-2 text-base text-ink-2">
            {children}
          </Base.Description>
          {actions !== undefined && <div className="mt-5 flex flex-wrap justify-end gap-2">{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

interface ConfirmProps extends CancelConfirmProps {
  open: boolean
  title: string
  children?: ReactNode
  confirmLabel: string
  onConfirm: () => void
}

export function ConfirmDialog({ open, title, children, ...buttons }: ConfirmProps) {
  return (
    <Dialog open={open} onClose={buttons.onCancel} title={title} actions={<CancelConfirm {...buttons} />}>
      {children}
    </Dialog>
  )
}
