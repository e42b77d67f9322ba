import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { SignInFailureNotice } from './SignInFailureNotice.tsx'
import type { Login } from './useLogin.ts'

/** Email and password, with why the last attempt, by Google too, was refused. */
export function PasswordLoginForm({ login }: { login: Pick<Login, 'busy' | 'failure' | 'submit'> }) {
  const { t } = useLingui()
  return (
    <form onSubmit={(event) => void login.submit(event)} className="space-y-4">
      <Field
        label={t`Email`}
        name="email"
        type="email"
        autoComplete="username"
        required
        disabled={login.busy !== undefined}
      />
      <Field
        label={t`Password`}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        disabled={login.busy !== undefined}
        aside={
          <Link to="/reset-password" className="text-sm text-accent-text underline-offset-2 hover:underline">
            <Trans>Forgot Password?</Trans>
          </Link>
        }
      />
      {login.failure !== undefined && <SignInFailureNotice failure={login.failure} />}
      <Button type="submit" className="w-full" disabled={login.busy !== undefined} busy={login.busy === 'password'}>
        {login.busy === 'password' ? t`Please wait…` : t`Login`}
      </Button>
    </form>
  )
}
