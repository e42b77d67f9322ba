// @invariant early-acts What is done on a public page before its code has loaded is done once.
import { flushSync } from 'react-dom'

/** What a user did on a prerendered page before its code was loaded, as `public/early-acts.js` recorded it. */
interface EarlyAct {
  readonly kind: 'press' | 'fill'
  /** Which child of which, from the root down: the element itself may have been replaced by then. */
  readonly place: readonly number[]
  /** Of a field: what stood in it. */
  readonly value?: string
}

declare global {
  interface Window {
    /** Ends the taking down and gives what was taken, oldest first. Absent where the page did not come ready-made. */
    earlyActs?: () => readonly EarlyAct[]
  }
}

/** Does again, in order, what was pressed and typed before the page was alive. To be called right when it is. */
export function repeatEarlyActs(container: HTMLElement): void {
  for (const { kind, place, value } of window.earlyActs?.() ?? []) {
    const element = place.reduce<Element | undefined>((parent, index) => parent?.children[index], container)
    // Each is answered before the next, as when a person does them.
    flushSync(() => {
      if (kind === 'press' && element instanceof HTMLButtonElement) element.click()
      if (kind === 'fill') fill(element, value ?? '')
    })
  }
}

function fill(field: Element | undefined, value: string): void {
  if (field instanceof HTMLSelectElement) {
    field.value = value
    field.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    // React notices a field only when it holds something else than React last saw there: what the page began with,
    // then, past React, what was typed.
    field.value = field.defaultValue
    const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
    own?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
