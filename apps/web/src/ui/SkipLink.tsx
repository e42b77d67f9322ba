import { buttonClass } from './Button.tsx'
import { cx } from './cx.ts'

/** Brings the first element of a selector into sight and the focus to it; nothing while there is none. */
function skipTo(selector: string): void {
  const target = document.querySelector<HTMLElement>(selector)
  if (target === null) return
  // Focusable by a script alone: the order of the Tab key stays as it is.
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: true })
  // Clear of the bar that stays in view.
  target.style.scrollMarginTop = '4rem'
  target.scrollIntoView({ block: 'start' })
}

/** A link past what stands before an element, in sight only while it has the focus. `to`: a selector. */
export function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <button
      type="button"
      onClick={() => skipTo(to)}
      className={cx(buttonClass('primary', 'sm'), 'fixed top-2 left-2 z-50 not-focus:sr-only')}
    >
      {children}
    </button>
  )
}
