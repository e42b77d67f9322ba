import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { TextField } from '../../ui/Field.tsx'
import { MessageList } from '../../ui/MessageList.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'

/** While the conversation is on screen, an answer is there this soon. */
const POLL_MS = 3000
const KEY = ['support', 'chat']

/** The conversation with support, of the plan that has one. */
export function SupportChat() {
  const { t } = useLingui()
  const queries = useQueryClient()
  const chat = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call('supportChat', { signal }),
    refetchInterval: POLL_MS,
  })
  const [text, setText] = useState('')
  // One key a message: sent again after a lost answer it is shown once.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const say = useMutation({
    mutationFn: (message: string) => api.call('sayToSupport', { body: { text: message }, idempotencyKey: key }),
    onSuccess: (reply) => {
      queries.setQueryData(KEY, reply)
      setText('')
      setKey(crypto.randomUUID())
    },
  })
  if (chat.isPending) return <LoadingState label={t`Loading...`} className="min-h-40" />
  if (chat.data === undefined)
    return (
      <ErrorState
        title={t`Couldn’t load the chat`}
        hint={errorDetail(chat.error)}
        onRetry={() => void chat.refetch()}
      />
    )
  const { hours, messages } = chat.data
  return (
    <Card aria-label={t`Chat with support`}>
      <p className="border-b px-5 py-3 text-sm text-ink-2">
        {hours === null ? (
          <Trans>Write to us at any time. You will be notified by email and in the app when we answer.</Trans>
        ) : (
          <Trans>We answer {hours}. You will be notified by email and in the app when we answer.</Trans>
        )}
      </p>
      {messages.length === 0 ? (
        <EmptyState title={t`Nothing was said yet`} hint={t`Say what happened, and when.`} />
      ) : (
        <MessageList messages={messages} own="user" names={{ user: t`You`, operator: t`Support` }} />
      )}
      <div className="border-t p-5">
        <TextField
          label={t`Your message`}
          hint={t`Never send a password, key, secret or token.`}
          rows={3}
          maxLength={4000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {say.isError && (
          <Notice tone="down" role="alert" title={t`It was not sent`} className="mt-3">
            {errorDetail(say.error)}
          </Notice>
        )}
        <Button className="mt-3" busy={say.isPending} disabled={text.trim() === ''} onClick={() => say.mutate(text)}>
          <Trans>Send</Trans>
        </Button>
      </div>
    </Card>
  )
}
