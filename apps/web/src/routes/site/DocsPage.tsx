import { Trans } from '@lingui/react/macro'
import { AGENT_SECTIONS } from '../../features/guide/agents.tsx'
import { FIRST_STEPS } from '../../features/guide/first-steps.tsx'
import { GLOSSARY, INSTALLING } from '../../features/guide/glossary.tsx'
import { RISK_CONTROLS } from '../../features/guide/risk-controls.tsx'
import { Article } from '../../features/site/Article.tsx'

const SECTIONS = [...FIRST_STEPS, ...RISK_CONTROLS, ...AGENT_SECTIONS, INSTALLING, GLOSSARY]

export function DocsPage() {
  return (
    <Article
      title={<Trans>User guide</Trans>}
      lead={<Trans>From sign-up to the first automated trade, and what keeps it in bounds. Begin on paper.</Trans>}
      sections={SECTIONS}
    />
  )
}
