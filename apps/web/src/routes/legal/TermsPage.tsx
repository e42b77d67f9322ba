import { TERMS_OF_USE } from '@strikewise/domain/legal/terms.ts'
import { Article, numbered } from '../../features/site/Article.tsx'

export function TermsPage() {
  return (
    <Article
      title="Terms of use"
      note={`Last updated ${TERMS_OF_USE.updated}`}
      sections={numbered(TERMS_OF_USE.sections)}
    />
  )
}
