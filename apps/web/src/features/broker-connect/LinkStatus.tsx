import { Trans, useLingui } from '@lingui/react/macro'
import type { BrokerLinkState } from '@strikewise/wire/account.ts'
import { broker } from '../../lib/broker.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { LoginEnd } from '../../ui/LoginEnd.tsx'

/** The state of the link: green today, red while a link has an expired token, amber after it was disconnected. */
export function LinkStatus({ link, letGo }: { link: BrokerLinkState; letGo: boolean }) {
  const { t } = useLingui()
  const client = link.broker_user_id
  if (link.connected && !link.token_stale)
    return (
      <Notice tone="up" role="status" title={t`Connected — token is valid for today (IST).`}>
        <span className="flex flex-wrap items-center gap-2">
          {client !== null && (
            <span>
              <Trans>
                {broker} client {client}.
              </Trans>
            </span>
          )}
          <span>
            <Trans>
              The login lasts until <LoginEnd />. Log in again before 9:00 AM.
            </Trans>
          </span>
          <ModeBadge mode={link.mode} />
        </span>
      </Notice>
    )
  if (link.connected)
    return (
      <Notice tone="down" role="alert" title={t`Connected, but the token is not valid today (IST).`}>
        <Trans>Entries are off. Log in to {broker} again.</Trans>
      </Notice>
    )
  if (link.exits_only && !letGo)
    return (
      <Notice tone="warn" role="status" title={t`Disconnected`}>
        <Trans>
          An open trade keeps its stop-loss order at the exchange and is still exited until your login expires. No new
          trade is entered until you connect again.
        </Trans>
      </Notice>
    )
  if (letGo)
    return (
      <Notice tone="warn" role="status" title={t`Your earlier session has expired and was disconnected.`}>
        <Trans>Access tokens last one day. Generate today’s token before 9:00 AM to trade.</Trans>
      </Notice>
    )
  return (
    <Notice tone="info" role="status" title={t`Not connected`}>
      <Trans>Follow the three steps below. It takes about a minute each morning.</Trans>
    </Notice>
  )
}
