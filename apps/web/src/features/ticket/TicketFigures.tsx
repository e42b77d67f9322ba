import { Trans, useLingui } from '@lingui/react/macro'
import type { TicketQuote } from '@strikewise/wire/entry-tickets.ts'
import type { ReactNode } from 'react'
import { rupeesText } from '../../lib/format.ts'
import { wireTime } from '../../lib/ist-format.ts'
import { TradeCost } from '../trade-cost/TradeCost.tsx'

const textOf = (amount: number | null) => (amount === null ? '—' : rupeesText(amount))

/** What the order pays and may lose at these prices, and what ends the trade. */
export function TicketFigures({ quote }: { quote: TicketQuote }) {
  const { t } = useLingui()
  const { bid, ask, last, as_of, delay_seconds, outlay, worst_loss, target_price, trailing, quantity } = quote
  const [target, time] = [textOf(target_price), as_of === null ? undefined : wireTime(as_of)]
  return (
    <>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <Figure label={t`Bid / ask`}>
          {bid === null && ask === null ? textOf(last) : `${textOf(bid)} / ${textOf(ask)}`}
          {delay_seconds > 0 && time !== undefined && (
            <span className="text-ink-3">
              {' '}
              <Trans>as of {time}</Trans>
            </span>
          )}
        </Figure>
        <Figure label={t`You pay at most`}>
          <Trans>
            {textOf(outlay)} for {quantity} units
          </Trans>
        </Figure>
        <Figure label={t`Loss at the stop`}>
          <span className="font-semibold text-down">{textOf(worst_loss)}</span>
        </Figure>
        <Figure label={t`Target`}>{target}</Figure>
      </dl>
      {quote.limit_price !== null && <TradeCost cost={quote.cost} />}
      <p className="mt-2 text-sm">
        {trailing
          ? t`After the fill we place the stop, trail it and exit. In a fast market a stop can fill lower.`
          : t`After the fill we place the stop and exit. In a fast market a stop can fill lower.`}
      </p>
    </>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{label}</dt>
      <dd className="text-right text-ink tabular-nums">{children}</dd>
    </>
  )
}
