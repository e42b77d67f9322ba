import { useLingui } from '@lingui/react/macro'
import { priceText } from '../../lib/format.ts'
import { openTicket, type TicketContract } from './ticket-request.ts'

/** The last price of a contract, which opens its ticket. `tabIndex`: -1 in a grid, whose cells share one stop. */
export function ContractPrice({ price, tabIndex, ...contract }: TicketContract & { price: number; tabIndex?: -1 }) {
  const { t } = useLingui()
  const { strike, side } = contract
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={t`Trade ${strike} ${side}`}
      className="w-full rounded-sm [text-align:inherit] text-inherit touch:min-h-11 hover:text-accent-text hover:underline"
      onClick={() => openTicket(contract)}
    >
      {priceText(price)}
    </button>
  )
}
