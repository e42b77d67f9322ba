import { Trans } from '@lingui/react/macro'
import { Article, type Section } from '../../features/site/Article.tsx'
import { useContact } from '../../features/site/contact.ts'
import { buttonClass } from '../../ui/Button.tsx'

const RULES: readonly Section[] = [
  {
    id: 'rules',
    title: <Trans>Rules</Trans>,
    body: (
      <ol>
        <li>
          <Trans>No calls. Do not advise others what to buy or sell; that needs a registration you do not have.</Trans>
        </li>
        <li>
          <Trans>No results. No profit screenshots, no win rates, no promised returns, neither yours nor ours.</Trans>
        </li>
        <li>
          <Trans>No keys. Never post an API key, secret, token, chat id or client id. We never ask for them.</Trans>
        </li>
        <li>
          <Trans>Answer questions, don’t lecture. Losses are common; don’t mock them.</Trans>
        </li>
        <li>
          <Trans>Nothing for sale, no referral links, no groups elsewhere.</Trans>
        </li>
        <li>
          <Trans>Faults that touch money or safety go to support first, not to the forum.</Trans>
        </li>
      </ol>
    ),
  },
]

export function ForumPage() {
  const contact = useContact()
  return (
    <Article
      title={<Trans>Forum</Trans>}
      lead={<Trans>Where users of all plans help each other.</Trans>}
      sections={RULES}
    >
      {contact?.forumUrl === null && (
        <p>
          <Trans>
            There is no forum yet. Until there is, the <a href="/docs">guide</a> and the{' '}
            <a href="/faqs">questions and answers</a> are the place to look, and <a href="/support">support</a> the one
            to ask.
          </Trans>
        </p>
      )}
      {typeof contact?.forumUrl === 'string' && (
        <a href={contact.forumUrl} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
          <Trans>Open the forum</Trans>
        </a>
      )}
    </Article>
  )
}
