import { Trans } from '@lingui/react/macro'
import { FULL_REFUND_DAYS } from '@strikewise/domain/plans/refund.ts'

/** When money comes back, in short; the terms say it in full. */
export function MoneyBack({ className }: { className?: string }) {
  return (
    <p className={className}>
      <Trans>
        Money back on request: all of a payment within {FULL_REFUND_DAYS} days, later its whole unused days. The plan
        ends then. See part 4 of the{' '}
        <a href="/terms" target="_blank" className="underline underline-offset-2 hover:text-ink">
          terms
        </a>
        .
      </Trans>
    </p>
  )
}
