import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@strikewise/wire/api-error.ts'
import { useState, type FormEvent } from 'react'
import { SettingsPage } from '../features/site/SettingsPage.tsx'
import { api } from '../lib/api.ts'
import { meQuery } from '../lib/queries.ts'
import { formText } from '../lib/form-text.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Field } from '../ui/Field.tsx'
import { ErrorState, LoadingState } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'

const STEPS = [
  'In Telegram, open an info bot such as @userinfobot and send it any message. It answers with your chat ID, a number.',
  'Start the alert bot once, so that it may write to you.',
  'Enter the number here and save.',
]

export function TelegramSetupPage() {
  const me = useQuery(meQuery)
  return (
    <SettingsPage title="Telegram Integration" lead="Trade alerts and the daily report, in your own chat.">
      <Card className="p-5">
        <ol className="mb-6 space-y-3">
          {STEPS.map((step, i) => (
            <li key={step} className="flex gap-3 text-sm text-ink-2">
              <span
                aria-hidden="true"
                className="inline-flex size-6 shrink-0 items-center justify-center rounded-full border bg-sunken text-xs font-semibold"
              >
                {i + 1}
              </span>
              <span className="pt-0.5">{step}</span>
            </li>
          ))}
        </ol>
        {me.isPending && <LoadingState label="Loading..." />}
        {me.isError && <ErrorState title="Your settings could not be read" onRetry={() => void me.refetch()} />}
        {me.data && <ChatIdForm stored={me.data.telegramChatId ?? ''} />}
        <p className="mt-5 border-t pt-4 text-xs text-ink-3">
          Alerts are sent only if your plan supports them: Pro, Elite and Master do.
        </p>
      </Card>
    </SettingsPage>
  )
}

function ChatIdForm({ stored }: { stored: string }) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const telegramChatId = formText(new FormData(event.currentTarget), 'chat').trim()
    setError(undefined)
    setBusy(true)
    try {
      await api.call('saveTelegram', { body: { telegramChatId } })
      await queries.invalidateQueries({ queryKey: meQuery.queryKey })
      toast.success('Chat ID saved successfully!')
    } catch (thrown) {
      setError(thrown instanceof ApiError ? (thrown.detail ?? thrown.message) : 'The chat ID was not saved.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-wrap items-start gap-3">
      <Field
        label="Chat ID"
        name="chat"
        inputMode="numeric"
        autoComplete="off"
        placeholder="123456789"
        defaultValue={stored}
        error={error}
        className="min-w-56 flex-1"
      />
      <Button type="submit" busy={busy} className="sm:mt-[1.625rem]">
        Save
      </Button>
    </form>
  )
}
