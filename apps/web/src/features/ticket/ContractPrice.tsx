import { useLingui } from '@lingui/react/macro'
import { priceText } from '../../lib/format.ts'
import { openTicket, type TicketContract } from './ticket-request.ts'

/** The last price of a contract, which opens its ticket. */
export function ContractPrice({ price, ...contract }: TicketContract & { price: number }) {
  const { t } = useLingui()
  const { strike, side } = contract
  return (
    <button
      type="button"
      aria-label={t`Trade ${strike} ${side}`}
      className="w-full rounded-sm [text-align:inherit] text-inherit touch:min-h-11 hover:text-accent-text hover:underline"
      onClick={() => openTicket(contract)}
    >
      {priceText(price)}
    </button>
  )
}
