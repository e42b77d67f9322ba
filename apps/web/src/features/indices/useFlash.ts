import { useState } from 'react'

export interface Flash {
  readonly value: number
  readonly moved: 'up' | 'down' | undefined
  /** Rises with each move. */
  readonly count: number
}

/** Remembers which way a value moved last, for a short flash. The first value does not flash. */
export function useFlash(value: number): Flash {
  const [flash, setFlash] = useState<Flash>({ value, moved: undefined, count: 0 })
  if (flash.value === value) return flash
  // Setting state while rendering replaces this render, so the flash is in the same paint as the price.
  const next: Flash = { value, moved: value > flash.value ? 'up' : 'down', count: flash.count + 1 }
  setFlash(next)
  return next
}
