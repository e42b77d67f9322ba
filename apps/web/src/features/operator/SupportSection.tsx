import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { wireTime } from '../../lib/ist-format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { FailedRead } from '../../ui/FailedRead.tsx'
import { TextField } from '../../ui/Field.tsx'
import { MessageList } from '../../ui/MessageList.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { ticketQuery, ticketsQuery } from './queries.ts'
import { useAct } from './useAct.ts'

/** Who wrote to support, and the conversation that is open. */
export function SupportSection() {
  const { t } = useLingui()
  const [show, setShow] = useState<'waiting' | 'all'>('waiting')
  const [open, setOpen] = useState<string>()
  const { data, error, isPending, refetch } = useQuery(ticketsQuery(show))
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[22rem_1fr]">
      <Card aria-labelledby="tickets-title">
        <CardHeader
          id="tickets-title"
          title={t`Conversations`}
          actions={
            <Segments
              label={t`Which conversations`}
              value={show}
              onChange={setShow}
              options={[
                { value: 'waiting', label: t`Waiting` },
                { value: 'all', label: t`All` },
              ]}
            />
          }
        />
        {isPending && <LoadingState label={t`Loading...`} className="min-h-20" />}
        {data === undefined && !isPending && (
          <ErrorState title={t`This could not be loaded`} hint={errorDetail(error)} onRetry={() => void refetch()} />
        )}
        {data?.tickets.length === 0 && <EmptyState title={t`Inbox zero`} />}
        <ul className="divide-y">
          {data?.tickets.map((ticket) => (
            <li key={ticket.id}>
              <button
                type="button"
                aria-current={open === ticket.id}
                onClick={() => setOpen(ticket.id)}
                className="w-full px-4 py-3 text-left text-sm hover:bg-hover aria-current:bg-sunken"
              >
                <span className="flex items-baseline justify-between gap-2">
                  <span className="truncate font-medium">{ticket.name || ticket.email}</span>
                  <Badge tone={ticket.waiting ? 'warn' : 'quiet'}>
                    {ticket.kind === 'chat' ? t`Chat` : ticket.topic}
                  </Badge>
                </span>
                <span className="text-ink-3">
                  {ticket.id} · {wireTime(ticket.last_at)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Card>
      {open !== undefined && <Conversation key={open} id={open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

function Conversation({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery(ticketQuery(id))
  const [text, setText] = useState('')
  // One key an answer: sent again after a lost reply it is one message.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const answer = useAct(
    (message: string) => api.call('answerTicket', { params: { id }, body: { text: message }, idempotencyKey: key }),
    () => {
      setText('')
      setKey(crypto.randomUUID())
    },
  )
  if (isPending) return <LoadingState label={t`Loading...`} className="min-h-40" />
  if (data === undefined) {
    const action = (
      <Button tone="secondary" size="sm" onClick={onClose}>
        <Trans>Back to the list</Trans>
      </Button>
    )
    return (
      <FailedRead
        error={error}
        title={t`This could not be loaded`}
        missing={{ title: t`No such conversation`, action }}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <Card aria-labelledby="ticket-title">
      <CardHeader
        id="ticket-title"
        title={data.id}
        note={data.name === '' ? data.email : `${data.name}, ${data.email}`}
      />
      <MessageList
        messages={data.messages}
        own="operator"
        names={{ user: data.name || data.email, operator: t`Support` }}
      />
      <div className="border-t p-5">
        <TextField
          label={t`Answer`}
          hint={
            data.kind === 'chat' ? t`It appears in the chat, and a notice is sent.` : t`It goes to the address by mail.`
          }
          rows={4}
          maxLength={4000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button
          className="mt-3"
          busy={answer.isPending}
          disabled={text.trim() === ''}
          onClick={() => answer.mutate(text)}
        >
          <Trans>Send</Trans>
        </Button>
      </div>
    </Card>
  )
}
