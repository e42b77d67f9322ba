import { Trans } from '@lingui/react/macro'
import { RISK_DISCLOSURE } from '@strikewise/domain/legal/disclosure.ts'
import { Article, numbered } from '../../features/site/Article.tsx'

export function DisclosurePage() {
  return (
    <Article
      title="Risk disclosure"
      note={`Last updated ${RISK_DISCLOSURE.updated}`}
      lead="Trading in options carries a high risk. You can lose all of the money you put in."
      sections={numbered(RISK_DISCLOSURE.sections)}
    >
      {/* Beside the text people agreed to, not in it: these figures change with each study. */}
      <p>
        <Trans>
          What the regulator counted: 87.7% of individual traders in equity futures and options lost money in the year
          2025-26, together about ₹91,685 crore net, and about 92% of it in options (SEBI, study of 20 August 2026).
        </Trans>
      </p>
    </Article>
  )
}
