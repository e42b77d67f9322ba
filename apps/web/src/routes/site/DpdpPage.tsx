import { Trans } from '@lingui/react/macro'
import { MyDataPanels } from '../../features/data-rights/MyDataPanels.tsx'
import { SignInAgainHost } from '../../features/identity/SignInAgainHost.tsx'
import { Article, type Section } from '../../features/site/Article.tsx'

const SECTIONS: readonly Section[] = [
  {
    id: 'notice',
    title: <Trans>What we hold, and what for</Trans>,
    body: (
      <>
        <ul>
          <li>
            <Trans>Name, e-mail and password (as a hash), to sign you in.</Trans>
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
            <Trans>Broker keys and tokens, encrypted, to trade in your account when you asked for that.</Trans>
          </li>
          <li>
            <Trans>Settings and consents, to act as you set, and to prove that you did.</Trans>
          </li>
          <li>
            <Trans>Orders, fills, trades and refusals, because they are yours and because the law asks for them.</Trans>
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
    title: <Trans>Who else sees some of it</Trans>,
    body: (
      <ul>
        <li>
          <Trans>Your broker: the orders we place for you.</Trans>
        </li>
        <li>
          <Trans>The mail service: your address and the mails to you.</Trans>
        </li>
        <li>
          <Trans>Telegram: alerts to your chat, if you set one up.</Trans>
        </li>
        <li>
          <Trans>Google: that you logged in, if you log in with it.</Trans>
        </li>
        <li>
          <Trans>Whoever runs the machines and the database for the operator.</Trans>
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
            Under the Digital Personal Data Protection Act, 2023, you may see your data, have it corrected and
            completed, take a consent back as easily as you gave it, have it erased, name somebody to do so after you,
            and complain to us and then to the Data Protection Board of India. The service is for people of 18 and
            older.
          </Trans>
        </p>
      </>
    ),
  },
  { id: 'act', title: <Trans>Use them</Trans>, plain: true, body: <MyDataPanels /> },
  {
    id: 'breach',
    title: <Trans>If something goes wrong</Trans>,
    body: (
      <p>
        <Trans>
          Should your data get into wrong hands, we tell you without delay what happened, what it may mean, what we did
          and what you can do, and we tell the Board and CERT-In within their times.
        </Trans>
      </p>
    ),
  },
]

export function DpdpPage() {
  return (
    <Article
      title={<Trans>Your data</Trans>}
      lead={<Trans>Digital personal data protection, as things to read and things to press.</Trans>}
      sections={SECTIONS}
    >
      <SignInAgainHost />
    </Article>
  )
}
