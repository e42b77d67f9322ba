import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { AuthFrame } from '../features/identity/AuthFrame.tsx'
import { SignupForm } from '../features/identity/SignupForm.tsx'
import { buttonClass } from '../ui/Button.tsx'

export function SignupPage() {
  const { t } = useLingui()
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo !== undefined) return <CheckInbox email={sentTo} />

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
      <SignupForm onSent={setSentTo} />
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
