import { Article, type Section } from '../../features/site/Article.tsx'

const SECTIONS: readonly Section[] = [
  {
    id: 'broker',
    title: 'Broker: Zerodha',
    body: (
      <>
        <p>
          Through Kite Connect, with an app of your own: you make it in Zerodha’s developer console, set our address as
          its redirect URL, and give us its key and secret. The secret is encrypted and never shown again. Each trading
          morning you log in at Zerodha; we never see your password or your second factor.
        </p>
        <ul>
          <li>Option buying needs cash in the account. Collateral does not count.</li>
          <li>The app’s fee is Zerodha’s and is paid to Zerodha.</li>
          <li>
            Orders must leave from an address that is listed in your app. Each live account gets one of its own; without
            it no order leaves.
          </li>
        </ul>
        <p>No other broker is supported.</p>
      </>
    ),
  },
  {
    id: 'paper',
    title: 'Paper exchange: ours',
    body: (
      <p>
        It speaks the broker’s protocol and follows the real market’s quotes. Accounts are opened from{' '}
        <a href="/connect-zerodha">the broker page</a>. Its fills know nothing of other people’s orders, so they are
        kinder than real ones.
      </p>
    ),
  },
  {
    id: 'alerts',
    title: 'Alerts: Telegram',
    body: (
      <p>
        A chat of yours, by its number: get it from an info bot, start our bot, save the number on{' '}
        <a href="/telegram-setup">the Telegram page</a>. Alerts are part of Pro, Elite and Master.
      </p>
    ),
  },
  {
    id: 'sign-in',
    title: 'Sign-in: e-mail or Google',
    body: (
      <p>
        A password of at least eight characters, or a Google account over OpenID Connect. Google learns that you logged
        in, nothing else.
      </p>
    ),
  },
  {
    id: 'data',
    title: 'Data that comes in',
    body: (
      <ul>
        <li>Ticks and order books of both indices, their futures and options, from the broker’s ticker.</li>
        <li>Headlines by RSS or Atom, as far as the operator has named feeds.</li>
        <li>Daily figures of foreign and domestic institutions, where a source is set.</li>
      </ul>
    ),
  },
  {
    id: 'api',
    title: 'Your own programs',
    body: (
      <p>
        Everything this app shows comes from <a href="/api">a documented API</a> that your programs can ask with your
        session or a bearer token, within your plan.
      </p>
    ),
  },
]

export function IntegrationsPage() {
  return (
    <Article title="Integrations" lead="What Strikewise connects to, and what it needs for that." sections={SECTIONS} />
  )
}
