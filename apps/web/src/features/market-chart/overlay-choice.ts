import { createStore, useStore } from '../../lib/store.ts'
import { OVERLAYS, type Overlay } from './overlays.ts'

/** Local-storage key of what is drawn over an index's candles. */
const KEY = 'chart-overlays'

function stored(): ReadonlySet<Overlay> {
  try {
    const names = localStorage.getItem(KEY)?.split(' ') ?? []
    return new Set(OVERLAYS.filter((overlay) => names.includes(overlay)))
  } catch {
    // Storage refused (private mode): nothing is drawn until it is chosen.
    return new Set()
  }
}

const choice = createStore(stored())

/** The chosen indicators, kept on this device. */
export const useOverlays = () => useStore(choice)

export function setOverlay(overlay: Overlay, on: boolean): void {
  const next = new Set(OVERLAYS.filter((one) => (one === overlay ? on : choice.get().has(one))))
  try {
    localStorage.setItem(KEY, [...next].join(' '))
  } catch {
    // Storage refused (private mode): the choice lasts for this page.
  }
  choice.set(next)
}
