import { Trans, useLingui } from '@lingui/react/macro'
import { tradingRightsOf } from '@strikewise/plans/entitlements.ts'
import type { Me, BrokerLinkState } from '@strikewise/wire/account.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { broker } from '../../lib/broker.ts'
import { marketNow } from '../../lib/server-clock.ts'
import { planStateOf } from '../../lib/plan-access.ts'
import { configQuery, meQuery } from '../../lib/queries.ts'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { TradingScreenGuard } from '../account/TradingScreenGuard.tsx'
import { BrokerConnect } from './BrokerConnect.tsx'
import { PaperPrices } from './PaperPrices.tsx'
import { PaperAccount } from './PaperAccount.tsx'

type Kind = 'own' | 'paper'

/** The choice between the user's own broker account and a paper account, and what belongs to the one chosen. */
export function TradingAccount({ redirected }: { redirected: string }) {
  const { t } = useLingui()
  const { data: me } = useQuery(meQuery)
  const { data: config } = useQuery(configQuery)
  const [chosen, setChosen] = useState<Kind>()
  const offersPaper =
    me !== undefined &&
    config?.paper_trading === true &&
    tradingRightsOf(planStateOf(me), 'paper', marketNow()).symbols.length > 0
  // A user who returns from the broker's login means their own account.
  const kind = chosen ?? (redirected === '' && me?.zerodha.opened_for_user === true ? 'paper' : 'own')
  return (
    <div className="space-y-4">
      {offersPaper && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Segments
            label={t`Trading account`}
            value={kind}
            options={[
              { value: 'own', label: t`${broker} account` },
              { value: 'paper', label: t`Paper account` },
            ]}
            onChange={setChosen}
          />
          <ModeBadge mode={kind === 'paper' || config.sandbox ? 'paper' : 'live'} />
          <p className="text-sm text-ink-3">
            {kind === 'paper' || config.sandbox ? t`No real money.` : t`Real money, in your own account.`}
          </p>
        </div>
      )}
      {config?.paper_data === 'off' && <PaperPrices />}
      {kind === 'paper' && offersPaper ? (
        <PaperAccount me={me} />
      ) : (
        <TradingScreenGuard>{(one) => <OwnAccount me={one} redirected={redirected} />}</TradingScreenGuard>
      )}
    </div>
  )
}

/** Broker connect as ever, unless the one link a user has leads to the paper account at present. */
function OwnAccount({ me, redirected }: { me: Me; redirected: string }) {
  const { t } = useLingui()
  if (!me.zerodha.opened_for_user) return <BrokerConnect me={me} redirected={redirected} />
  return (
    <>
      <Notice tone="info" role="status" title={t`You’re on paper trading`}>
        <Trans>An account is changed when it is disconnected, flat, and has not traded today.</Trans>
      </Notice>
      {!me.zerodha.connected && <BrokerConnect me={{ ...me, zerodha: NO_KEYS }} redirected={redirected} />}
    </>
  )
}

/** What the steps start from: the keys of the paper account are not the user's. */
const NO_KEYS: BrokerLinkState = {
  connected: false,
  last_updated: null,
  api_key_set: false,
  api_key_last4: null,
  api_secret_set: false,
  broker_user_id: null,
  mode: 'live',
  opened_for_user: false,
  token_stale: false,
  token_expires_at: null,
  exits_only: false,
}
