import { lazy, Suspense, useEffect } from 'react'
import { useStore } from '../../lib/store.ts'
import { actRequest, endRequest } from './act-request.ts'
import { PauseDialog } from './PauseDialog.tsx'

// Rarely opened, and nothing depends on it.
const ShortcutsDialog = lazy(async () => ({ default: (await import('./ShortcutsDialog.tsx')).ShortcutsDialog }))

/** The dialog of the act that is in question, if any. */
export function ActDialogs() {
  const request = useStore(actRequest)
  // What another screen's user asked for must not open here.
  useEffect(() => endRequest, [])
  if (request === undefined) return null
  if (request === 'shortcuts')
    return (
      <Suspense fallback={null}>
        <ShortcutsDialog onClose={endRequest} />
      </Suspense>
    )
  return <PauseDialog pauses={request === 'pause'} onClose={endRequest} />
}
