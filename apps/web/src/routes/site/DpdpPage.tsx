import { Trans } from '@lingui/react/macro'
import { MyDataPanels } from '../../features/data-rights/MyDataPanels.tsx'
import { SignInAgainHost } from '../../features/identity/SignInAgainHost.tsx'
import { Article, type Section } from '../../features/site/Article.tsx'

const SECTIONS: readonly Section[] = [
  {
    id: 'notice',
    title: <Trans>What we store, and why</Trans>,
    body: (
      <>
        <ul>
          <li>
            <Trans>Name, email and password (as a hash), to sign you in.</Trans>
          </li>
          <li>
            <Trans>
              Devices and network addresses of your sign-ins, to show them to you and to slow down guessing.
            </Trans>
          </li>
          <li>
            <Trans>Plan and payments, to give you what you paid for.</Trans>
          </li>
          <li>
            <Trans>Broker keys and tokens, encrypted, to trade in your account once you have armed it.</Trans>
          </li>
          <li>
            <Trans>Settings and consents, to follow them, and as proof of what you agreed to.</Trans>
          </li>
          <li>
            <Trans>Orders, fills, trades and refused entries, as your record and because the law requires it.</Trans>
          </li>
          <li>
            <Trans>The number of your Telegram chat, if you gave one, to send you alerts.</Trans>
          </li>
        </ul>
        <p>
          <Trans>
            None of it is sold or used for advertising. How long each kind is kept is in{' '}
            <a href="/privacy#retention">the privacy policy’s table</a>.
          </Trans>
        </p>
      </>
    ),
  },
  {
    id: 'shared',
    title: <Trans>Who we share it with</Trans>,
    body: (
      <ul>
        <li>
          <Trans>Your broker: the orders we place for you.</Trans>
        </li>
        <li>
          <Trans>The email service: your address and the emails to you.</Trans>
        </li>
        <li>
          <Trans>Telegram: alerts to your chat, if you set one up.</Trans>
        </li>
        <li>
          <Trans>Google: your logins, if you log in with Google.</Trans>
        </li>
        <li>
          <Trans>The hosting provider of our servers and database.</Trans>
        </li>
      </ul>
    ),
  },
  {
    id: 'rights',
    title: <Trans>Your rights</Trans>,
    body: (
      <>
        <p>
          <Trans>
            Under the Digital Personal Data Protection Act, 2023, you may see your data, have it corrected, completed
            and erased, withdraw a consent as easily as you gave it, name a nominee, and complain to us and then to the
            Data Protection Board of India. The service is for people aged 18 or older.
          </Trans>
        </p>
      </>
    ),
  },
  { id: 'act', title: <Trans>Use your rights</Trans>, plain: true, body: <MyDataPanels /> },
  {
    id: 'breach',
    title: <Trans>If your data is breached</Trans>,
    body: (
      <p>
        <Trans>
          We notify you without delay: what happened, what it may mean for you, what we have done and what you can do.
          We notify the Board and CERT-In within their deadlines.
        </Trans>
      </p>
    ),
  },
]

export function DpdpPage() {
  return (
    <Article
      title={<Trans>Your data</Trans>}
      lead={<Trans>What we store about you, and how to see, export, correct or erase it.</Trans>}
      sections={SECTIONS}
    >
      <SignInAgainHost />
    </Article>
  )
}
