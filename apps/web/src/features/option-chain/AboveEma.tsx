import { Trans } from '@lingui/react/macro'
import { ArrowDown, ArrowUp } from 'lucide-react'

/** Whether the last price stands above its average: arrow, colour and word. Null: not known. */
export function AboveEma({ above }: { above: boolean | null }) {
  if (above === null)
    return (
      <span className="text-ink-3">
        <span aria-hidden="true">–</span>
        <span className="sr-only">
          <Trans>not known</Trans>
        </span>
      </span>
    )
  return above ? (
    <span className="inline-flex align-middle text-up">
      <ArrowUp aria-hidden="true" className="size-3.5" />
      <span className="sr-only">
        <Trans>above</Trans>
      </span>
    </span>
  ) : (
    <span className="inline-flex align-middle text-down">
      <ArrowDown aria-hidden="true" className="size-3.5" />
      <span className="sr-only">
        <Trans>below</Trans>
      </span>
    </span>
  )
}
