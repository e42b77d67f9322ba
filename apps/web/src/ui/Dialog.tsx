import { useId, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { CancelConfirm, type CancelConfirmProps } from './CancelConfirm.tsx'
import { cx } from './cx.ts'
import { useModalLayer } from './modal-layer.ts'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons, the safest first; none where the children bring their own. */
  actions?: ReactNode
  /** At the right edge of the window, on a phone as a sheet at its lower edge. */
  side?: boolean
}

const CENTRE =
  'top-1/2 left-1/2 max-h-[85dvh] w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 rounded-lg transition-[opacity,scale] starting:scale-97'
const SIDE =
  'inset-x-0 bottom-0 max-h-[88dvh] rounded-t-lg transition-opacity sm:inset-y-0 sm:left-auto sm:max-h-none sm:w-[26rem] sm:rounded-none'

/**
 * A modal question. Focus stays inside, Escape and the scrim close it. Made of the browser's own parts: it is loaded with the
 * position, since a press of "Exit now" waits for nothing.
 */
export function Dialog({ open, ...shown }: DialogProps) {
  return open && <OpenDialog {...shown} />
}

function OpenDialog({ onClose, title, children, actions, side = false }: Omit<DialogProps, 'open'>) {
  const layer = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [titleId, textId] = [useId(), useId()]
  useModalLayer(layer, panel, onClose)
  return createPortal(
    <div ref={layer}>
      <div
        role="presentation"
        onClick={onClose}
        className="fixed inset-0 z-40 bg-scrim transition-opacity duration-150 starting:opacity-0"
      />
      <div
        ref={panel}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        aria-describedby={textId}
        tabIndex={-1}
        className={cx(
          'fixed z-50 overflow-y-auto border bg-raised p-5 shadow-lg outline-none duration-150 starting:opacity-0',
          side ? SIDE : CENTRE,
        )}
      >
        <h2 id={titleId} className="text-lg font-semibold tracking-[-0.01em] text-ink">
          {title}
        </h2>
        <div id={textId} className="mt-2 text-base text-ink-2">
          {children}
        </div>
        {actions !== undefined && (
          <div
            className={cx(
              'mt-5 flex flex-wrap justify-end gap-2',
              // In sight while a long panel scrolls.
              side && 'sticky -bottom-5 -mx-5 -mb-5 border-t bg-raised px-5 py-3',
            )}
          >
            {actions}
          </div>
        )}
      </div>
    </div>,
    document.body,
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
