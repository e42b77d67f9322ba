import { useEffect, useEffectEvent, type RefObject } from 'react'

const TABBABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)'

/** The modal layers that are open, the topmost last. Each is a child of the body. */
const layers: HTMLElement[] = []
/** What is hidden from assistive technology because of the topmost. */
const shut = new Set<HTMLElement>()

/**
 * While mounted, nothing outside of `layer` can be reached or scrolled, Escape calls `onClose`, and Tab stays inside. Focus
 * goes to the first control, on a touch screen to `panel` (no keyboard covers it), and back to where it was at the end.
 */
export function useModalLayer(
  layer: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const [own, inside] = [layer.current!, panel.current!]
    const before = document.activeElement
    layers.push(own)
    const first = window.matchMedia('(pointer: coarse)').matches ? undefined : tabbableIn(inside)[0]
    ;(first ?? inside).focus()
    // What has the focus cannot be hidden.
    shutTheRest()
    const onKey = (event: KeyboardEvent) => {
      if (layers.at(-1) !== own || event.defaultPrevented) return
      if (event.key === 'Escape') {
        event.preventDefault()
        close()
      } else if (event.key === 'Tab') keepInside(event, inside)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      layers.splice(layers.indexOf(own), 1)
      shutTheRest()
      // It was in sight when the layer opened, and the page cannot have been scrolled: no layout has to be known for it.
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [layer, panel])
}

/**
 * Hides all but the topmost layer from assistive technology; without a layer, nothing. The layer's scrim takes presses, and Tab
 * stays inside. `inert` would do all of it, and costs the style of each element of the page, which is long for an option chain.
 */
function shutTheRest(): void {
  for (const element of shut) element.removeAttribute('aria-hidden')
  shut.clear()
  const top = layers.at(-1)
  const { style } = document.documentElement
  if (top === undefined) {
    style.overflow = ''
    style.scrollbarGutter = ''
    return
  }
  // The place of the scrollbar stays free while there is none: nothing moves.
  const hasScrollbar = window.innerWidth > document.documentElement.clientWidth
  if (hasScrollbar) style.scrollbarGutter = 'stable'
  style.overflow = 'hidden'
  for (const element of document.body.children) {
    if (!(element instanceof HTMLElement) || element === top || element.ariaHidden === 'true') continue
    // The toasts stay within reach: they report how an act went.
    if (element.querySelector('[data-beside-layers]') !== null) continue
    element.setAttribute('aria-hidden', 'true')
    shut.add(element)
  }
}

/** Of a group with one stop the one that has it. */
const tabbableIn = (panel: HTMLElement) =>
  [...panel.querySelectorAll<HTMLElement>(TABBABLE)].filter(({ tabIndex }) => tabIndex >= 0)

/** From the last control Tab leads to the first, and back. */
function keepInside(event: KeyboardEvent, panel: HTMLElement): void {
  const all = tabbableIn(panel)
  const [first, last] = [all[0], all.at(-1)]
  const at = document.activeElement
  const isOutside = !panel.contains(at) || at === panel
  const next = event.shiftKey
    ? isOutside || at === first
      ? last
      : undefined
    : at === last || isOutside
      ? first
      : undefined
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}
