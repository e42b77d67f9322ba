import { Trans, useLingui } from '@lingui/react/macro'
import { FAQS } from '../../features/guide/faqs.tsx'
import { Article } from '../../features/site/Article.tsx'

const SECTIONS = FAQS.map(({ id, title, items }) => ({ id, title, body: <ResponseView items={items} /> }))

function ResponseView({ items }: Pick<(typeof FAQS)[number], 'items'>) {
  const { t } = useLingui()
  return (
    <dl>
      {items.map(([question, answer]) => (
        <div key={question.id}>
          <dt>{t(question)}</dt>
          <dd>{answer}</dd>
        </div>
      ))}
    </dl>
  )
}

export function FaqsPage() {
  return (
    <Article title={<Trans>Frequently asked questions</Trans>} sections={SECTIONS}>
      <p>
        <Trans>
          Not answered? <a href="/support">Ask us</a>.
        </Trans>
      </p>
    </Article>
  )
}
