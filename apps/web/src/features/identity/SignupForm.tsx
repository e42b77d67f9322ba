import { Trans, useLingui } from '@lingui/react/macro'
import { signupBody } from '@strikewise/wire/account.ts'
import { ApiError } from '@strikewise/wire/api-error.ts'
import { useState, type ReactNode } from 'react'
import { Controller, useForm, type Control } from 'react-hook-form'
import type * as z from 'zod'
import { api } from '../../lib/api.ts'
import { currentLanguage } from '../../lib/language.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { fieldErrorText, fieldResolver } from '../../messages/form-fields.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { LegalLink } from '../site/LegalLink.tsx'

type Signup = z.input<typeof signupBody>

/** The form of a new account. `onSent` gets the address that the confirmation link went to. */
export function SignupForm({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useLingui()
  const [failure, setFailure] = useState<string>()
  const { register, control, handleSubmit, formState } = useForm({
    resolver: fieldResolver(signupBody),
    // Unticked boxes are not yet the `true` the schema wants: it reports it when the form is sent.
    defaultValues: { name: '', email: '', password: '', adult: false as true, terms: false as true },
  })

  const submit = handleSubmit(async (body) => {
    setFailure(undefined)
    try {
      await api.call('signup', { body: { ...body, language: currentLanguage() } })
      onSent(body.email)
    } catch (error) {
      setFailure(error instanceof ApiError ? errorDetail(error) : t`Sign-up failed. Try again.`)
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      <Field
        label={t`Name`}
        autoComplete="name"
        required
        error={fieldErrorText(formState.errors.name)}
        {...register('name')}
      />
      <Field
        label={t`Email`}
        type="email"
        autoComplete="email"
        required
        error={fieldErrorText(formState.errors.email)}
        {...register('email')}
      />
      <Field
        label={t`Password`}
        type="password"
        autoComplete="new-password"
        required
        hint={t`At least 8 characters. A few words you can remember are best.`}
        error={fieldErrorText(formState.errors.password)}
        {...register('password')}
      />
      <RequiredBox name="adult" control={control}>
        <Trans>I am 18 or older.</Trans>
      </RequiredBox>
      <RequiredBox name="terms" control={control}>
        <Trans>
          I accept the <LegalLink to="/terms">terms</LegalLink> and the{' '}
          <LegalLink to="/privacy">privacy policy</LegalLink>.
        </Trans>
      </RequiredBox>
      {failure !== undefined && (
        <Notice tone="down" role="alert">
          {failure}
        </Notice>
      )}
      <Button type="submit" className="w-full" busy={formState.isSubmitting}>
        {formState.isSubmitting ? t`Please wait…` : t`Create account`}
      </Button>
    </form>
  )
}

interface RequiredBoxProps {
  name: 'adult' | 'terms'
  control: Control<Signup>
  children: ReactNode
}

/** A box that has to be ticked before the account is created. */
function RequiredBox({ name, control, children }: RequiredBoxProps) {
  return (
    <Controller
      name={name}
      control={control}
      render={({ field, fieldState }) => (
        <Checkbox
          checked={field.value}
          onChange={field.onChange}
          inputRef={field.ref}
          error={fieldErrorText(fieldState.error)}
        >
          {children}
        </Checkbox>
      )}
    />
  )
}
