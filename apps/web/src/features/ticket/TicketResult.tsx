import { useLingui } from '@lingui/react/macro'
import type { TicketReply } from '@strikewise/wire/entry-tickets.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { rupeesText } from '../../lib/format.ts'
import { ServerText } from '../../ui/ServerText.tsx'
import { RemedyLink } from '../entry-refusals/RemedyLink.tsx'

const ASK_EVERY_MS = 500

const isUnderWay = ({ state }: TicketReply) => state === 'waiting' || state === 'sending'

/** What came of a ticket: asked until it is known. Until the broker has answered nothing is called bought. */
export function TicketResult({ ticket }: { ticket: TicketReply }) {
  const { data = ticket, isError } = useQuery({
    queryKey: ['entry_ticket', ticket.id],
    queryFn: async ({ signal }) => api.call('entryTicket', { params: { ticket_id: ticket.id }, signal }),
    refetchInterval: ({ state }) => (state.data === undefined || isUnderWay(state.data) ? ASK_EVERY_MS : false),
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
      {isError && isUnderWay(data) && (
        <p className="mt-1">{t`The result can't be read now. Your open trades show it.`}</p>
      )}
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
      return t`Sent. Waiting for the broker's answer…`
    case 'bought':
      return t`Bought ${filled_quantity} units at ${price}. The stop is being placed.`
    case 'not_bought':
      return t`Nothing was bought: the order did not fill at your limit.`
    case 'refused':
      return t`Not sent.`
    case 'expired':
      return t`Not sent in time. Nothing was bought.`
  }
}
