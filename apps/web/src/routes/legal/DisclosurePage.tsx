import { RISK_DISCLOSURE } from '@strikewise/domain/legal/disclosure.ts'
import { Article, numbered } from '../../features/site/Article.tsx'

export function DisclosurePage() {
  return (
    <Article
      title="Risk disclosure"
      note={`Last updated ${RISK_DISCLOSURE.updated}`}
      lead="Trading in options carries a high risk. You can lose all of the money you put in."
      sections={numbered(RISK_DISCLOSURE.sections)}
    />
  )
}
