import { useSyncExternalStore } from 'react'

/** One value outside React, with listeners. A topic that changes often gets its own, so only its readers re-render. */
export interface Store<T> {
  readonly get: () => T
  /** What it began with: what a page that was made ready shows until it has come to life. */
  readonly first: () => T
  readonly set: (value: T) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    first: () => initial,
    set: (next) => {
      if (Object.is(value, next)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Reads a store, or the part of it `select` picks. The part must be a primitive or keep its identity while unchanged. */
export function useStore<T>(store: Store<T>): T
export function useStore<T, P>(store: Store<T>, select: (value: T) => P): P
export function useStore<T, P>(store: Store<T>, select?: (value: T) => P): T | P {
  const pick = (value: T) => (select === undefined ? value : select(value))
  return useSyncExternalStore(
    store.subscribe,
    () => pick(store.get()),
    () => pick(store.first()),
  )
}
