import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/Button.tsx'
import { GoogleMark } from './GoogleMark.tsx'
import type { Login } from './useLogin.ts'

/** The way in by Google, below the one by password. */
export function GoogleLogin({ login }: { login: Pick<Login, 'busy' | 'google'> }) {
  return (
    <>
      <div className="my-5 flex items-center gap-3 text-xs text-ink-3">
        <span className="h-px flex-1 bg-line" />
        <Trans>or</Trans>
        <span className="h-px flex-1 bg-line" />
      </div>
      <Button
        tone="secondary"
        className="w-full"
        disabled={login.busy !== undefined}
        busy={login.busy === 'google'}
        onClick={() => void login.google()}
      >
        {login.busy === 'google' ? (
          <Trans>Opening Google…</Trans>
        ) : (
          <>
            <GoogleMark />
            <Trans>Login with Google</Trans>
          </>
        )}
      </Button>
    </>
  )
}
