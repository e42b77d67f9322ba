import { replaceEqualDeep } from '@tanstack/react-query'
import { useRef } from 'react'

/** `value`, or what it was at the last render where nothing in it has changed: effects that depend on it do not run again. */
export function useShared<T>(value: T): T {
  const last = useRef(value)
  last.current = replaceEqualDeep(last.current, value)
  return last.current
}
