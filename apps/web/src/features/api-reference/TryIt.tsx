import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { formText } from '../../lib/form-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field, TextField } from '../../ui/Field.tsx'
import type { Operation } from './document.ts'
import { sendCall, type ApiCallResult } from './send-call.ts'

/** Calls the server as the signed-in user. A call that changes something asks for confirmation first. */
export function TryIt({ of }: { of: Operation }) {
  const { t } = useLingui()
  const changes = of.method !== 'GET'
  const [sure, setSure] = useState(false)
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<ApiCallResult>()
  const send = async (form: FormData) => {
    setBusy(true)
    const place = Object.fromEntries(of.parameters.map(({ name }) => [name, formText(form, name)]))
    setAnswer(await sendCall(of, place, formText(form, 'body')))
    setBusy(false)
  }
  return (
    <form
      className="space-y-3 rounded-md border bg-sunken p-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send(new FormData(event.currentTarget))
      }}
    >
      {of.parameters.map(({ name, required }) => (
        <Field key={name} name={name} label={name} required={required} autoComplete="off" />
      ))}
      {of.body !== undefined && (
        <TextField name="body" label={t`Body, as JSON`} rows={5} defaultValue="{}" spellCheck={false} />
      )}
      {changes && (
        <Checkbox checked={sure} onChange={setSure}>
          <Trans>This changes my account. Send anyway.</Trans>
        </Checkbox>
      )}
      <Button type="submit" tone="secondary" size="sm" busy={busy} disabled={changes && !sure}>
        <Trans>Send</Trans>
      </Button>
      <div role="status">
        {answer !== undefined && (
          <>
            <p className="text-sm font-medium text-ink">{answer.line}</p>
            <pre
              tabIndex={0}
              className="mt-2 max-h-80 overflow-auto rounded-sm bg-surface p-3 font-mono text-xs text-ink"
            >
              {answer.text}
            </pre>
          </>
        )}
      </div>
    </form>
  )
}
