import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { SettingsPage } from '../features/site/SettingsPage.tsx'
import { SupportChat } from '../features/support/SupportChat.tsx'
import { meQuery } from '../lib/queries.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorState, LoadingState, LockedState } from '../ui/states.tsx'

/** The chat with support, for plans that have it; others are shown the way to the form. */
export function SupportChatPage() {
  const { t } = useLingui()
  const me = useQuery(meQuery)
  return (
    <SettingsPage title={t`Support chat`}>
      {me.isPending && <LoadingState label={t`Loading...`} className="min-h-40" />}
      {me.data === undefined && !me.isPending && (
        <ErrorState title={t`Couldn’t load your plan`} onRetry={() => void me.refetch()} />
      )}
      {me.data !== undefined &&
        (me.data.entitlements.support_chat ? (
          <SupportChat />
        ) : (
          <Card>
            <LockedState
              title={t`The chat comes with the Master plan`}
              hint={t`With every plan you can write to us by the form.`}
              action={
                <a href="/support" className={buttonClass('secondary', 'sm')}>
                  <Trans>Write to us</Trans>
                </a>
              }
            />
          </Card>
        ))}
    </SettingsPage>
  )
}
