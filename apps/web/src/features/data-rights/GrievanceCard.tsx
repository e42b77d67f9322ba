import { Trans, useLingui } from '@lingui/react/macro'
import { supportBody } from '@strikewise/wire/public.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { fieldErrorText, fieldResolver } from '../../messages/form-fields.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'

const grievance = supportBody.pick({ text: true })

/** A complaint about personal data, or a correction that cannot be made on a screen. */
export function GrievanceCard() {
  const { t } = useLingui()
  const [ticket, setTicket] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, formState } = useForm({
    resolver: fieldResolver(grievance),
    defaultValues: { text: '' },
  })
  const submit = handleSubmit(async (body) => {
    setFailure(undefined)
    try {
      setTicket((await api.call('sendGrievance', { body })).ticket)
    } catch (error) {
      setFailure(errorDetail(error))
    }
  })
  return (
    <Card aria-labelledby="grievance">
      <CardHeader id="grievance" title={t`Correction or grievance`} />
      <div className="p-4 text-sm">
        {ticket === undefined ? (
          <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
            <TextField
              label={t`Your request or complaint`}
              required
              rows={4}
              hint={t`Answered within 30 days, to the email address of your account.`}
              error={fieldErrorText(formState.errors.text)}
              {...register('text')}
            />
            {failure !== undefined && (
              <Notice tone="down" role="alert" title={t`Your request was not sent`}>
                {failure}
              </Notice>
            )}
            <Button type="submit" tone="secondary" size="sm" busy={formState.isSubmitting}>
              <Trans>Send</Trans>
            </Button>
          </form>
        ) : (
          <Notice tone="up" role="status" title={t`Received as ${ticket}`} />
        )}
      </div>
    </Card>
  )
}
