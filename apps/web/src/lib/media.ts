import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** A window narrower than this is a phone's: Tailwind's `sm`. */
export const PHONE = '(width < 40rem)'
/** Tailwind's `lg`. */
export const DESKTOP = '(width >= 64rem)'
/** Two columns of panels fit side by side: Tailwind's `xl`. */
export const TWO_COLUMNS = '(width >= 80rem)'

export const matchesMedia = (query: string): boolean => window.matchMedia(query).matches

/** Whether the window fits a media query; re-renders when that changes. Only where CSS alone
 * would load what is not shown, or cannot place it. */
export function useMedia(query: string): boolean {
  // Made once: it is asked at each render.
  const list = useMemo(() => window.matchMedia(query), [query])
  const follow = useCallback(
    (listener: () => void) => {
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [list],
  )
  return useSyncExternalStore(
    follow,
    () => list.matches,
    () => false,
  )
}
