import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { AuthFrame } from '../features/identity/AuthFrame.tsx'
import { externalFailureText } from '../features/identity/google-sign-in.ts'
import { GoogleLogin } from '../features/identity/GoogleLogin.tsx'
import { PasswordLoginForm } from '../features/identity/PasswordLoginForm.tsx'
import { SecondFactorForm } from '../features/identity/SecondFactorForm.tsx'
import { sessionEndText } from '../features/identity/session-end.ts'
import { useLogin } from '../features/identity/useLogin.ts'
import { chosenPlan, purchasePath, type ChosenPlan } from '../features/plans/purchase-search.ts'
import { configQuery } from '../lib/queries.ts'
import { useSession } from '../lib/session.ts'
import { Notice } from '../ui/Notice.tsx'

/** Where the redirect flow comes back to, so that its result is processed. */
const googleReturn = (chosen: ChosenPlan | undefined) =>
  `/login?from=google${chosen === undefined ? '' : `&plan=${chosen.plan}&billing=${chosen.billing}`}`

export function LoginPage() {
  const { t } = useLingui()
  const search = useSearch({ strict: false }) as { from?: string; error?: string; plan?: string; billing?: string }
  const chosen = chosenPlan(search)
  const session = useSession()
  const ended = session.status === 'out' ? sessionEndText(session.ended) : undefined
  const providers = useQuery({ ...configQuery, select: (config) => config.providers })
  const login = useLogin({
    purchase: chosen === undefined ? undefined : purchasePath(chosen),
    googleReturn: googleReturn(chosen),
    returned: search.from === 'google' && session.status === 'in',
  })

  if (login.halfWay)
    return (
      <AuthFrame title={t`Log in`} lead={t`Your account asks for a second proof.`}>
        <SecondFactorForm onDone={login.enter} onCancel={login.cancelSecondFactor} />
      </AuthFrame>
    )
  return (
    <AuthFrame
      title={t`Log in`}
      lead={
        <>
          <Trans>
            New here?{' '}
            <Link to="/signup" className="font-medium text-accent-text underline-offset-2 hover:underline">
              Create an account
            </Link>
          </Trans>
        </>
      }
    >
      {ended !== undefined && search.error === undefined && login.failure === undefined && (
        <Notice tone="warn" role="status" className="mb-4">
          {ended}
        </Notice>
      )}
      {search.error !== undefined && login.failure === undefined && (
        <Notice tone="warn" role="alert" className="mb-4">
          {externalFailureText({ code: search.error })}
        </Notice>
      )}
      <PasswordLoginForm login={login} />
      {(providers.data === undefined || providers.data.includes('google')) && <GoogleLogin login={login} />}
    </AuthFrame>
  )
}
