import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ProgramKeys } from '../features/security/ProgramKeys.tsx'
import { AuthenticatorApp } from '../features/security/AuthenticatorApp.tsx'
import { Devices } from '../features/security/Devices.tsx'
import { SettingsPage } from '../features/site/SettingsPage.tsx'
import { securityQuery } from '../lib/queries.ts'
import { Card, CardHeader } from '../ui/Card.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'

/** How the account is guarded: the second factor, where it is signed in, and the keys of programs. */
export function SecurityPage() {
  const { t } = useLingui()
  const security = useQuery(securityQuery)
  if (security.isError && security.data === undefined)
    return (
      <SettingsPage title={t`Security`}>
        <Card>
          <ErrorState title={t`Your security settings could not be loaded.`} onRetry={() => void security.refetch()} />
        </Card>
      </SettingsPage>
    )
  return (
    <SettingsPage title={t`Security`} lead={t`Your broker account is only as safe as this one.`}>
      <div className="space-y-6">
        <Card aria-labelledby="app-title">
          <CardHeader id="app-title" title={t`Authenticator app`} />
          <div className="p-4">
            {security.data === undefined ? (
              <Skeleton className="h-16 w-full" />
            ) : (
              <AuthenticatorApp {...security.data} />
            )}
          </div>
        </Card>
        <Card aria-labelledby="devices-title">
          <CardHeader id="devices-title" title={t`Where you are signed in`} />
          {security.data === undefined ? (
            <Skeleton className="m-4 h-24" />
          ) : (
            <Devices sessions={security.data.sessions} />
          )}
        </Card>
        <ProgramKeys />
      </div>
    </SettingsPage>
  )
}
