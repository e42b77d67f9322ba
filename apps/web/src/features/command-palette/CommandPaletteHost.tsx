import { lazy, Suspense } from 'react'
import { useKeyListener } from '../../lib/key-listener.ts'
import { useStore } from '../../lib/store.ts'
import { isPaletteOpen, openPalette } from './palette.ts'

/** Loaded when it is first opened: no screen waits for it. */
const CommandPalette = lazy(async () => ({ default: (await import('./CommandPalette.tsx')).CommandPalette }))

/** Opens the list of commands by Ctrl+K or ⌘K, from a field too: with a modifier it is never text. */
export function CommandPaletteHost() {
  const open = useStore(isPaletteOpen)
  useKeyListener(true, (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.repeat) return
    // Of a Devanagari keyboard the place of the key counts.
    if (event.key.toLowerCase() !== 'k' && event.code !== 'KeyK') return
    // A question that is open is answered first.
    if (document.querySelector('[role=dialog], [role=alertdialog]') !== null) return
    event.preventDefault()
    openPalette()
  })
  if (!open) return null
  return (
    <Suspense>
      <CommandPalette />
    </Suspense>
  )
}
