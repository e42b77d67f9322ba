import { PRIVACY_POLICY } from '@strikewise/domain/legal/privacy.ts'
import { Article, numbered } from '../../features/site/Article.tsx'

export function PrivacyPage() {
  return (
    <Article
      title="Privacy policy"
      note={`Last updated ${PRIVACY_POLICY.updated}`}
      sections={numbered(PRIVACY_POLICY.sections)}
    />
  )
}
