import { Trans, useLingui } from '@lingui/react/macro'
import { OFFERED_AGENTS, VOTING_AGENTS } from '@strikewise/signals/registry/registry.ts'
import { useLanguage } from '../../lib/language.ts'
import { agentTitle } from '../../lib/agent-title.ts'
import { agentGivesText, agentReadsText } from '../../messages/agents.ts'
import { AgentTitle } from '../../ui/AgentTitle.tsx'
import { AgentRecord } from './AgentRecord.tsx'
import type { Section } from '../site/Article.tsx'

/** Each agent a plan can contain. */
function Agents() {
  // The lines follow the language.
  useLanguage()
  return (
    <dl>
      {OFFERED_AGENTS.map(({ name }) => (
        <div key={name}>
          <dt>
            <AgentTitle agent={name} />
          </dt>
          <dd>
            <strong className="font-medium">
              <Trans>Looks at:</Trans>
            </strong>{' '}
            {agentReadsText(name)}{' '}
            <strong className="font-medium">
              <Trans>Says:</Trans>
            </strong>{' '}
            {agentGivesText(name)}
            <span className="mt-1 block">
              <AgentRecord agent={name} />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Headings of these agents in a row. */
function Titles({ of }: { of: readonly { readonly name: string }[] }) {
  const { i18n } = useLingui()
  return of.map(({ name }) => agentTitle(i18n, name)).join(', ')
}

const CORE = VOTING_AGENTS.filter(({ role }) => role.isCore)

export const AGENT_SECTIONS: readonly Section[] = [
  {
    id: 'agents',
    title: <Trans>What each agent looks at</Trans>,
    body: <Agents />,
  },
  {
    id: 'decision',
    title: <Trans>How a decision is made</Trans>,
    body: (
      <ol>
        <li>
          <Trans>
            {VOTING_AGENTS.length} agents vote with a weight: <Titles of={VOTING_AGENTS} />. Whose data is too old does
            not count.
          </Trans>
        </li>
        <li>
          <Trans>At least 70% of the weight has to be up to date.</Trans>
        </li>
        <li>
          <Trans>
            The weighted sum must reach 0.40 on two closed minutes in a row; over lunch, from 12:00 to 13:15, 0.45.
          </Trans>
        </li>
        <li>
          <Trans>
            At least two of these agree, and none of the strong ones opposes: <Titles of={CORE} />.
          </Trans>
        </li>
        <li>
          <Trans>Neither the entry filter nor the range filter forbids it.</Trans>
        </li>
        <li>
          <Trans>A contract near 0.55 delta with a tight spread and enough on offer exists. Otherwise: no trade.</Trans>
        </li>
      </ol>
    ),
  },
]
