import { Trans, useLingui } from '@lingui/react/macro'
import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'

/**
 * Catches what the panels below the positions throw, and a part of the page that does not load. The positions, their
 * acts and the header are outside: an open trade can be exited whatever a panel does.
 */
export function MarketBoundary({ children }: { children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => 'market'} errorComponent={MarketError}>
      {children}
    </CatchBoundary>
  )
}

function MarketError({ error, reset }: { error: unknown; reset: () => void }) {
  const { t } = useLingui()
  return (
    <Card aria-labelledby="market-error">
      <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 text-sm">
        <div className="min-w-0 flex-1">
          <h2 id="market-error" className="font-medium text-ink">{t`Something broke in Dashboard.`}</h2>
          <p className="break-words text-ink-2">{error instanceof Error ? error.message : String(error)}</p>
          <p className="text-ink-3">
            <Trans>
              Only this part of the screen failed. Open trades, their stop-loss orders and Exit work as before.
            </Trans>
          </p>
        </div>
        <Button tone="secondary" size="sm" onClick={reset}>
          <Trans>Try again</Trans>
        </Button>
        <Button tone="secondary" size="sm" onClick={() => window.location.reload()}>
          <Trans>Reload the page</Trans>
        </Button>
      </div>
    </Card>
  )
}
