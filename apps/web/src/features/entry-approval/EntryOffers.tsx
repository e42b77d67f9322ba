import { Trans, useLingui } from '@lingui/react/macro'
import type { EntryOfferReply } from '@strikewise/wire/entry-approvals.ts'
import type { TicketReply } from '@strikewise/wire/entry-tickets.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { rupeesText } from '../../lib/format.ts'
import { epochOf } from '../../lib/ist-format.ts'
import { useMarketTime } from '../../lib/server-clock.ts'
import { ActProblem } from '../../ui/ActProblem.tsx'
import { Button } from '../../ui/Button.tsx'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TradeCost } from '../trade-cost/TradeCost.tsx'
import { TicketResult } from '../ticket/TicketResult.tsx'

const ASK_EVERY_MS = 2_000
const offersKey = ['entry_approvals'] as const
const asItIs = (now: number): number => now

/** Entries that wait for their user, and what came of the one that was taken last. Asked for only where entries ask first. */
export function EntryOffers() {
  const { t } = useLingui()
  const [taken, setTaken] = useState<TicketReply>()
  const { data, isError } = useQuery({
    queryKey: offersKey,
    queryFn: async ({ signal }) => api.call('entryApprovals', { signal }),
    refetchInterval: ASK_EVERY_MS,
  })
  const now = useMarketTime(asItIs)
  const open = (data?.offers ?? []).filter(({ until }) => (epochOf(until) ?? 0) > now)
  return (
    <>
      {isError && data === undefined && (
        <Notice tone="warn" role="alert" title={t`Couldn’t load entries that wait for you`}>
          <Trans>Retrying… Entries you don’t answer are skipped.</Trans>
        </Notice>
      )}
      {open.map((offer) => (
        <Offer key={offer.decision_id} offer={offer} now={now} onTaken={setTaken} />
      ))}
      {taken !== undefined && (
        <Notice
          tone="info"
          title={t`The entry you took`}
          action={
            <Button tone="secondary" size="sm" onClick={() => setTaken(undefined)}>
              <Trans>Close</Trans>
            </Button>
          }
        >
          <TicketResult ticket={taken} />
        </Notice>
      )}
    </>
  )
}

interface OfferProps {
  offer: EntryOfferReply
  now: number
  onTaken: (ticket: TicketReply) => void
}

function Offer({ offer, now, onTaken }: OfferProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const answer = useMutation({
    mutationFn: (given: 'take' | 'skip') =>
      api.call('answerApproval', { params: { decision_id: offer.decision_id }, body: { answer: given } }),
    onSuccess: ({ ticket }) => {
      if (ticket !== null) onTaken(ticket)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: offersKey }),
  })
  const { symbol, strike, side, mode, lots } = offer
  const [limit, stop, loss] = [offer.limit_price, offer.stop_price, offer.worst_loss].map(rupeesText)
  const seconds = Math.max(0, Math.ceil(((epochOf(offer.until) ?? 0) - now) / 1000))
  return (
    <Notice tone="warn" role="alert" title={t`Buy ${symbol} ${strike} ${side}?`}>
      <p className="flex flex-wrap items-center gap-2">
        <ModeBadge mode={mode} />
        <span>
          {lots === 1 ? (
            <Trans>1 lot at {limit} at most.</Trans>
          ) : (
            <Trans>
              {lots} lots at {limit} at most.
            </Trans>
          )}{' '}
          <Trans>
            Loss at the stop of {stop}: <span className="font-semibold text-down">{loss}</span>.
          </Trans>
        </span>
      </p>
      <TradeCost cost={offer.cost} />
      <p role="timer" className="mt-1 tabular-nums">
        <Trans>Skipped in {seconds} s without an answer.</Trans>
      </p>
      <div className="mt-2 flex gap-2">
        <Button tone="secondary" disabled={answer.isPending} onClick={() => answer.mutate('skip')}>
          <Trans>Skip</Trans>
        </Button>
        <Button busy={answer.isPending} onClick={() => answer.mutate('take')}>
          {mode === 'live' ? <Trans>Take with real money</Trans> : <Trans>Take</Trans>}
        </Button>
      </div>
      <ActProblem error={answer.error} />
    </Notice>
  )
}
