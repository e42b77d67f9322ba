import { Trans, useLingui } from '@lingui/react/macro'
import { tradingRightsOf } from '@strikewise/plans/entitlements.ts'
import type { Me } from '@strikewise/wire/account.ts'
import { Link } from '@tanstack/react-router'
import { errorDetail } from '../../messages/error-detail.ts'
import { marketNow } from '../../lib/server-clock.ts'
import { planStateOf } from '../../lib/plan-access.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { DisconnectButton } from './DisconnectButton.tsx'
import { PaperPrices } from './PaperPrices.tsx'
import { useConnectPaper } from './useConnectPaper.ts'
import { useLink } from './useLink.ts'
import { LoginEnd } from '../../ui/LoginEnd.tsx'

const INDEX_LABELS = { NIFTY: 'Nifty', BANKNIFTY: 'Bank Nifty' } as const

/** The paper account: opened and connected with one press, no keys, no real money. */
export function PaperAccount({ me }: { me: Me }) {
  const { t, i18n } = useLingui()
  const { disconnect } = useLink(me)
  const connect = useConnectPaper()
  const { symbols, maxActiveTrades } = tradingRightsOf(planStateOf(me), 'paper', marketNow())
  const indices = new Intl.ListFormat(i18n.locale).format(symbols.map((symbol) => INDEX_LABELS[symbol]))
  const client = me.zerodha.broker_user_id
  const problem = errorDetail(connect.error)
  const own = me.zerodha.opened_for_user
  const connected = own && me.zerodha.connected && !me.zerodha.token_stale
  return (
    <Card aria-labelledby="paper-account" className="space-y-4 p-5">
      <h2 id="paper-account" className="flex items-center gap-2.5 text-md font-semibold">
        <Trans>Paper account</Trans> <ModeBadge mode="paper" />
      </h2>
      <PaperPrices />
      <ul className="list-disc space-y-1 pl-5 text-sm text-ink-2 marker:text-ink-3">
        <li>
          <Trans>The same signals, stops and limits, filled by a simulated exchange. No order reaches a broker.</Trans>
        </li>
        <li>
          {maxActiveTrades === null ? (
            <Trans>Your plan trades {indices} on paper, any number of trades at a time.</Trans>
          ) : (
            <Trans>
              Your plan trades {indices} on paper, {maxActiveTrades} trade at a time.
            </Trans>
          )}
        </li>
        <li>
          <Trans>Paper results say little about real ones: no other trader stands against you.</Trans>
        </li>
      </ul>
      {connected && (
        <Notice tone="up" role="status" title={t`Your paper account is connected for today.`}>
          <Trans>
            Client {client}. It ends at <LoginEnd />, as a real login does. Next: set lots and auto execute in{' '}
            <Link to="/trade-settings" className="text-accent-text underline underline-offset-2">
              Trade Settings
            </Link>
            .
          </Trans>
        </Notice>
      )}
      {connect.isError && (
        <Notice tone="down" role="alert">
          <Trans>Error: {problem}</Trans>
        </Notice>
      )}
      {connected ? (
        <DisconnectButton uid={me.uid} disconnect={disconnect} />
      ) : (
        <Button busy={connect.isPending} onClick={() => connect.mutate()}>
          {own ? t`Connect for today` : t`Start paper trading`}
        </Button>
      )}
    </Card>
  )
}
