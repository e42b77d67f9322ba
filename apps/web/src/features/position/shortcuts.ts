import { useKeyListener } from '../../lib/key-listener.ts'
import { createStore, useStore, type Store } from '../../lib/store.ts'
import type { LiveTrades } from '../active-trades/trade-connection.ts'
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

/** The letter of a key in lower case, its digit, or '?'; undefined while a key is held that makes another act of it. */
export function letterOf(event: Omit<Keys, 'shiftKey'>): string | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (event.key === '?') return '?'
  // Of a Devanagari keyboard the place of the key counts.
  return /^[a-z\d]$/i.test(event.key) ? event.key.toLowerCase() : event.code.replace(/^(Key|Digit)/, '').toLowerCase()
}

/** What a key asks for: `P` pauses or resumes entries, `Shift+X` pauses them and exits all trades, `?` lists the keys. */
export function requestOfKey(event: Keys, paused: boolean): Exclude<ActRequest, object> | undefined {
  const letter = letterOf(event)
  if (letter === '?') return 'shortcuts'
  if (letter === 'x' && event.shiftKey) return 'exit_all'
  if (letter !== 'p' || event.shiftKey) return undefined
  return paused ? 'resume' : 'pause'
}

/** True where a key is text, or another window is in front. */
export function isTaken(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : undefined
  return (
    event.defaultPrevented ||
    event.repeat ||
    target?.closest('input, select, textarea, [contenteditable]') != null ||
    document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
  )
}

interface KeysFor {
  live: Store<LiveTrades>
  paused: boolean
  /** The account has the switch for entries. */
  canPause: boolean
}

/** Listens to the keys of the dashboard while they are on. An open trade can be exited with or without the switch for entries. */
export function useShortcuts({ live, paused, canPause }: KeysFor): void {
  const on = useShortcutsOn()
  useKeyListener(on, (event) => {
    if (isTaken(event)) return
    const request = requestOfKey(event, paused)
    if (request === undefined) return
    if ((request === 'pause' || request === 'resume') && !canPause) return
    if (request === 'exit_all' && !live.get().trades?.length) return
    event.preventDefault()
    requestAct(request)
  })
}
