import { createStore, useStore } from '../../lib/store.ts'

/** Local-storage key: 'on' when the chain's extra columns are wanted. */
const KEY = 'chain_columns'

const store = createStore(stored())

export const useMoreColumns = () => useStore(store)

/** Shows or hides the extra columns, and remembers it. */
export function setMoreColumns(on: boolean): void {
  try {
    if (on) localStorage.setItem(KEY, 'on')
    else localStorage.removeItem(KEY)
  } catch {
    // Storage refused (private mode): the choice lasts for this page.
  }
  store.set(on)
}

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on'
  } catch {
    return false
  }
}
