import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Calls `listener` for keys pressed anywhere in the window while `on`. It listens from the commit that shows the component:
 * an effect after the paint leaves a moment in which a key of what is already shown is lost.
 */
export function useKeyListener(on: boolean, listener: (event: KeyboardEvent) => void): void {
  const latest = useEffectEvent(listener)
  useLayoutEffect(() => {
    if (!on) return
    const onKey = (event: KeyboardEvent) => latest(event)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [on])
}
