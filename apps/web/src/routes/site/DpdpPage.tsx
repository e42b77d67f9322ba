import { MyDataPanels } from '../../features/data-rights/MyDataPanels.tsx'
import { SignInAgainHost } from '../../features/identity/SignInAgainHost.tsx'
import { Article, type Section } from '../../features/site/Article.tsx'

const SECTIONS: readonly Section[] = [
  {
    id: 'notice',
    title: 'What we hold, and what for',
    body: (
      <>
        <ul>
          <li>Name, e-mail and password (as a hash), to sign you in.</li>
          <li>Devices and network addresses of your sign-ins, to show them to you and to slow down guessing.</li>
          <li>Plan and payments, to give you what you paid for.</li>
          <li>Broker keys and tokens, encrypted, to trade in your account when you asked for that.</li>
          <li>Settings and consents, to act as you set, and to prove that you did.</li>
          <li>Orders, fills, trades and refusals, because they are yours and because the law asks for them.</li>
          <li>The number of your Telegram chat, if you gave one, to send you alerts.</li>
        </ul>
        <p>
          None of it is sold or used for advertising. How long each kind is kept is in{' '}
          <a href="/privacy#retention">the privacy policy’s table</a>.
        </p>
      </>
    ),
  },
  {
    id: 'shared',
    title: 'Who else sees some of it',
    body: (
      <ul>
        <li>Your broker: the orders we place for you.</li>
        <li>The mail service: your address and the mails to you.</li>
        <li>Telegram: alerts to your chat, if you set one up.</li>
        <li>Google: that you logged in, if you log in with it.</li>
        <li>Whoever runs the machines and the database for the operator.</li>
      </ul>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <p>
          Under the Digital Personal Data Protection Act, 2023, you may see your data, have it corrected and completed,
          take a consent back as easily as you gave it, have it erased, name somebody to do so after you, and complain
          to us and then to the Data Protection Board of India. The service is for people of 18 and older.
        </p>
      </>
    ),
  },
  { id: 'act', title: 'Use them', plain: true, body: <MyDataPanels /> },
  {
    id: 'breach',
    title: 'If something goes wrong',
    body: (
      <p>
        Should your data get into wrong hands, we tell you without delay what happened, what it may mean, what we did
        and what you can do, and we tell the Board and CERT-In within their times.
      </p>
    ),
  },
]

export function DpdpPage() {
  return (
    <Article
      title="Your data"
      lead="Digital personal data protection, as things to read and things to press."
      sections={SECTIONS}
    >
      <SignInAgainHost />
    </Article>
  )
}
