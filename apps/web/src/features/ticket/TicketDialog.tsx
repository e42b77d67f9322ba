import { Trans, useLingui } from '@lingui/react/macro'
import type { TicketQuote } from '@strikewise/wire/entry-tickets.ts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useFeature } from '../../lib/use-feature.ts'
import { CancelConfirm } from '../../ui/CancelConfirm.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FeatureOff } from '../../ui/FeatureOff.tsx'
import { Field } from '../../ui/Field.tsx'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { ActProblem } from '../../ui/ActProblem.tsx'
import { BrokerOrder } from './BrokerOrder.tsx'
import { TicketChecks } from './TicketChecks.tsx'
import { TicketFigures } from './TicketFigures.tsx'
import { TicketResult } from './TicketResult.tsx'
import { refusalText } from '../../lib/refusal-text.ts'
import { EMPTY_FORM, quoteInput, ticketBody, type TicketBody, type TicketForm } from './ticket-form.ts'
import type { TicketContract } from './ticket-request.ts'

const QUOTE_EVERY_MS = 1000

interface TicketDialogProps {
  contract: TicketContract
  onClose: () => void
}

/** A manual entry: what it would pay, lose and be refused by, as it changes; then what came of it. */
export function TicketDialog(props: TicketDialogProps) {
  return useFeature('manual_entries') ? <OpenTicket {...props} /> : <TicketsOff {...props} />
}

/** In place of the ticket while manual entries are switched off for the user. */
function TicketsOff({ contract: { symbol, strike, side }, onClose }: TicketDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog open title={t`Buy ${symbol} ${strike} ${side}`} onClose={onClose} actions={<Done onClose={onClose} />}>
      <FeatureOff title={t`Manual entries are switched off at the moment`}>
        <Trans>Open trades are not affected: you can exit them, and their stop-loss orders stay active.</Trans>
      </FeatureOff>
    </Dialog>
  )
}

function OpenTicket({ contract, onClose }: TicketDialogProps) {
  const { t } = useLingui()
  const [form, setForm] = useState<TicketForm>(EMPTY_FORM)
  const { symbol, strike, side } = contract
  const { data: quote, isError } = useTicketQuote(contract, form)
  const send = useSend()
  const title = t`Buy ${symbol} ${strike} ${side}`
  if (send.data !== undefined)
    return (
      <Dialog open title={title} onClose={onClose} actions={<Done onClose={onClose} />}>
        <TicketResult ticket={send.data} />
      </Dialog>
    )
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        // Without an account there is nothing to send it to.
        quote === undefined || !quote.can_send || quote.mode === null ? (
          <Done onClose={onClose} />
        ) : (
          <SendButtons quote={quote} isPending={send.isPending} onSend={send.mutate} onClose={onClose} />
        )
      }
    >
      {quote === undefined &&
        (isError ? <ErrorState title={t`Couldn’t load the ticket`} /> : <LoadingState label={t`Loading...`} />)}
      {quote !== undefined && (
        <>
          <Heading quote={quote} />
          <TicketFields quote={quote} form={form} onChange={setForm} />
          <TicketFigures quote={quote} />
          <TicketChecks quote={quote} />
          <BrokerOrder quote={quote} />
        </>
      )}
      <ActProblem error={send.error} />
    </Dialog>
  )
}

/**
 * Sends a ticket. Where the server did not answer, what is sent again is the same ticket under the same key, whatever the prices
 * are by then: the first may have been taken.
 */
function useSend() {
  const [unanswered, setUnanswered] = useState<{ readonly body: TicketBody; readonly key: string }>()
  return useMutation({
    mutationFn: async (shown: TicketBody) => {
      const { body, key } = unanswered ?? { body: shown, key: crypto.randomUUID() }
      setUnanswered({ body, key })
      return api.call('sendTicket', { body, idempotencyKey: key })
    },
    onError: (error) => {
      if (refusalText(error) !== undefined) setUnanswered(undefined)
    },
  })
}

/** Asked again each second, and with each change of a field. The figures before stay until the new ones are there. */
function useTicketQuote({ symbol, strike, side, expiry }: TicketContract, form: TicketForm) {
  const query = { symbol, strike, side, ...(expiry === undefined ? {} : { expiry }), ...quoteInput(form) }
  return useQuery({
    queryKey: ['ticket_quote', query],
    queryFn: async ({ signal }) => api.call('ticketQuote', { query, signal }),
    refetchInterval: QUOTE_EVERY_MS,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
}

function Heading({ quote: { contract, mode } }: { quote: TicketQuote }) {
  const { expiry } = contract
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      <span>
        <Trans>Expiry {expiry}</Trans>
      </span>
      {mode !== null && <ModeBadge mode={mode} />}
    </p>
  )
}

interface SendButtonsProps {
  quote: TicketQuote
  isPending: boolean
  onSend: (body: TicketBody) => void
  onClose: () => void
}

function SendButtons({ quote, isPending, onSend, onClose }: SendButtonsProps) {
  const { t } = useLingui()
  const body = ticketBody(quote)
  return (
    <CancelConfirm
      confirmLabel={quote.mode === 'live' ? t`Buy with real money` : t`Buy`}
      busy={isPending}
      disabled={body === undefined}
      onCancel={onClose}
      onConfirm={() => body !== undefined && onSend(body)}
    />
  )
}

function Done({ onClose }: { onClose: () => void }) {
  return (
    <Button tone="secondary" onClick={onClose}>
      <Trans>Close</Trans>
    </Button>
  )
}

interface TicketFieldsProps {
  quote: TicketQuote
  form: TicketForm
  onChange: (form: TicketForm) => void
}

/** Lots, limit and stop: what is left empty is what the quote suggests. */
function TicketFields({ quote, form, onChange }: TicketFieldsProps) {
  const { t } = useLingui()
  const id = useId()
  const { lots, limit_price, stop_price, stop_range } = quote
  const { lot_size } = quote.contract
  const [from, to] = stop_range === null ? [] : [stop_range.from.toFixed(2), stop_range.to.toFixed(2)]
  const field = (name: keyof TicketForm, shown: string) => ({
    value: form[name],
    placeholder: shown,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange({ ...form, [name]: event.target.value }),
  })
  return (
    <fieldset id={id} className="mt-3 grid grid-cols-1 gap-3 sm:grid-cols-3">
      <legend className="sr-only">{t`Order`}</legend>
      <Field label={t`Lots`} inputMode="numeric" hint={t`${lot_size} units a lot`} {...field('lots', String(lots))} />
      <Field
        label={t`Limit, ₹ a unit`}
        inputMode="decimal"
        hint={t`Never pays more`}
        {...field('limit', limit_price?.toFixed(2) ?? '')}
      />
      <Field
        label={t`Stop, ₹ a unit`}
        inputMode="decimal"
        hint={from === undefined ? undefined : t`${from} to ${to}`}
        {...field('stop', stop_price?.toFixed(2) ?? '')}
      />
    </fieldset>
  )
}
