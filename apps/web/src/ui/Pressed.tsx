import { useLingui } from '@lingui/react/macro'
import {
  cloneElement,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { useLater, type Later } from '../lib/later.ts'
import { toast } from './toasts.tsx'

/** What a trigger takes from the list or panel that it opens. */
interface TriggerProps {
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
  onClick?: () => void
  onKeyDown?: (event: KeyboardEvent) => void
}

interface PressedProps<P> {
  /** A button. It stands alone until it is first pressed. */
  trigger: ReactElement<TriggerProps>
  popup: 'menu' | 'dialog'
  opens: Later<P>
  /** The trigger with what it opens, which opens at once. */
  children: (Opened: ComponentType<P>) => ReactNode
}

/** A button whose list or panel is loaded apart from it: by its first press at the latest. */
export function Pressed<P>({ trigger, popup, opens, children }: PressedProps<P>) {
  const { t } = useLingui()
  const [isPressed, setIsPressed] = useState(false)
  const Opened = useLater(opens)
  if (isPressed && Opened !== undefined) return children(Opened)
  const press = () => {
    setIsPressed(true)
    opens.load().catch(() => {
      setIsPressed(false)
      toast.error(t`Couldn’t load this menu. Check your connection and try again.`)
    })
  }
  return cloneElement(trigger, {
    'aria-haspopup': popup,
    'aria-expanded': false,
    onClick: press,
    onKeyDown: (event) => {
      if (popup !== 'menu' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
      event.preventDefault()
      press()
    },
  })
}
