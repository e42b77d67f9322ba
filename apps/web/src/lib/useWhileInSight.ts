import { useEffect, useRef, useState, type RefObject } from 'react'

/** What is so close to the window counts as in sight: it is ready when it is scrolled there. */
const MARGIN = '200px 0px'

/** `latest` while the element is in sight; while it is not, what that was when it last was. In sight until that is known. */
export function useWhileInSight<T>(ref: RefObject<Element | null>, latest: T): T {
  const [isInSight, setIsInSight] = useState(true)
  const shown = useRef(latest)
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const observer = new IntersectionObserver((entries) => setIsInSight(entries.at(-1)?.isIntersecting !== false), {
      rootMargin: MARGIN,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  if (isInSight) shown.current = latest
  return shown.current
}
