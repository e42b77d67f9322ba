import { Trans } from '@lingui/react/macro'
import { broker, brokerApi } from '../../lib/broker.ts'
import { Article, type Section } from '../../features/site/Article.tsx'

const SECTIONS: readonly Section[] = [
  {
    id: 'broker',
    title: <Trans>Broker: {broker}</Trans>,
    body: (
      <>
        <p>
          <Trans>
            Through {brokerApi}, with an app of your own: you make it in {broker}’s developer console, set our address
            as its redirect URL, and give us its key and secret. The secret is encrypted and never shown again. Each
            trading morning you log in at {broker}; we never see your password or your second factor.
          </Trans>
        </p>
        <ul>
          <li>
            <Trans>Option buying needs cash in the account. Collateral does not count.</Trans>
          </li>
          <li>
            <Trans>
              The app’s fee is {broker}’s and is paid to {broker}.
            </Trans>
          </li>
          <li>
            <Trans>
              Orders must leave from an address that is listed in your app. Each live account gets one of its own;
              without it no order leaves.
            </Trans>
          </li>
        </ul>
        <p>
          <Trans>No other broker is supported.</Trans>
        </p>
      </>
    ),
  },
  {
    id: 'paper',
    title: <Trans>Paper exchange: ours</Trans>,
    body: (
      <p>
        <Trans>
          It speaks the broker’s protocol and follows the real market’s quotes. Accounts are opened from{' '}
          <a href="/connect-zerodha">the broker page</a>. Its fills know nothing of other people’s orders, so they are
          kinder than real ones.
        </Trans>
      </p>
    ),
  },
  {
    id: 'alerts',
    title: <Trans>Alerts: Telegram</Trans>,
    body: (
      <p>
        <Trans>
          A chat of yours, by its number: get it from an info bot, start our bot, save the number on{' '}
          <a href="/telegram-setup">the Telegram page</a>. Alerts are part of Pro, Elite and Master.
        </Trans>
      </p>
    ),
  },
  {
    id: 'sign-in',
    title: <Trans>Sign-in: email or Google</Trans>,
    body: (
      <p>
        <Trans>
          A password of at least eight characters, or a Google account over OpenID Connect. Google learns that you
          logged in, nothing else.
        </Trans>
      </p>
    ),
  },
  {
    id: 'data',
    title: <Trans>Data that comes in</Trans>,
    body: (
      <ul>
        <li>
          <Trans>Ticks and order books of both indices, their futures and options, from the broker’s ticker.</Trans>
        </li>
        <li>
          <Trans>Headlines by RSS or Atom, as far as the operator has named feeds.</Trans>
        </li>
        <li>
          <Trans>Daily figures of foreign and domestic institutions, where a source is set.</Trans>
        </li>
      </ul>
    ),
  },
  {
    id: 'api',
    title: <Trans>Your own programs</Trans>,
    body: (
      <p>
        <Trans>
          Everything this app shows comes from <a href="/api">a documented API</a> that your programs can ask with your
          session or a bearer token, within your plan.
        </Trans>
      </p>
    ),
  },
]

export function IntegrationsPage() {
  return (
    <Article
      title={<Trans>Integrations</Trans>}
      lead={<Trans>What Strikewise connects to, and what it needs for that.</Trans>}
      sections={SECTIONS}
    />
  )
}
