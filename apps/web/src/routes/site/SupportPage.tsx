import { SUPPORT_LABELS } from '@strikewise/domain/plans/comparison.ts'
import { PLAN_CARDS } from '@strikewise/domain/plans/catalogue.ts'
import { PLAN_POLICY } from '@strikewise/domain/plans/policy.ts'
import { PLANS } from '@strikewise/domain/plans/plan.ts'
import { Article, type Section } from '../../features/site/Article.tsx'
import { CHANNELS } from '../../features/site/channels.ts'
import { useContact, type Contact } from '../../features/site/contact.ts'
import { SupportForm } from '../../features/support/SupportForm.tsx'

export function SupportPage() {
  const contact = useContact()
  return (
    <Article title="Support" lead="Most answers are quicker to find than to wait for." sections={sectionsOf(contact)} />
  )
}

const sectionsOf = (contact: Contact | undefined): readonly Section[] => [
  {
    id: 'first',
    title: 'Before you write',
    body: (
      <ul>
        <li>
          <a href="/status">Status</a>: whether something is down right now.
        </li>
        <li>The dashboard: why there was no trade, and what to do about it.</li>
        <li>
          <a href="/docs">The user guide</a> and <a href="/faqs">the questions and answers</a>.
        </li>
        <li>A position that must go now: sell it at your broker. Do not wait for us.</li>
      </ul>
    ),
  },
  { id: 'write', title: 'Write to us', plain: true, body: <SupportForm /> },
  {
    id: 'plans',
    title: 'What comes with each plan',
    body: (
      <ul>
        {PLANS.map((plan) => (
          <li key={plan}>
            <strong>{PLAN_CARDS[plan].label}</strong>: {SUPPORT_LABELS[PLAN_POLICY[plan].support]}
          </li>
        ))}
      </ul>
    ),
  },
  {
    id: 'direct',
    title: 'By phone and mail',
    body:
      contact === undefined ? (
        <p>Phone and e-mail are not known to this page at the moment.</p>
      ) : (
        <p>
          <a href={`tel:${contact.phone.replace(/[^+\d]/g, '')}`}>{contact.phone}</a>,{' '}
          <a href={`mailto:${contact.email}`}>{contact.email}</a>. We never ask for a password, an API secret, a token
          or a code.
        </p>
      ),
  },
  {
    id: 'channels',
    title: 'Official channels',
    body: (
      <>
        <p>These are all there are. Whoever writes in our name elsewhere is not us, and calls for trades never are.</p>
        <ul>
          {CHANNELS.map(({ id, name }) => {
            const address = contact?.channels[id]
            return (
              <li key={id}>
                {name}:{' '}
                {address === undefined ? (
                  'none'
                ) : (
                  <a href={address} target="_blank" rel="noreferrer">
                    {address.replace(/^https?:\/\//, '')}
                  </a>
                )}
              </li>
            )
          })}
        </ul>
      </>
    ),
  },
  {
    id: 'escalate',
    title: 'If you are not satisfied',
    body: (
      <p>
        Choose “A grievance” above; it is answered within 30 days. Matters of your broker account go to the broker, and
        from there to SEBI’s SCORES. Matters of your personal data: <a href="/dpdp">your data</a>.
      </p>
    ),
  },
]
