import { Trans, useLingui } from '@lingui/react/macro'
import { OPTION_SIDES } from '@strikewise/domain/instruments/contract.ts'
import { nearestExpiry } from '@strikewise/domain/instruments/expiries.ts'
import { istInstant, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { ContractExpiry } from '@strikewise/wire/contract-chart.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from '../../lib/after-paint.ts'
import { useFeed } from '../../lib/feed.tsx'
import { istDay, istTime } from '../../lib/ist-format.ts'
import { indicesQuery } from '../../lib/market-queries.ts'
import { useMarketToday } from '../../lib/server-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NotRefreshed } from '../../ui/NotRefreshed.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { openContract } from '../option-chain/contract-request.ts'
import { wholeChainQuery, wholeDetailsQuery } from '../option-chain/queries.ts'
import { openTicket, type TicketContract } from '../ticket/ticket-request.ts'
import { ContractDayChart } from './ContractDayChart.tsx'
import { ContractFigures } from './ContractFigures.tsx'
import { ContractHistory } from './ContractHistory.tsx'
import { ContractPayoff } from './ContractPayoff.tsx'
import { OtherExpiries } from './OtherExpiries.tsx'
import { contractDayQuery, type ContractDay } from './queries.ts'

interface ContractPanelProps {
  contract: TicketContract
  onClose: () => void
}

/** One contract: its figures, its day, its other expiries, what a lot of it pays at expiry, and the way to its ticket. */
export function ContractPanel({ contract, onClose }: ContractPanelProps) {
  const { t } = useLingui()
  const { symbol, strike, side } = contract
  const nearest = nearestExpiry(symbol, useMarketToday())
  const expiry = (contract.expiry ?? nearest) as IstDate
  const isNearest = expiry === nearest
  const terms = { symbol, strike, side, expiry }
  const day = useQuery(contractDayQuery(terms))
  const quote = day.data?.quotes?.expiries.find((one) => one.expiry === expiry)
  const { data: indices } = useQuery(indicesQuery)
  const near = useNearFigures(contract)
  const figures = isNearest ? near.figures : quote && figuresOfQuote(quote)
  const hasTicket = isNearest || quote?.has_ticket === true
  const date = istDay(istInstant(expiry, 12))
  const stage = useStage(2)
  return (
    <Dialog
      open
      side
      onClose={onClose}
      title={`${symbol} ${strike} ${side}`}
      actions={<Actions contract={contract} hasTicket={hasTicket} onClose={onClose} />}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-ink-3">
          <Trans>Expiry {date}</Trans>
        </p>
        <Segments
          label={t`Call or put`}
          value={side}
          options={OPTION_SIDES.map((value) => ({ value, label: value }))}
          onChange={(value) => openContract({ ...contract, side: value })}
        />
      </div>
      <PricesOf />
      {isNearest ? <NotRefreshed query={near.chain} /> : <NotRefreshed query={day} />}
      {figures !== undefined ? (
        <>
          {isNearest && near.isWithoutDetails && (
            <ErrorState line title={t`Some figures could not be loaded`} hint={t`They come back with the feed.`} />
          )}
          <ContractFigures {...figures} />
          {!isNearest && <WithoutFeedNote hasTicket={hasTicket} />}
        </>
      ) : !isNearest && day.data === undefined && !day.isError ? (
        <LoadingState label={t`Loading...`} />
      ) : (
        <ErrorState line title={t`No figures of this contract`} hint={t`They come back with the feed.`} />
      )}
      {stage >= 1 && <ContractDayChart name={`${symbol} ${strike} ${side} ${date}`} query={day} />}
      {stage >= 2 && (
        <>
          <OtherExpiries contract={terms} quotes={quotesOf(day)} />
          <ContractHistory
            key={`${strike} ${side} ${expiry}`}
            contract={terms}
            name={`${symbol} ${strike} ${side} ${date}`}
          />
        </>
      )}
      {stage >= 2 && figures !== undefined && (
        <ContractPayoff
          contract={contract}
          expiry={expiry}
          price={figures.price}
          spot={indices?.[symbol === 'NIFTY' ? 'nifty50' : 'banknifty']?.price}
        />
      )}
    </Dialog>
  )
}

/**
 * How much of the panel is shown: 0 at first, then one more after each paint, up to `last`. What stands below its figures, such
 * as the charts, is rendered part by part: the press that opens the panel is answered first, and no part holds the page for long.
 */
function useStage(last: number): number {
  const [stage, setStage] = useState(0)
  useEffect(() => {
    if (stage < last) return afterPaint(() => startTransition(() => setStage(stage + 1)))
    return undefined
  }, [stage, last])
  return stage
}

function Actions({ contract, hasTicket, onClose }: ContractPanelProps & { hasTicket: boolean }) {
  const { strike, side } = contract
  return (
    <>
      <Button tone="secondary" onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
      {hasTicket && (
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
      )}
    </>
  )
}

/** What a contract lacks that is not of the nearest expiry. */
function WithoutFeedNote({ hasTicket }: { hasTicket: boolean }) {
  return (
    <p className="mt-2 text-xs text-ink-3">
      <Trans>Volatility and greeks are computed for the nearest expiry.</Trans>
      {!hasTicket && (
        <>
          {' '}
          <Trans>Tickets open for contracts whose prices come with the feed; this one’s do not.</Trans>
        </>
      )}
    </p>
  )
}

/** Of the nearest expiry, whose prices come with the feed. */
function useNearFigures({ symbol, strike, side }: TicketContract) {
  const chain = useQuery(wholeChainQuery(symbol))
  const { data: allDetails, isError: isWithoutDetails } = useQuery(wholeDetailsQuery(symbol))
  const row = chain.data?.find((one) => one.strike === strike)
  const strikeDetails = allDetails?.find((one) => one.strike === strike)
  const figures =
    row === undefined
      ? undefined
      : side === 'CE'
        ? { price: row.ce_ltp, openInterest: row.ce_oi, details: strikeDetails?.ce }
        : { price: row.pe_ltp, openInterest: row.pe_oi, details: strikeDetails?.pe }
  return { chain, isWithoutDetails, figures }
}

/** Of another expiry the broker quotes these; what is computed from a whole chain is not known. */
function figuresOfQuote({ price, prev_close, volume, open_interest: openInterest }: ContractExpiry) {
  const unknown = { iv: null, delta: null, gamma: null, vega: null, theta: null, oi_change: null, build_up: null }
  return { price, openInterest, details: { ...unknown, prev_close, volume } }
}

/** Undefined while they may still come. */
function quotesOf({ data, isError }: UseQueryResult<ContractDay>): ContractDay['quotes'] | undefined {
  if (data === undefined) return isError ? null : undefined
  return data.quotes ?? (data.isAwaited ? undefined : null)
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
