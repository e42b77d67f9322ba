import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'

/**
 * A button that opens a list of actions, open at first: its first press has loaded it. `head` stands above the items and is
 * not one of them.
 */
export function Menu({ trigger, head, children }: { trigger: ReactElement; head?: ReactNode; children: ReactNode }) {
  return (
    <Base.Root modal={false} defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={8} className="z-30 outline-none">
          <Base.Popup className="w-72 origin-(--transform-origin) rounded-lg border bg-raised p-1.5 shadow-lg transition-[opacity,scale] duration-120 outline-none data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0">
            {head}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const itemClass =
  'flex h-9 touch:h-11 w-full cursor-pointer items-center gap-2.5 rounded-sm px-2.5 text-base text-ink-2 outline-none select-none ' +
  'data-highlighted:bg-hover data-highlighted:text-ink [&_svg]:size-4 [&_svg]:text-ink-3'

export function MenuItem({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Base.Item onClick={onClick} className={itemClass}>
      {children}
    </Base.Item>
  )
}

/** A menu entry that is a link: `render` is the router's link. */
export function MenuLink({ render, children }: { render: ReactElement; children: ReactNode }) {
  return (
    <Base.LinkItem render={render} closeOnClick className={itemClass}>
      {children}
    </Base.LinkItem>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="mx-1 my-1.5 h-px bg-line" />
}
