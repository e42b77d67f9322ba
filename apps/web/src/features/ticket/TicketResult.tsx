import { useLingui } from '@lingui/react/macro'
import type { TicketReply } from '@strikewise/wire/entry-tickets.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { rupeesText } from '../../lib/format.ts'
import { ServerText } from '../../ui/ServerText.tsx'
import { RemedyLink } from '../entry-refusals/RemedyLink.tsx'

const ASK_EVERY_MS = 500
/** What the broker reports late can still change these. */
const ASK_AGAIN_EVERY_MS = 2_000

const isUnderWay = ({ state }: TicketReply) => state === 'waiting' || state === 'sending'

function askAgainIn(ticket: TicketReply): number | false {
  if (isUnderWay(ticket)) return ASK_EVERY_MS
  return ticket.state === 'bought' || ticket.state === 'refused' ? false : ASK_AGAIN_EVERY_MS
}

/** What came of a ticket, asked while it may change: the broker may report a fill late. */
export function TicketResult({ ticket }: { ticket: TicketReply }) {
  const { data = ticket, isError } = useQuery({
    queryKey: ['entry_ticket', ticket.id],
    queryFn: async ({ signal }) => api.call('entryTicket', { params: { ticket_id: ticket.id }, signal }),
    refetchInterval: ({ state }) => askAgainIn(state.data ?? ticket),
    retry: false,
  })
  const { t } = useLingui()
  const refusal = data.state === 'refused' ? data.refusal : null
  return (
    <div role="status" aria-live="polite">
      <p className="font-medium text-ink">
        <StateText ticket={data} />
      </p>
      {refusal !== null && (
        <p className="mt-1">
          <ServerText of={refusal} />{' '}
          {refusal.remedy !== null && (
            <>
              <ServerText of={refusal.remedy} />{' '}
              {refusal.remedy.place !== null && <RemedyLink place={refusal.remedy.place} />}
            </>
          )}
        </p>
      )}
      {isError && isUnderWay(data) && <p className="mt-1">{t`Couldn’t load the result. Your open trades show it.`}</p>}
    </div>
  )
}

function StateText({ ticket }: { ticket: TicketReply }) {
  const { t } = useLingui()
  const { filled_quantity, average_price } = ticket
  const price = average_price === null ? '' : rupeesText(average_price)
  switch (ticket.state) {
    case 'waiting':
      return t`Checking the order…`
    case 'sending':
      return t`Sent. Waiting for the broker’s answer…`
    case 'bought':
      return t`Bought ${filled_quantity} units at ${price}. The stop is being placed.`
    case 'not_bought':
      if (ticket.reason === 'missed') return t`Not filled: the broker cancelled the order at your limit.`
      return ticket.reason === 'not_sent'
        ? t`Not sent: the ticket expired before the order was sent.`
        : t`Not filled: the broker did not accept the order.`
    case 'unanswered':
      return t`The broker has not answered. The order may have bought: check your positions. If it did, we place the stop.`
    case 'refused':
      return t`Not sent.`
    case 'expired':
      return t`No answer before the ticket expired. It won’t be sent again. Your open trades show whether it bought.`
  }
}
