import { Plural, Trans } from '@lingui/react/macro'
import type { ReducedLots as Fewer } from '@strikewise/wire/trades.ts'

/** Under the quantity of a trade that holds fewer lots than its user had set: how many, and what allowed no more. */
export function ReducedLots({ lots }: { lots: Fewer | undefined }) {
  if (lots === undefined) return null
  const { armed, bought } = lots
  return (
    <span className="mt-0.5 ml-auto block max-w-44 text-xs whitespace-normal text-ink-3">
      <Plural value={armed} one={`${bought} of # lot.`} other={`${bought} of # lots.`} />{' '}
      <Reason reason={lots.reason} />
    </span>
  )
}

function Reason({ reason }: Pick<Fewer, 'reason'>) {
  switch (reason) {
    case 'risk_budget':
      return <Trans>Your risk budget allows no more.</Trans>
    case 'day_cap':
      return <Trans>Your daily loss limit leaves no more.</Trans>
    case 'cash':
      return <Trans>One entry uses at most half of your free cash.</Trans>
    case 'liquidity':
      return <Trans>Too few units were on offer for more.</Trans>
    case 'freeze':
      return <Trans>The exchange accepts no larger order.</Trans>
    case 'earlier_loss':
      return <Trans>After a loss today, no trade is larger than the one before.</Trans>
    case 'second_attempt':
      return <Trans>A second attempt uses half the lots.</Trans>
    case 'offers':
      return <Trans>The order was filled in part.</Trans>
  }
}
