import { Trans, useLingui } from '@lingui/react/macro'
import type { Me } from '@strikewise/wire/account.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { redirectParameter } from '../../lib/broker.ts'
import { meQuery } from '../../lib/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toasts.tsx'
import { pasteProblem, requestTokenOf } from './request-token.ts'

interface ConnectFormProps {
  me: Me
  /** The address the broker redirected to, when it was this page. */
  prefill: string
  /** The address of the redirect is sent by itself: nothing else is missing. */
  isComplete: boolean
  canContinue: () => boolean
}

/** The paste box and the exchange of its request token. */
export function ConnectForm({ me, prefill, isComplete, canContinue }: ConnectFormProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [pasted, setPasted] = useState(prefill)
  const [problem, setProblem] = useState<string>()
  const connect = useMutation({
    mutationFn: (token: string) =>
      api.call('brokerCallback', { body: { uid: me.uid, request_token: token, full_url: pasted.trim() } }),
    onSuccess: async () => {
      setPasted('')
      await queries.invalidateQueries({ queryKey: meQuery.queryKey })
      toast.success(t`Access Token saved successfully.`)
      await navigate({ to: '/dashboard' })
    },
  })
  const { mutate } = connect
  const button = useRef<HTMLButtonElement>(null)
  const begun = useRef(false)
  useEffect(() => {
    if (prefill === '' || begun.current) return
    begun.current = true
    const redirected = requestTokenOf(prefill)
    // Back from the broker. The server takes the address once, and only with the state that this session was given.
    if (isComplete && redirected !== undefined) mutate(redirected)
    // One press is left to do: bring it into view.
    else button.current?.focus()
  }, [prefill, isComplete, mutate])
  const token = requestTokenOf(pasted)
  const hint =
    pasted.trim() !== '' && token === undefined ? t`${redirectParameter} not detected in this URL.` : undefined
  const problemText = errorDetail(connect.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canContinue()) return
    const found = pasteProblem(pasted)
    setProblem(found)
    if (found === undefined && token !== undefined) connect.mutate(token)
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      <Field
        label={t`Redirected URL`}
        value={pasted}
        onChange={(event) => {
          setPasted(event.target.value)
          setProblem(undefined)
        }}
        autoComplete="off"
        spellCheck={false}
        // untranslated: an address
        placeholder={`https://…?${redirectParameter}=…`}
        hint={
          prefill !== '' && pasted === prefill && !isComplete
            ? t`Filled in from the redirect. Press Connect to finish.`
            : undefined
        }
        error={problem ?? hint}
      />
      {connect.isPending && prefill !== '' && (
        <p role="status" className="text-sm text-ink-2">
          <Trans>Completing your login…</Trans>
        </p>
      )}
      {connect.isError && (
        <Notice tone="down" role="alert">
          <Trans>Error: {problemText}</Trans>
        </Notice>
      )}
      <Button ref={button} type="submit" busy={connect.isPending}>
        <Trans>Connect</Trans>
      </Button>
    </form>
  )
}
