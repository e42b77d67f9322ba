import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { PLAN_POLICY } from '@strikewise/plans/policy.ts'
import { PLANS } from '@strikewise/domain/plans/plan.ts'
import { Article, type Section } from '../../features/site/Article.tsx'
import { CHANNELS } from '../../features/site/channels.ts'
import { useContact, type Contact } from '../../features/site/contact.ts'
import { planLabel, supportTierLabel } from '../../messages/plan-labels.ts'
import { SupportForm } from '../../features/support/SupportForm.tsx'

export function SupportPage() {
  // Names of plans and of their support follow the language.
  useLingui()
  const contact = useContact()
  return (
    <Article
      title={<Trans>Support</Trans>}
      lead={<Trans>Most answers are a search away.</Trans>}
      sections={sectionsOf(contact)}
    />
  )
}

const sectionsOf = (contact: Contact | undefined): readonly Section[] => [
  { id: 'first', title: <Trans>Before you write</Trans>, body: <FirstSteps /> },
  { id: 'write', title: <Trans>Write to us</Trans>, plain: true, body: <SupportForm /> },
  { id: 'plans', title: <Trans>What comes with each plan</Trans>, body: <SupportOfPlans /> },
  { id: 'direct', title: <Trans>By phone and mail</Trans>, body: <PhoneAndMail contact={contact} /> },
  { id: 'channels', title: <Trans>Official channels</Trans>, body: <OfficialChannels contact={contact} /> },
  { id: 'escalate', title: <Trans>If you are not satisfied</Trans>, body: <Escalation /> },
]

function FirstSteps() {
  return (
    <ul>
      <li>
        <Trans>
          <a href="/status">Status</a>: whether something is down right now.
        </Trans>
      </li>
      <li>
        <Trans>The dashboard: why there was no trade, and what to do about it.</Trans>
      </li>
      <li>
        <Trans>
          <a href="/docs">The user guide</a> and <a href="/faqs">the questions and answers</a>.
        </Trans>
      </li>
      <li>
        <Trans>Need out now? Exit at your broker. Don’t wait for support.</Trans>
      </li>
    </ul>
  )
}

function SupportOfPlans() {
  return (
    <ul>
      {PLANS.map((plan) => (
        <li key={plan}>
          <strong>{planLabel(plan)}</strong>: {supportTierLabel(PLAN_POLICY[plan].support)}
        </li>
      ))}
      <li>
        <Trans>
          <a href="/support-chat">Live chat</a> for Master subscribers.
        </Trans>
      </li>
    </ul>
  )
}

function PhoneAndMail({ contact }: { contact: Contact | undefined }) {
  return contact === undefined ? (
    <p>
      <Trans>Phone and email are not known to this page at the moment.</Trans>
    </p>
  ) : (
    <p>
      <a href={`tel:${contact.phone.replace(/[^+\d]/g, '')}`}>{contact.phone}</a>,{' '}
      <a href={`mailto:${contact.email}`}>{contact.email}</a>.{' '}
      <Trans>We never ask for a password, an API secret, a token or a code.</Trans>
    </p>
  )
}

function OfficialChannels({ contact }: { contact: Contact | undefined }) {
  return (
    <>
      <p>
        <Trans>
          These are our only channels. Anyone else using our name is not us, and we never send trading tips.
        </Trans>
      </p>
      <ul>
        {CHANNELS.map(({ id, name }) => {
          const address = contact?.channels[id]
          return (
            <li key={id}>
              {name}:{' '}
              {address === undefined ? (
                <Trans>none</Trans>
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
  )
}

function Escalation() {
  return (
    <p>
      <Trans>
        Choose “A grievance” above; it is answered within 30 days. Matters of your broker account go to the broker, and
        from there to SEBI’s SCORES. Matters of your personal data: <a href="/dpdp">your data</a>.
      </Trans>
    </p>
  )
}
