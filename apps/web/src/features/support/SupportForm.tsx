import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { SUPPORT_TOPICS, supportBody, type SupportBody, type SupportTopic } from '@strikewise/wire/public.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { fieldErrorText, fieldResolver } from '../../messages/form-fields.ts'
import { session } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, SelectField, TextField } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'

const TOPICS = {
  account: msg`Account and sign-in`,
  plans: msg`Plans and payment`,
  broker: msg`Connecting the broker`,
  trading: msg`A trade, or the lack of one`,
  data: msg`My personal data`,
  grievance: msg`A grievance`,
  fault: msg`A fault or a weakness in the service`,
} satisfies Record<SupportTopic, MessageDescriptor>

/** Writes to support. Shows the ticket's name when it was taken. */
export function SupportForm({ topic = 'account' }: { topic?: SupportTopic }) {
  const { t } = useLingui()
  const [ticket, setTicket] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const user = session.get()
  const { register, handleSubmit, formState } = useForm<SupportBody>({
    resolver: fieldResolver(supportBody),
    defaultValues: {
      name: user.status === 'in' ? user.user.name : '',
      email: user.status === 'in' ? user.user.email : '',
      topic,
      text: '',
    },
  })
  const submit = handleSubmit(async (body) => {
    setFailure(undefined)
    try {
      setTicket((await api.call('askSupport', { body })).ticket)
    } catch (error) {
      setFailure(errorDetail(error))
    }
  })
  if (ticket !== undefined)
    return (
      <Notice tone="up" role="status" title={t`Received as ${ticket}`}>
        <Trans>Keep this number. The answer comes by email, to the address you gave.</Trans>
      </Notice>
    )
  const { errors, isSubmitting } = formState
  return (
    // By POST, should the browser ever send it itself: what is written here belongs into no address.
    <form
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="space-y-4 rounded-lg border bg-surface p-5"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t`Name`} autoComplete="name" required error={fieldErrorText(errors.name)} {...register('name')} />
        <Field
          label={t`Email`}
          type="email"
          autoComplete="email"
          required
          error={fieldErrorText(errors.email)}
          {...register('email')}
        />
      </div>
      <SelectField
        label={t({ message: 'About', context: 'subject of a message' })}
        required
        error={fieldErrorText(errors.topic)}
        {...register('topic')}
      >
        {SUPPORT_TOPICS.map((value) => (
          <option key={value} value={value}>
            {t(TOPICS[value])}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t`Message`}
        required
        rows={6}
        hint={t`What you did, what you expected, what happened, and when. Never send a password, key, secret or token.`}
        error={fieldErrorText(errors.text)}
        {...register('text')}
      />
      {failure !== undefined && (
        <Notice tone="down" role="alert" title={t`It was not sent`}>
          {failure}
        </Notice>
      )}
      <Button type="submit" busy={isSubmitting}>
        <Trans>Send</Trans>
      </Button>
    </form>
  )
}
