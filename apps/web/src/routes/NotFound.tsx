import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { SiteHeader } from '../features/site/SiteHeader.tsx'
import { buttonClass } from '../ui/Button.tsx'

export function NotFound() {
  return (
    <>
      <SiteHeader />
      <main className="mx-auto flex max-w-md flex-col items-center px-4 py-24 text-center">
        <p className="text-sm font-medium text-ink-3">404</p>
        <h1 className="mt-1 text-2xl font-semibold tracking-[-0.02em]">
          <Trans>This page does not exist</Trans>
        </h1>
        <p className="mt-2 text-ink-2">
          <Trans>The address may be mistyped, or the page has moved.</Trans>
        </p>
        <Link to="/" className={buttonClass('primary', 'md', 'mt-6')}>
          <Trans>Go to the start page</Trans>
        </Link>
      </main>
    </>
  )
}
