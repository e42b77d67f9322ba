import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { lazy, Suspense, useEffect } from 'react'
import { useStore } from '../../lib/store.ts'
import { actRequest, endRequest } from './act-request.ts'
import { ExitAllDialog } from './ExitAllDialog.tsx'
import { ExitsDialog } from './ExitsDialog.tsx'
import { PauseDialog } from './PauseDialog.tsx'
import type { Standing } from './position.ts'

// Rarely opened, and nothing depends on it.
const ShortcutsDialog = lazy(async () => ({ default: (await import('./ShortcutsDialog.tsx')).ShortcutsDialog }))

interface ActDialogsProps {
  /** The trades that hold a position; undefined until they are known. */
  trades: readonly ShownTradeRow[] | undefined
  standingOf: (trade: ShownTradeRow) => Standing
}

/** The dialog of the act that is in question, if any. */
export function ActDialogs({ trades, standingOf }: ActDialogsProps) {
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
  if (typeof request === 'object') return <ExitsDialog trades={trades} {...request} onClose={endRequest} />
  const shared = { trades: trades ?? [], standingOf, onClose: endRequest }
  // Asked for on another screen, it waits until the trades are known here.
  if (request === 'exit_all') return trades === undefined ? null : <ExitAllDialog {...shared} />
  return <PauseDialog pauses={request === 'pause'} {...shared} />
}
