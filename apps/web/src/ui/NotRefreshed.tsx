import { Trans } from '@lingui/react/macro'
import { Button } from './Button.tsx'

interface NotRefreshedProps {
  /** The query whose last answer is still shown. */
  query: { readonly isError: boolean; readonly data: unknown; refetch(): unknown }
}

/** Above what a query last answered, once a newer answer could not be read: nothing while all is well. */
export function NotRefreshed({ query }: NotRefreshedProps) {
  if (!query.isError || query.data === undefined) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 border-b bg-warn-soft px-4 py-1.5 text-xs text-warn"
    >
      <span>
        <Trans>Couldn’t refresh this. You see the last answer.</Trans>
      </span>
      <Button tone="quiet" size="sm" onClick={() => void query.refetch()}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}
