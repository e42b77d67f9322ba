import { Trans, useLingui } from '@lingui/react/macro'
import { signupBody } from '@strikewise/wire/account.ts'
import { ApiError } from '@strikewise/wire/api-error.ts'
import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { AuthFrame } from '../features/identity/AuthFrame.tsx'
import { api } from '../lib/api.ts'
import { errorDetail } from '../messages/error-detail.ts'
import { fieldErrorText, fieldResolver } from '../messages/form-fields.ts'
import { currentLanguage } from '../lib/language.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { LegalLink } from '../features/site/LegalLink.tsx'

export function SignupPage() {
  const { t } = useLingui()
  const [sentTo, setSentTo] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const { register, control, handleSubmit, formState } = useForm({
    resolver: fieldResolver(signupBody),
    // Unticked boxes are not yet the `true` the schema wants: it says so when the form is sent.
    defaultValues: { name: '', email: '', password: '', adult: false as true, terms: false as true },
  })

  if (sentTo !== undefined) return <CheckInbox email={sentTo} />

  const submit = handleSubmit(async (body) => {
    setFailure(undefined)
    try {
      await api.call('signup', { body: { ...body, language: currentLanguage() } })
      setSentTo(body.email)
    } catch (error) {
      setFailure(error instanceof ApiError ? errorDetail(error) : t`Sign-up failed. Try again.`)
    }
  })

  return (
    <AuthFrame
      title={t`Create your account`}
      lead={
        <>
          <Trans>
            Starts on the free Starter plan. Already have one?{' '}
            <Link to="/login" className="font-medium text-accent-text underline-offset-2 hover:underline">
              Log in
            </Link>
          </Trans>
        </>
      }
    >
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
        <Controller
          name="adult"
          control={control}
          render={({ field, fieldState }) => (
            <Checkbox
              checked={field.value}
              onChange={field.onChange}
              inputRef={field.ref}
              error={fieldErrorText(fieldState.error)}
            >
              <Trans>I am 18 or older.</Trans>
            </Checkbox>
          )}
        />
        <Controller
          name="terms"
          control={control}
          render={({ field, fieldState }) => (
            <Checkbox
              checked={field.value}
              onChange={field.onChange}
              inputRef={field.ref}
              error={fieldErrorText(fieldState.error)}
            >
              <Trans>
                I accept the <LegalLink to="/terms">terms</LegalLink> and the{' '}
                <LegalLink to="/privacy">privacy policy</LegalLink>.
              </Trans>
            </Checkbox>
          )}
        />
        {failure !== undefined && (
          <Notice tone="down" role="alert">
            {failure}
          </Notice>
        )}
        <Button type="submit" className="w-full" busy={formState.isSubmitting}>
          {formState.isSubmitting ? t`Please wait…` : t`Create account`}
        </Button>
      </form>
    </AuthFrame>
  )
}

function CheckInbox({ email }: { email: string }) {
  const { t } = useLingui()
  return (
    <AuthFrame title={t`Check your inbox`}>
      <div role="status" className="flex gap-3.5">
        <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full border bg-up-soft text-up">
          <MailCheck aria-hidden="true" className="size-5" />
        </span>
        <p className="text-ink-2">
          <Trans>
            We have sent a link to <span className="font-medium break-all text-ink">{email}</span>. Open it within one
            hour and enter your password: your account opens then.
          </Trans>
        </p>
      </div>
      <Link to="/login" className={buttonClass('secondary', 'md', 'mt-6 w-full')}>
        <Trans>Go to login</Trans>
      </Link>
    </AuthFrame>
  )
}
