import { Trans, useLingui } from '@lingui/react/macro'
import { OPTION_SIDES } from '@strikewise/domain/instruments/contract.ts'
import { nearestExpiry } from '@strikewise/domain/instruments/expiries.ts'
import { istInstant } from '@strikewise/domain/time/ist.ts'
import { useQuery } from '@tanstack/react-query'
import { useFeed } from '../../lib/feed.tsx'
import { istDay, istTime } from '../../lib/ist-format.ts'
import { indicesQuery } from '../../lib/market-queries.ts'
import { useMarketToday } from '../../lib/server-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NotRefreshed } from '../../ui/NotRefreshed.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { openContract } from '../option-chain/contract-request.ts'
import { wholeChainQuery, wholeDetailsQuery } from '../option-chain/queries.ts'
import { openTicket, type TicketContract } from '../ticket/ticket-request.ts'
import { ContractFigures } from './ContractFigures.tsx'
import { ContractPayoff } from './ContractPayoff.tsx'

interface ContractPanelProps {
  contract: TicketContract
  onClose: () => void
}

/** One contract of the chain: its figures, what a lot of it pays at expiry, and the way to its ticket. */
export function ContractPanel({ contract, onClose }: ContractPanelProps) {
  const { t } = useLingui()
  const { symbol, strike, side } = contract
  const chain = useQuery(wholeChainQuery(symbol))
  const { data: allDetails, isError: isWithoutDetails } = useQuery(wholeDetailsQuery(symbol))
  const { data: indices } = useQuery(indicesQuery)
  const expiry = nearestExpiry(symbol, useMarketToday())
  const row = chain.data?.find((one) => one.strike === strike)
  const strikeDetails = allDetails?.find((one) => one.strike === strike)
  const details = side === 'CE' ? strikeDetails?.ce : strikeDetails?.pe
  const price = side === 'CE' ? row?.ce_ltp : row?.pe_ltp
  const day = istDay(istInstant(expiry, 12))
  return (
    <Dialog
      open
      side
      onClose={onClose}
      title={`${symbol} ${strike} ${side}`}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button
            onClick={() => {
              onClose()
              openTicket(contract)
            }}
          >
            <Trans>
              Trade {strike} {side}
            </Trans>
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-ink-3">
          <Trans>Expiry {day}</Trans>
        </p>
        <Segments
          label={t`Call or put`}
          value={side}
          options={OPTION_SIDES.map((value) => ({ value, label: value }))}
          onChange={(value) => openContract({ ...contract, side: value })}
        />
      </div>
      <PricesOf />
      <NotRefreshed query={chain} />
      {row === undefined || price === undefined ? (
        <ErrorState line title={t`No figures of this contract`} hint={t`They come back with the feed.`} />
      ) : (
        <>
          {isWithoutDetails && (
            <ErrorState line title={t`Some figures could not be loaded`} hint={t`They come back with the feed.`} />
          )}
          <ContractFigures price={price} openInterest={side === 'CE' ? row.ce_oi : row.pe_oi} details={details} />
          <ContractPayoff
            contract={contract}
            expiry={expiry}
            price={price}
            spot={indices?.[symbol === 'NIFTY' ? 'nifty50' : 'banknifty']?.price}
          />
        </>
      )}
    </Dialog>
  )
}

/** When the figures were current, once they no longer are. */
function PricesOf() {
  const feed = useFeed()
  if (feed.status === 'current' || feed.since === undefined) return null
  const time = istTime(feed.since)
  return (
    <p role="status" className="mt-2 rounded-sm bg-warn-soft px-3 py-1.5 text-xs text-warn">
      <Trans>Not current: the prices are from {time}.</Trans>
    </p>
  )
}
