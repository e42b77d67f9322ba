import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { requestTokenOf } from '../features/broker-connect/request-token.ts'
import { TradingAccount } from '../features/broker-connect/TradingAccount.tsx'
import { SettingsPage } from '../features/site/SettingsPage.tsx'
import { broker } from '../lib/broker.ts'

/** The broker connect screen, under both of its paths. The broker may redirect straight to it. */
export function BrokerConnectPage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [redirected] = useState(() => (requestTokenOf(window.location.href) === undefined ? '' : window.location.href))
  useEffect(() => {
    // The token is a secret of a few minutes: it leaves the address bar and the history at once.
    if (window.location.search !== '') void navigate({ to: '.', search: {}, replace: true })
  }, [navigate])
  return (
    <SettingsPage
      title={t`Connect ${broker}`}
      lead={t`Trades are placed in your own broker account. The access token must be generated before 9:00 AM each morning.`}
    >
      <TradingAccount redirected={redirected} />
    </SettingsPage>
  )
}
