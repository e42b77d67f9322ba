import { FAQS } from '../../features/guide/faqs.tsx'
import { Article } from '../../features/site/Article.tsx'

const SECTIONS = FAQS.map(({ id, title, items }) => ({
  id,
  title,
  body: (
    <dl>
      {items.map(([question, answer]) => (
        <div key={question}>
          <dt>{question}</dt>
          <dd>{answer}</dd>
        </div>
      ))}
    </dl>
  ),
}))

export function FaqsPage() {
  return (
    <Article title="Frequently asked questions" sections={SECTIONS}>
      <p>
        Not answered? <a href="/support">Ask us</a>.
      </p>
    </Article>
  )
}
