import { useLingui } from '@lingui/react/macro'
import { priceText } from '../../lib/format.ts'
import type { TicketContract } from '../ticket/ticket-request.ts'

/** The last price of a contract. A press, like one elsewhere on its cells, opens its panel: the table listens for it. */
export function ContractButton({ contract, price }: { contract: TicketContract; price: number }) {
  const { t } = useLingui()
  const { strike, side } = contract
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={t`Open ${strike} ${side}`}
      className="w-full rounded-sm [text-align:inherit] text-inherit touch:min-h-11 hover:text-accent-text hover:underline"
    >
      {priceText(price)}
    </button>
  )
}
