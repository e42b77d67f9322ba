import { useEffect } from 'react'
import { createStore, useStore } from '../../lib/store.ts'
import { requestAct, type ActRequest } from './act-request.ts'

/** Local-storage key of the switch: a person who types by voice, or whose keys slip, can turn single keys off. */
const SWITCH_KEY = 'shortcuts'

const areOn = createStore(typeof localStorage === 'undefined' || localStorage.getItem(SWITCH_KEY) !== 'off')

export const useShortcutsOn = () => useStore(areOn)

export function setShortcuts(on: boolean): void {
  try {
    if (on) localStorage.removeItem(SWITCH_KEY)
    else localStorage.setItem(SWITCH_KEY, 'off')
  } catch {
    // Storage refused (private mode): the choice lasts for this page.
  }
  areOn.set(on)
}

type Keys = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** What a key asks for: `P` pauses or resumes entries, `?` lists the keys. */
export function requestOfKey(event: Keys, paused: boolean): ActRequest | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (event.key === '?') return 'shortcuts'
  // Of a Devanagari keyboard the place of the key counts.
  const letter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : event.code.replace(/^Key/, '').toLowerCase()
  if (letter !== 'p' || event.shiftKey) return undefined
  return paused ? 'resume' : 'pause'
}

/** True where a key is text, or another window is in front. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : undefined
  return (
    event.defaultPrevented ||
    event.repeat ||
    target?.closest('input, select, textarea, [contenteditable]') != null ||
    document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
  )
}

/** Listens to the keys of the dashboard while they are on. `canPause`: the account has the switch for entries. */
export function useShortcuts({ paused, canPause }: { paused: boolean; canPause: boolean }): void {
  const on = useShortcutsOn()
  useEffect(() => {
    if (!on) return
    const listener = (event: KeyboardEvent) => {
      if (isTaken(event)) return
      const request = requestOfKey(event, paused)
      if (request === undefined || (request !== 'shortcuts' && !canPause)) return
      event.preventDefault()
      requestAct(request)
    }
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [on, paused, canPause])
}
