import { Trans, useLingui } from '@lingui/react/macro'
import { nomineeBody, type Nominee } from '@strikewise/wire/data-rights.ts'
import { useForm } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { fieldErrorText, fieldResolver } from '../../messages/form-fields.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useMyDataChange } from './queries.ts'

/** Who may use the rights on this page after death or incapacity. */
export function NomineeCard({ nominee }: { nominee: Nominee | null }) {
  const { t } = useLingui()
  const save = useMyDataChange((entered: Nominee | null) => api.call('saveNominee', { body: { nominee: entered } }))
  const { register, handleSubmit, formState } = useForm<Nominee>({
    resolver: fieldResolver(nomineeBody),
    defaultValues: nominee ?? { name: '', email: '', relation: '' },
  })
  const { errors } = formState
  const submit = handleSubmit((entered) => save.mutate(entered))
  return (
    <Card aria-labelledby="nominee">
      <CardHeader id="nominee" title={t`Nominee`} note={nominee === null ? t`not set` : t`set`} />
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4 p-4 text-sm">
        <p>
          <Trans>A person who may use these rights after your death or incapacity. We contact them only then.</Trans>
        </p>
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label={t`Nominee’s name`} required error={fieldErrorText(errors.name)} {...register('name')} />
          <Field
            label={t`Nominee’s email`}
            type="email"
            required
            error={fieldErrorText(errors.email)}
            {...register('email')}
          />
          <Field
            label={t`Relation to you`}
            required
            error={fieldErrorText(errors.relation)}
            {...register('relation')}
          />
        </div>
        {save.isError && (
          <Notice tone="down" role="alert">
            {errorDetail(save.error)}
          </Notice>
        )}
        <div className="flex gap-2">
          <Button type="submit" tone="secondary" size="sm" busy={save.isPending}>
            <Trans>Save nominee</Trans>
          </Button>
          {nominee !== null && (
            <Button tone="quiet" size="sm" disabled={save.isPending} onClick={() => save.mutate(null)}>
              <Trans>Remove</Trans>
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}
