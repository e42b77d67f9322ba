import { Trans } from '@lingui/react/macro'
import { FULL_REFUND_DAYS } from '@strikewise/plans/refund.ts'

/** When money comes back, in short; the terms show it in full. */
export function RefundPolicy({ className }: { className?: string }) {
  return (
    <p className={className}>
      <Trans>
        Full refund within {FULL_REFUND_DAYS} days; after that, unused full days. Your plan ends on refund. See part 4
        of the{' '}
        <a href="/terms" target="_blank" className="underline underline-offset-2 hover:text-ink">
          terms
        </a>
        .
      </Trans>
    </p>
  )
}
