import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'

interface PopoverProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  trigger: ReactElement
  title: string
  /** Beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A panel that hangs from a button. Focus goes into it; Escape and a press elsewhere close it. */
export function Popover({ open, onOpenChange, trigger, title, actions, children }: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={8} collisionPadding={8} className="z-30 outline-none">
          <Base.Popup className="flex max-h-[min(36rem,var(--available-height))] w-[min(24rem,calc(100vw-1rem))] origin-(--transform-origin) flex-col rounded-lg border bg-raised shadow-lg transition-[opacity,scale] duration-120 outline-none data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0">
            <div className="flex min-h-12 flex-wrap items-center gap-2 border-b px-4 py-2">
              <Base.Title className="text-md font-semibold tracking-[-0.01em] text-ink">{title}</Base.Title>
              <div className="ml-auto flex items-center gap-1">{actions}</div>
            </div>
            <div className="min-h-0 overflow-y-auto">{children}</div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
