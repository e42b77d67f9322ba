import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { redirectParameter } from '../../lib/broker.ts'
import { useFeed } from '../../lib/feed.tsx'
import { istTime } from '../../lib/ist-format.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { requestTokenOf } from '../broker-connect/request-token.ts'
import { feedSessionQuery } from './queries.ts'
import { useAct } from './useAct.ts'

/** The day's login of the market data app: without it no decision is made. */
export function FeedSession() {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery(feedSessionQuery)
  const [pasted, setPasted] = useState('')
  const login = useAct(async () => {
    const { url } = await api.call('operatorLoginLink', { body: {} })
    window.open(url, '_blank', 'noopener')
  })
  const start = useAct(
    (text: string) => api.call('startFeedSession', { body: { request_token: tokenIn(text) } }),
    () => setPasted(''),
  )
  return (
    <Card aria-labelledby="feed-title" className="p-5">
      <h2 id="feed-title" className="font-semibold">
        <Trans>Today’s feed login</Trans>
      </h2>
      {isPending && <LoadingState label={t`Loading...`} className="min-h-20" />}
      {data === undefined && !isPending && (
        <ErrorState title={t`This could not be loaded`} hint={errorDetail(error)} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <>
          <SessionState isLoggedIn={data.connected && !data.token_stale} account={data.broker_user_id} />
          <div className="mt-4 flex flex-wrap items-end gap-2">
            <Button tone="secondary" busy={login.isPending} disabled={!data.api_key_set} onClick={() => login.mutate()}>
              <Trans>Open the broker’s login</Trans>
            </Button>
            <Field
              className="min-w-60 flex-1"
              label={t`Redirect URL or ${redirectParameter}`}
              value={pasted}
              autoComplete="off"
              onChange={(event) => setPasted(event.target.value)}
            />
            <Button
              busy={start.isPending}
              disabled={pasted.trim() === '' || !data.api_secret_set}
              onClick={() => start.mutate(pasted)}
            >
              <Trans>Log in</Trans>
            </Button>
          </div>
          <FeedKeys last4={data.api_key_last4} />
        </>
      )}
    </Card>
  )
}

/** Whether the feed is logged in, and whether prices come through it: a login alone is no good order while the market trades. */
function SessionState({ isLoggedIn, account }: { isLoggedIn: boolean; account: string | null }) {
  const { t } = useLingui()
  const feed = useFeed()
  if (!isLoggedIn)
    return (
      <Notice className="mt-3" role="status" tone="warn" title={t`Not logged in for today`}>
        <Trans>Log in before 9:00 AM: until then there are no prices, no decisions and no entries.</Trans>
      </Notice>
    )
  if (feed.status === 'current')
    return (
      <Notice className="mt-3" role="status" tone="up" title={t`Logged in for today`}>
        <Trans>Broker account {account}.</Trans>
      </Notice>
    )
  const time = feed.since === undefined ? undefined : istTime(feed.since)
  const stopped = time === undefined ? t`No prices yet` : t`Prices stopped at ${time}`
  return (
    <Notice
      className="mt-3"
      role="status"
      tone="warn"
      title={feed.cause === 'server' ? t`Couldn’t load prices` : stopped}
    >
      <Trans>Logged in for today with broker account {account}, but no prices arrive. There are no new entries.</Trans>
    </Notice>
  )
}

function FeedKeys({ last4 }: { last4: string | null }) {
  const { t } = useLingui()
  const [key, setKey] = useState('')
  const [secret, setSecret] = useState('')
  const save = useAct(
    () => api.call('saveFeedKeys', { body: { api_key: key, api_secret: secret } }),
    () => {
      setKey('')
      setSecret('')
    },
  )
  return (
    <details className="mt-4 text-sm">
      <summary className="cursor-pointer text-ink-2">
        {last4 === null ? <Trans>No keys are stored</Trans> : <Trans>Stored key ends in {last4}: replace it</Trans>}
      </summary>
      <div className="mt-3 flex flex-wrap items-end gap-2">
        <Field label={t`API key`} value={key} autoComplete="off" onChange={(event) => setKey(event.target.value)} />
        <Field
          label={t`API secret`}
          type="password"
          value={secret}
          autoComplete="off"
          onChange={(event) => setSecret(event.target.value)}
        />
        <Button
          tone="secondary"
          busy={save.isPending}
          disabled={key.trim() === '' || secret.trim() === ''}
          onClick={() => save.mutate()}
        >
          <Trans>Save keys</Trans>
        </Button>
      </div>
    </details>
  )
}

/** The token of a pasted address; what holds none counts as the token. */
function tokenIn(text: string): string {
  return requestTokenOf(text) ?? text.trim()
}
