import { Trans } from '@lingui/react/macro'
import { lotSizeOfExpiry } from '@strikewise/domain/instruments/lots.ts'
import { istIso, type IstDate } from '@strikewise/domain/time/ist.ts'
import { rupeesText } from '../../lib/format.ts'
import { marketNow } from '../../lib/server-clock.ts'
import { INDEX_NAMES } from '../market-chart/index-names.ts'
import { PayoffChart } from '../market-chart/PayoffChart.tsx'
import type { TicketContract } from '../ticket/ticket-request.ts'

interface ContractPayoffProps {
  contract: TicketContract
  expiry: IstDate
  /** Rupees a unit; 0: not traded today. */
  price: number
  spot: number | undefined
}

/** What one lot bought at the last price pays at expiry. Without a price there is nothing to draw. */
export function ContractPayoff({ contract: { symbol, strike, side }, expiry, price, spot }: ContractPayoffProps) {
  if (price === 0) return null
  const quantity = lotSizeOfExpiry(symbol, expiry)
  const cost = Math.round(100 * price * quantity) / 100
  const [units, premium] = [quantity, rupeesText(cost)]
  return (
    <div className="-mx-5 mt-4 border-t pt-3">
      <h3 className="px-4 text-sm font-medium text-ink">
        <Trans>At expiry, for one lot</Trans>
      </h3>
      <p className="px-4 pb-2 text-xs text-ink-3">
        <Trans>
          {units} units bought at the last price: {premium}.
        </Trans>
      </p>
      <PayoffChart
        indexName={INDEX_NAMES[symbol]}
        chart={{
          side,
          strike,
          expiry,
          entry: { at: istIso(marketNow()), price },
          held: { quantity, cost },
          stops: [],
          pricing: null,
          spot,
        }}
      />
    </div>
  )
}
