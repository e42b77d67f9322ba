import { createStore } from '../../lib/store.ts'

/** Whether the list of commands is open. Keys and menus of every screen open the same one. */
export const isPaletteOpen = createStore(false)

export const openPalette = (): void => isPaletteOpen.set(true)
export const closePalette = (): void => isPaletteOpen.set(false)
