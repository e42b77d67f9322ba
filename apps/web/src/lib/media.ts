import { useSyncExternalStore } from 'react'

/** A window narrower than this is a phone's: Tailwind's `sm`. */
export const PHONE = '(width < 40rem)'
/** Tailwind's `lg`. */
export const DESKTOP = '(width >= 64rem)'

export const matchesMedia = (query: string): boolean => window.matchMedia(query).matches

/** Whether the window fits a media query; re-renders when that changes. Only where CSS alone would load what is not shown. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchesMedia(query),
    () => false,
  )
}
