import { Article, type Section } from '../../features/site/Article.tsx'
import { useContact } from '../../features/site/contact.ts'
import { buttonClass } from '../../ui/Button.tsx'

const RULES: readonly Section[] = [
  {
    id: 'rules',
    title: 'Rules',
    body: (
      <ol>
        <li>No calls. Do not tell others what to buy or sell; that needs a registration you do not have.</li>
        <li>No results. No profit screenshots, no win rates, no promised returns, neither yours nor ours.</li>
        <li>No keys. Never post an API key, secret, token, chat id or client id. We never ask for them.</li>
        <li>Questions get answers, not lectures. Losing is common here and nothing to mock.</li>
        <li>Nothing for sale, no referral links, no groups elsewhere.</li>
        <li>Faults that touch money or safety go to support first, not to the forum.</li>
      </ol>
    ),
  },
]

export function ForumPage() {
  const contact = useContact()
  return (
    <Article title="Forum" lead="Where users of all plans help each other." sections={RULES}>
      {contact?.forumUrl === null && (
        <p>
          There is no forum yet. Until there is, the <a href="/docs">guide</a> and the{' '}
          <a href="/faqs">questions and answers</a> are the place to look, and <a href="/support">support</a> the one to
          ask.
        </p>
      )}
      {typeof contact?.forumUrl === 'string' && (
        <a href={contact.forumUrl} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
          Open the forum
        </a>
      )}
    </Article>
  )
}
