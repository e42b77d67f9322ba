import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@strikewise/wire/api-error.ts'
import { useState, type FormEvent } from 'react'
import { errorDetail } from '../../messages/error-detail.ts'
import { formText } from '../../lib/form-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { saveChatId } from './save-chat-id.ts'

/** The chat ID as the number the user typed. */
export function ChatIdForm({ stored }: { stored: string }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const telegramChatId = formText(new FormData(event.currentTarget), 'chat').trim()
    setError(undefined)
    setBusy(true)
    try {
      await saveChatId(queries, telegramChatId)
      toast.success(t`Chat ID saved successfully!`)
    } catch (thrown) {
      setError(thrown instanceof ApiError ? errorDetail(thrown) : t`The chat ID was not saved.`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-wrap items-start gap-3">
      <Field
        label={t`Chat ID`}
        name="chat"
        inputMode="numeric"
        autoComplete="off"
        placeholder="123456789"
        defaultValue={stored}
        error={error}
        className="min-w-56 flex-1"
      />
      <Button type="submit" busy={busy} className="sm:mt-[1.625rem]">
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}
