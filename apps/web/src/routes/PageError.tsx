import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'

/** Shown when a screen fails to load or to render. Reports what failed; a reload fetches a newer build if there is one. */
export function PageError({ error, title }: { error: unknown; title?: ReactNode }) {
  return (
    <main className="mx-auto flex max-w-lg flex-col items-center px-4 py-24 text-center">
      <div role="alert">
        <h1 className="text-xl font-semibold">{title ?? <Trans>Something went wrong.</Trans>}</h1>
        <p className="mt-2 text-sm break-words text-ink-2">{error instanceof Error ? error.message : String(error)}</p>
      </div>
      <Button tone="secondary" className="mt-6" onClick={() => window.location.reload()}>
        <Trans>Reload the page</Trans>
      </Button>
    </main>
  )
}
