import { useLingui } from '@lingui/react/macro'
import type { BrokerLinkState } from '@strikewise/wire/account.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { api } from '../../lib/api.ts'
import { developerConsole } from '../../lib/broker.ts'
import { meQuery } from '../../lib/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toasts.tsx'

interface KeysFormProps {
  link: BrokerLinkState
  /** Asked before anything is sent; false: the disclosure has not been accepted. */
  canContinue: () => boolean
}

/** API key and secret of the user's broker app. The secret can be set and never be read back. */
export function KeysForm({ link, canContinue }: KeysFormProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [key, setKey] = useState('')
  const [secret, setSecret] = useState('')
  const [missing, setMissing] = useState(false)
  const save = useMutation({
    mutationFn: () => api.call('saveBrokerKeys', { body: { api_key: key.trim(), api_secret: secret.trim() } }),
    onSuccess: async () => {
      setKey('')
      setSecret('')
      await queries.invalidateQueries({ queryKey: meQuery.queryKey })
      toast.success(t`API Key and Secret saved.`)
    },
    onError: () => toast.error(t`Failed to save API keys.`),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canContinue()) return
    const incomplete = key.trim() === '' || secret.trim() === ''
    setMissing(incomplete)
    if (!incomplete) save.mutate()
  }
  const ending = link.api_key_last4 ?? '????'
  return (
    <form onSubmit={submit} className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t`API Key`}
          value={key}
          onChange={(event) => setKey(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          placeholder={link.api_key_set ? `•••• ${link.api_key_last4 ?? ''}` : ''}
          hint={link.api_key_set ? t`Saved, ends in ${ending}` : t`From the ${developerConsole}`}
          error={missing && key.trim() === '' ? t`Required` : undefined}
        />
        <Field
          label={t`API Secret`}
          type="password"
          value={secret}
          onChange={(event) => setSecret(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          placeholder={link.api_secret_set ? '••••••••' : ''}
          hint={
            link.api_secret_set ? t`Saved. It is stored encrypted and never shown.` : t`Stored encrypted, never shown`
          }
          error={missing && secret.trim() === '' ? t`Required` : undefined}
        />
      </div>
      <Button type="submit" tone={link.api_key_set ? 'secondary' : 'primary'} busy={save.isPending}>
        {link.api_key_set ? t`Replace keys` : t`Save keys`}
      </Button>
    </form>
  )
}
