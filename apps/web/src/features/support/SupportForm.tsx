import { zodResolver } from '@hookform/resolvers/zod'
import { SUPPORT_TOPICS, supportBody, type SupportBody, type SupportTopic } from '@strikewise/wire/public.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../lib/error-detail.ts'
import { session } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, SelectField, TextField } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'

const TOPICS = {
  account: 'Account and sign-in',
  plans: 'Plans and payment',
  broker: 'Connecting the broker',
  trading: 'A trade, or the lack of one',
  data: 'My personal data',
  grievance: 'A grievance',
  fault: 'A fault or a weakness in the service',
} satisfies Record<SupportTopic, string>

/** Writes to support. Shows the ticket's name when it was taken. */
export function SupportForm({ topic = 'account' }: { topic?: SupportTopic }) {
  const [ticket, setTicket] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const user = session.get()
  const { register, handleSubmit, formState } = useForm<SupportBody>({
    resolver: zodResolver(supportBody),
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
      <Notice tone="up" role="status" title={`Received as ${ticket}`}>
        Keep this number. The answer comes by e-mail, to the address you gave.
      </Notice>
    )
  const { errors, isSubmitting } = formState
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4 rounded-lg border bg-surface p-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" autoComplete="name" required error={errors.name?.message} {...register('name')} />
        <Field
          label="E-mail"
          type="email"
          autoComplete="email"
          required
          error={errors.email?.message}
          {...register('email')}
        />
      </div>
      <SelectField label="About" required error={errors.topic?.message} {...register('topic')}>
        {SUPPORT_TOPICS.map((value) => (
          <option key={value} value={value}>
            {TOPICS[value]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Message"
        required
        rows={6}
        hint="What you did, what you expected, what happened, and when. Never send a password, key, secret or token."
        error={errors.text?.message}
        {...register('text')}
      />
      {failure !== undefined && (
        <Notice tone="down" role="alert" title="It was not sent">
          {failure}
        </Notice>
      )}
      <Button type="submit" busy={isSubmitting}>
        Send
      </Button>
    </form>
  )
}
