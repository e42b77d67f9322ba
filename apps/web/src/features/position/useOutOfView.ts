import { useEffect, useState, type RefObject } from 'react'

/** Height of the bar that stays at the top of the window (routes/dashboard/DashboardHeader.tsx), in px. */
const BAR_HEIGHT = 48

/** Whether no part of the element can be seen under the bar of the header; false until that is known. */
export function useOutOfView(ref: RefObject<Element | null>): boolean {
  const [isOut, setIsOut] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const observer = new IntersectionObserver(([entry]) => setIsOut(entry?.isIntersecting === false), {
      rootMargin: `-${BAR_HEIGHT}px 0px 0px 0px`,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return isOut
}
