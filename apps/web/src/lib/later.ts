import type { ComponentType } from 'react'
import { createStore, useStore, type Store } from './store.ts'

/** A component whose code is no part of what a screen loads first. */
export interface Later<P> {
  /** Loads the code, once. Rejects when it is not available; the next call tries again. */
  readonly load: () => Promise<void>
  readonly loaded: Store<ComponentType<P> | undefined>
}

const parts = new Set<() => Promise<void>>()

/** Registers a component that `loadLaterParts`, or its first use, loads. */
export function later<P>(request: () => Promise<ComponentType<P>>): Later<P> {
  const loaded = createStore<ComponentType<P> | undefined>(undefined)
  let loading: Promise<void> | undefined
  const load = () =>
    (loading ??= request().then(
      (component) => loaded.set(component),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    ))
  parts.add(load)
  return { load, loaded }
}

/** Loads every registered part, so that its first use waits for nothing. A failure is reported by that use, which tries again. */
export async function loadLaterParts(): Promise<void> {
  await Promise.allSettled([...parts].map((load) => load()))
}

/** The component, once its code has been loaded. */
export function useLater<P>({ loaded }: Later<P>): ComponentType<P> | undefined {
  return useStore(loaded)
}
