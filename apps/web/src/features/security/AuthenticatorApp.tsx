import { Trans, useLingui } from '@lingui/react/macro'
import type { Security } from '@strikewise/wire/security.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { PasswordStep, ScanStep } from './AuthenticatorSteps.tsx'
import { BackupCodes } from './BackupCodes.tsx'
import { useAuthenticatorSteps } from './useAuthenticatorSteps.ts'

/** Sets the second factor up, step by step, or switches it off. */
export function AuthenticatorApp({ two_factor, password }: Pick<Security, 'two_factor' | 'password'>) {
  const { t } = useLingui()
  const { step, busy, failure, go, begin, verify, switchOff } = useAuthenticatorSteps()
  if (!password)
    return (
      <p className="text-sm text-ink-2">
        <Trans>
          You sign in through Google, so Google asks for your second factor: set it up there. To have one here as well,
          first get a password by <span className="font-medium">Forgot Password?</span> on the login page.
        </Trans>
      </p>
    )
  if (step.at === 'codes') return <BackupCodes codes={step.backupCodes} onSaved={() => go({ at: 'idle' })} />
  const stepProps = { busy, failure, onCancel: () => go({ at: 'idle' }) }
  if (step.at === 'scan') return <ScanStep uri={step.uri} onSubmit={verify(step)} {...stepProps} />
  if (step.at === 'password')
    return (
      <PasswordStep
        label={two_factor ? t`Switch off` : t`Continue`}
        onSubmit={two_factor ? switchOff : begin}
        {...stepProps}
      />
    )
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-md text-sm text-ink-2">
        {two_factor ? (
          <Trans>
            <Badge tone="up">On</Badge> Signing in asks for a code of your app as well as the password.
          </Trans>
        ) : (
          <Trans>
            <Badge tone="quiet">Off</Badge> Protects your account even if your password is stolen.
          </Trans>
        )}
      </p>
      <Button tone="secondary" size="sm" onClick={() => go({ at: 'password' })}>
        {two_factor ? t`Switch off` : t`Set up`}
      </Button>
    </div>
  )
}
